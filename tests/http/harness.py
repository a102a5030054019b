"""A server of its own for one class of tests: fathom serve in an empty home, beside the test services where a test needs
models or engines. Standard library only."""
import http.client, json, os, pathlib, shutil, signal, socket, subprocess, tempfile, time, unittest, urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = os.environ.get('FATHOM', str(ROOT / 'build/hooks/fathom'))
TESTD = os.environ.get('TESTD', str(ROOT / 'build/hooks/testd'))
PATIENCE = 120          # a thing that has not happened by then does not happen; no test measures time

TEXT = ('Perovskite solar cells reached an efficiency of 26.1 percent in 2024. '
        'The efficiency of perovskite solar cells falls when moisture enters the layer.')
# A research that needs no service: the text is given, no model is used.
GIVEN = {'query': 'What limits perovskite solar cells?', 'models': ['extractive'], 'contexts': [{'name': 'cells.txt', 'text': TEXT}]}

# Calls that wait for long, and a panel of which one model fails.
SLOW_AND_PARTIAL = """
serve openai
  when body~"slow batteries" reply by-hash latency 120s
  else reply by-hash
serve anthropic
  when role=panel_answer body~"partial batteries" reply fault bad-key
  else reply by-hash
"""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f'{self.status} {self.body[:400]!r}'

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def data(self):
        assert self.json['success'], self
        return self.json['data']

    @property
    def error(self):
        assert self.json['success'] is False, self
        return self.json['error']


class Testd:
    """The test services; a script says what they answer."""

    def __init__(self, script=''):
        self.process = subprocess.Popen([TESTD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.info = json.loads(self.process.stdout.readline())
        self.script = script
        if script:
            self.control('script', script)

    def control(self, what, body=None):
        request = urllib.request.Request(f'{self.info["url"]}/_control/{what}', data=None if body is None else body.encode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def environment(self):
        served = {line.split()[1] for line in self.script.splitlines() if line.startswith('serve ')}
        named = {'FATHOM_ALLOW_NETWORKS': '127.0.0.0/8'}
        for name in served:
            service = self.info['services'][name]
            named[service['urlVariable']] = service['baseUrl']
            if service['keyVariable']:
                named[service['keyVariable']] = f'key-of-{name}'
        return named

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Server:
    """fathom serve on a free port."""

    def __init__(self, home, environment=None, arguments=(), listen='127.0.0.1:0'):
        self.home = home
        self.environment = {k: v for k, v in os.environ.items() if not k.endswith(('_API_KEY', '_BASE_URL')) and not k.startswith('FATHOM_')}
        self.environment.update({'FATHOM_HOME': f'{home}/data', 'XDG_CONFIG_HOME': str(home), **(environment or {})})
        self.arguments, self.listen = list(arguments), listen
        self.start()

    def start(self):
        self.process = subprocess.Popen([FATHOM, 'serve', '--listen', self.listen, *self.arguments], env=self.environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line, self.said_first = self.process.stderr.readline().decode(), ''
        while line and not line.startswith('Listening on '):
            self.said_first += line
            line = self.process.stderr.readline().decode()
        if not line:
            raise RuntimeError('fathom serve did not start')
        self.address = line.split()[2]
        self.host, self.port = self.address.split('//')[1].rsplit(':', 1)
        self.port = int(self.port)

    def command(self, *arguments):
        """Another fathom in the same home."""
        return subprocess.run([FATHOM, *arguments], env=self.environment, capture_output=True, text=True, timeout=PATIENCE)

    def ask(self, method, path, body=None, headers=None, raw=None):
        connection = http.client.HTTPConnection(self.host.strip('[]'), self.port, timeout=PATIENCE)
        sent = dict(headers or {})
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault('Content-Type', 'application/json')
        connection.request(method, path, body=data, headers=sent)
        answer = connection.getresponse()
        result = Answer(answer.status, answer.headers, answer.read())
        connection.close()
        return result

    def get(self, path, **more):
        return self.ask('GET', path, **more)

    def post(self, path, body=None, **more):
        return self.ask('POST', path, body, **more)

    def research(self, settings=None, wait=True, **more):
        """Starts a research; its id, once it is at rest."""
        answer = self.post('/research', settings or GIVEN, **more)
        assert answer.status == 202, answer
        if wait:
            self.until(answer.data['id'], **more)
        return answer.data['id']

    def until(self, run, statuses=('completed', 'failed', 'cancelled', 'timed_out', 'waiting', 'awaiting_confirmation'), **more):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            status = self.get(f'/research/{run}', **more).data['status']
            if status in statuses:
                return status
            time.sleep(0.02)
        raise AssertionError(f'{run} is {status}')

    def exchange(self, data, half=False):
        """Raw bytes; what came back until the server closed or, with `half`, until nothing more comes."""
        with socket.create_connection((self.host.strip('[]'), self.port), timeout=PATIENCE) as s:
            parts = []
            try:
                s.sendall(data)
                if not half:
                    s.shutdown(socket.SHUT_WR)
                while part := s.recv(65536):
                    parts.append(part)
            except OSError:
                pass
            return b''.join(parts)

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        said = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return said


class Case(unittest.TestCase):
    """Tests that share one server. `script` starts the test services, `environment` is the server's."""
    script = None
    environment = {}
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix='fathom-http-')
        cls.testd = Testd(cls.script) if cls.script is not None else None
        cls.server = Server(cls.home, {**(cls.testd.environment() if cls.testd else {}), **cls.environment}, cls.arguments)

    @classmethod
    def tearDownClass(cls):
        said = cls.server.stop()
        if cls.testd:
            cls.testd.close()
        shutil.rmtree(cls.home, ignore_errors=True)
        if cls.server.process.returncode != 0:
            raise AssertionError(f'the server ended with {cls.server.process.returncode}:\n{said}')

    def assertError(self, answer, status, code, field=None):
        self.assertEqual((answer.status, answer.error['code']), (status, code), answer)
        if field is not None:
            self.assertEqual(answer.error.get('details', {}).get('field'), field, answer)
        for word in ('/home', self.home, 'fathom ', '--', '.c:'):
            self.assertNotIn(word, answer.error['message'])
