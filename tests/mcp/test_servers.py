"""Other MCP servers as a search engine: programs and addresses, of both eras, in good order and with faults."""
import json, os, pathlib, subprocess, sys

from client import Case
from harness import FATHOM, PATIENCE, Testd

SERVER = pathlib.Path(__file__).with_name('search_server.py')


class Servers(Case):
    def stdio(self, *faults):
        return f'stdio:{sys.executable} {SERVER} log={self.home}/log {" ".join(faults)}'

    def http(self, *faults):
        server = subprocess.Popen([sys.executable, SERVER, '--http', f'log={self.home}/log', *faults], stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, PATIENCE)
        self.addCleanup(server.kill)
        return f'http://127.0.0.1:{int(server.stdout.readline())}/mcp'

    def log(self):
        return [json.loads(line) for line in pathlib.Path(self.home, 'log').read_text().splitlines()]

    def found(self, base, engines=('mcp',), **environment):
        c = self.client({'MCP_BASE_URL': base, 'OPENAI_API_KEY': 'secret-of-ours', **environment})
        return c.modern('tools/call', {'name': 'search', 'arguments': {'query': 'perovskite cells', 'engines': list(engines), 'count': 5}})['result']

    def hits(self, base, **environment):
        result = self.found(base, **environment)
        self.assertNotIn('isError', result, result)
        return result['structuredContent']['hits']

    def fails(self, base, words, **environment):
        result = self.found(base, **environment)
        self.assertTrue(result.get('isError'), result)
        self.assertIn(words, result['content'][0]['text'])

    def test_programs_and_addresses_of_both_eras_are_searched(self):
        for era in ('old', 'new', 'both'):
            for base in (self.stdio, self.http, lambda e: self.http(e, 'stream')):
                with self.subTest(era=era):
                    pathlib.Path(self.home, 'log').unlink(missing_ok=True)
                    hits = self.hits(base(era))
                    self.assertEqual([h['url'] for h in hits], [f'https://cells.example/{i}' for i in range(3)])
                    self.assertTrue(all(h['engines'] == ['mcp'] for h in hits))
                    calls = [m for m in self.log() if m['method'] == 'tools/call']
                    self.assertEqual(calls[0]['name'], 'search')
                    self.assertEqual(calls[0]['arguments'], {'query': 'perovskite cells'})
                    self.assertEqual({m['modern'] for m in calls}, {era != 'old'})
                    self.assertEqual([m['arguments'] for m in calls[1:]], [{'id': f'doc-{i}'} for i in range(3)])

    def test_results_are_found_in_whatever_form_they_come(self):
        for form in ('plain', 'markdown', 'links', 'json'):
            with self.subTest(form):
                hits = self.hits(self.stdio(form))
                self.assertEqual([(h['title'], h['url']) for h in hits], [(f'Cells {i}', f'https://cells.example/{i}') for i in range(3)])
                self.assertIn('26.1 percent', hits[0]['snippet'])

    def test_the_program_gets_none_of_our_keys_and_ends_with_us(self):
        self.hits(self.stdio('stays'), MCP_API_KEY='for-the-server')
        names = next(m['environment'] for m in self.log() if m['method'] == 'tools/list')
        self.assertIn('MCP_API_KEY', names)
        self.assertFalse({'OPENAI_API_KEY', 'FATHOM_HOME', 'MCP_BASE_URL'} & set(names))
        for client in self.clients:
            client.close()
        left = [p for p in os.listdir('/proc') if p.isdigit() and self.home.encode() in self.command_of(p)]
        self.assertEqual(left, [])

    @staticmethod
    def command_of(process):
        try:
            return pathlib.Path('/proc', process, 'cmdline').read_bytes()
        except OSError:
            return b''

    def test_a_program_is_kept_between_searches(self):
        c = self.client({'MCP_BASE_URL': self.stdio()})
        for query in ('one', 'two', 'three'):
            c.modern('tools/call', {'name': 'search', 'arguments': {'query': query, 'engines': ['mcp']}})
        self.assertEqual(sum(m['method'] == 'tools/list' for m in self.log()), 1)

    def test_every_fault_is_an_error_that_says_what_is_wrong(self):
        slow = {'FATHOM_CONFIG': f'{self.home}/config.yaml'}
        pathlib.Path(self.home, 'config.yaml').write_text('engines:\n  mcp: {timeout: 1s}\n')
        for fault, words in (('dies', 'ended before it answered'), ('dies-late', 'ended before it answered'), ('deaf', 'did not answer in time'),
                             ('hangs', 'did not answer in time'), ('garbage', 'did not answer in time'), ('wrong-id', 'did not answer in time'),
                             ('flood', 'says much and does not answer'), ('huge', 'more than 8 MB'), ('tool-error', 'the index is down'),
                             ('no-content', 'gave no result'), ('no-search', 'it has: other')):
            with self.subTest(fault):
                self.fails(self.stdio(fault), words, **(slow if words == 'did not answer in time' else {}))
        self.fails('stdio:/nowhere/at-all', 'ended before it answered')
        self.fails('stdio: ', 'names no command')
        for fault, words in (('auth', 'set MCP_API_KEY'), ('html', 'no message')):
            with self.subTest(fault):
                self.fails(self.http(fault), words)
        self.fails('http://127.0.0.1:9/mcp', 'mcp')

    def test_the_key_goes_to_the_address_as_a_bearer_token(self):
        self.assertEqual(len(self.hits(self.http('auth'), MCP_API_KEY='right')), 3)
        self.fails(self.http('auth'), 'to one that it takes', MCP_API_KEY='wrong-key-of-ours')

    def test_what_the_server_prints_besides_does_no_harm(self):
        for fault in ('banner', 'asks'):
            self.assertEqual(len(self.hits(self.stdio(fault))), 3)
        self.assertEqual([h['url'] for h in self.hits(self.stdio('schemes'))], ['https://cells.example/0'])
        self.assertEqual(len(self.hits(self.stdio('many'))), 5)

    def test_several_servers_are_engines_of_their_own(self):
        second = {'MCP2_BASE_URL': self.http('auth', 'links'), 'MCP2_API_KEY': 'right'}
        third = {'MCP4_BASE_URL': self.stdio('dies')}
        result = self.found(self.stdio('plain'), ('mcp', 'mcp2', 'mcp4'), **second, **third)
        hits, notes = result['structuredContent']['hits'], json.dumps(result['structuredContent']['notes'])
        self.assertEqual([sorted(h['engines']) for h in hits], [['mcp', 'mcp2']] * 3)
        self.assertIn('mcp4 failed: the MCP server ended', notes)
        wrong = self.found(self.stdio(), ('mcp2',), **{**second, 'MCP2_API_KEY': 'wrong-key-of-ours'})
        self.assertIn('set MCP2_API_KEY to one that it takes', wrong['content'][0]['text'])
        none = self.found(self.stdio(), ('mcp2',), MCP2_BASE_URL='stdio:')
        self.assertIn('MCP2_BASE_URL names no command', none['content'][0]['text'])

    def test_the_other_engines_go_on_when_it_fails(self):
        testd = Testd('serve searxng\n')
        self.addCleanup(testd.close)
        result = self.found(self.stdio('dies'), ('mcp', 'searxng'), **testd.environment())
        self.assertTrue(result['structuredContent']['hits'])
        self.assertIn('mcp', json.dumps(result['structuredContent']['notes']))

    def test_a_whole_research_cites_what_it_found_and_flags_orders_to_models(self):
        for fault in ('both', 'injects'):
            environment = {**self.client().environment, 'MCP_BASE_URL': self.stdio(fault)}
            done = subprocess.run([FATHOM, 'research', 'What limits perovskite solar cells?', '-m', 'extractive', '-s', 'mcp', '--json'],
                                  env=environment, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(done.stdout)
            self.assertTrue(report['citations'][0]['url'].startswith('https://cells.example/'))
            self.assertIn('oisture', report['answer'])
            sources = subprocess.run([FATHOM, 'sources', report['id'], '--json'], env=environment, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual('Ignore all previous' in str(json.loads(sources.stdout)['sources'][0]['suspect']), fault == 'injects')
