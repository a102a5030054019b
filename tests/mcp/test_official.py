"""The official TypeScript SDK's client and the Inspector's command line, in both eras, over pipes and HTTP."""
import http.server, json, os, pathlib, subprocess, threading

from client import Case, Client
from harness import FATHOM, PATIENCE, Testd
from sampler import Sampler
from test_questions import SCRIPT

NPM = pathlib.Path(__file__).with_name('npm')
INSPECTOR = NPM / 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'


class Official(Case):
    @classmethod
    def setUpClass(cls):
        cls.node = subprocess.run([NPM / '../../node/packages', NPM, '--ignore-scripts', '--omit=optional'], check=True, capture_output=True,
                                  text=True).stdout.strip()

    def setUp(self):
        super().setUp()
        self.testd = Testd(SCRIPT)
        self.environment = self.testd.environment()
        sampler = Sampler(self.testd)

        class Model(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.dumps(sampler(json.loads(self.rfile.read(int(self.headers['Content-Length']))))).encode()
                self.send_response(200)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        self.model = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Model)
        threading.Thread(target=self.model.serve_forever, daemon=True).start()

    def tearDown(self):
        super().tearDown()
        self.model.shutdown()
        self.model.server_close()
        self.testd.close()

    def serve(self, environment):
        server = subprocess.Popen([FATHOM, 'mcp', '--http', '127.0.0.1:0'], env=environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait, PATIENCE)
        self.addCleanup(server.terminate)
        line = server.stderr.readline()
        while not line.startswith('Listening on '):
            self.assertTrue(line)
            line = server.stderr.readline()
        threading.Thread(target=server.stderr.read, daemon=True).start()
        return line.split()[2] + '/mcp'

    def variables(self, key):
        kept = {k: v for k, v in os.environ.items() if not k.endswith(('_API_KEY', '_BASE_URL')) and not k.startswith('FATHOM_')}
        given = {k: v for k, v in self.environment.items() if key or k != 'OPENAI_API_KEY'}
        return {**kept, 'FATHOM_HOME': f'{self.home}/data', 'XDG_CONFIG_HOME': self.home, **given}

    def test_the_sdk_researches_with_progress_elicitation_sampling_and_cancel(self):
        common = {'query': 'battery stuff', 'depth': 'light', 'search': ['searxng']}
        given = {'clarify': {**common, 'clarify': True}, 'lend': {**common, 'workflow': 'loop'}, 'cancel': common}
        for transport in ('stdio', 'http'):
            for era in ('legacy', 'modern'):
                with self.subTest(transport=transport, era=era):
                    environment = self.variables(key=False)
                    where = FATHOM if transport == 'stdio' else self.serve(environment)
                    done = subprocess.run([self.node, NPM / 'client.js', transport, era, where, json.dumps(given),
                                           f'http://127.0.0.1:{self.model.server_port}/'], env=environment, capture_output=True, text=True,
                                          timeout=PATIENCE)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    seen = json.loads(done.stdout)
                    self.assertEqual([d['status'] for d in seen['done']], ['completed', 'completed'], seen)
                    self.assertTrue(all(d['cited'] for d in seen['done']), seen)
                    self.assertGreater(seen['sampled'], 3)
                    self.assertGreater(seen['progress'], 3)
                    self.assertEqual((seen['elicited'], seen['cancelled'], seen['after']), (1, True, 'cancelled'), seen)

    def inspect(self, era, where, *arguments):
        return subprocess.run([self.node, INSPECTOR, '--cli', '--protocol-era', era, '--format', 'json', *arguments, *where],
                              env=self.variables(key=True), capture_output=True, text=True, timeout=PATIENCE)

    def test_the_inspector_lists_and_researches_in_both_eras(self):
        environment = self.variables(key=True)
        pairs = [f'{k}={v}' for k, v in environment.items() if k.startswith('FATHOM_') or k.endswith(('_API_KEY', '_BASE_URL'))]
        pipe = [a for p in pairs for a in ('-e', p)] + ['--', FATHOM, 'mcp']
        address = [self.serve(environment), '--transport', 'http']
        for era in ('legacy', 'modern', 'auto'):
            for where in (pipe, address):
                with self.subTest(era=era, where=where[-1]):
                    order = (lambda *a: self.inspect(era, [*where], *a)) if where is pipe else \
                            (lambda *a: self.inspect(era, [], *where, *a))
                    listed = order('--method', 'tools/list', '--strict')
                    self.assertEqual(listed.returncode, 0, listed.stderr)
                    self.assertIn('deep_research', listed.stdout)
                    done = order('--method', 'tools/call', '--tool-name', 'deep_research', '--tool-args-json', json.dumps(
                        {'query': 'battery stuff', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng'], 'workflow': 'loop'}))
                    self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
                    self.assertEqual(json.loads(done.stdout)['result']['structuredContent']['status'], 'completed')
                    wrong = order('--method', 'tools/call', '--tool-name', 'research_report', '--tool-args-json', '{"id":"run-none"}')
                    self.assertEqual(wrong.returncode, 5, wrong.stderr)
