"""A client of fathom mcp: sends messages, sorts what comes back. Standard library only."""
import json, os, pathlib, queue, shutil, subprocess, tempfile, threading, time, unittest

from harness import FATHOM, PATIENCE, ROOT, Testd

MODERN = '2026-07-28'
META = 'io.modelcontextprotocol/'


class Client:
    def __init__(self, home, environment=None, arguments=()):
        kept = {k: v for k, v in os.environ.items() if not k.endswith(('_API_KEY', '_BASE_URL')) and not k.startswith('FATHOM_')}
        kept.update({'FATHOM_HOME': f'{home}/data', 'XDG_CONFIG_HOME': str(home), **(environment or {})})
        self.environment = kept
        self.process = subprocess.Popen([FATHOM, 'mcp', *arguments], env=kept, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.replies, self.notes, self.requests, self.lines = {}, [], queue.Queue(), []
        self.changed = threading.Condition()
        self.ended = False
        self.answer = None      # what to say to requests of the server: a function of method and params
        self.refuse = None      # the error to say to them
        self.said = []
        self.threads = [threading.Thread(target=self.listen, daemon=True), threading.Thread(target=self.hear, daemon=True)]
        for thread in self.threads:
            thread.start()
        self.last = 0

    def hear(self):
        for line in self.process.stderr:
            self.said.append(line.decode())

    def listen(self):
        for line in self.process.stdout:
            message = json.loads(line)      # nothing but messages: anything else fails here
            with self.changed:
                self.lines.append(message)
                if 'method' in message and 'id' in message:
                    self.requests.put(message)
                elif 'method' in message:
                    self.notes.append(message)
                else:
                    self.replies.setdefault(json.dumps(message['id']), []).append(message)
                self.changed.notify_all()
            if 'method' in message and 'id' in message and self.answer:
                self.send({'jsonrpc': '2.0', 'id': message['id'], 'result': self.answer(message['method'], message['params'])})
            elif 'method' in message and 'id' in message and self.refuse:
                self.send({'jsonrpc': '2.0', 'id': message['id'], 'error': self.refuse})
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b'\n')

    def wait(self, reached):
        with self.changed:
            if not self.changed.wait_for(lambda: reached() or self.ended, PATIENCE) or not reached():
                raise AssertionError(f'it did not come; said: {"".join(self.said)[-2000:]}')

    def start(self, method, params=None, id=None):
        self.last += 1
        id = self.last if id is None else id
        self.send({'jsonrpc': '2.0', 'id': id, 'method': method, 'params': params or {}})
        return id

    def reply(self, id):
        key = json.dumps(id)
        self.wait(lambda: key in self.replies)
        return self.replies[key][0]

    def ask(self, method, params=None, id=None):
        return self.reply(self.start(method, params, id))

    # The old era.
    def hello(self, capabilities=None, version='2025-11-25'):
        result = self.ask('initialize', {'protocolVersion': version, 'capabilities': capabilities or {},
                                         'clientInfo': {'name': 'test', 'version': '1'}})['result']
        self.send({'jsonrpc': '2.0', 'method': 'notifications/initialized'})
        return result

    # The new era.
    def modern(self, method, params=None, capabilities=None, id=None, **meta):
        return self.ask(method, self.with_meta(params, capabilities, **meta), id)

    @staticmethod
    def with_meta(params=None, capabilities=None, **meta):
        values = {META + 'protocolVersion': MODERN, META + 'clientCapabilities': capabilities or {}}
        values.update({(k if k == 'progressToken' else META + k): v for k, v in meta.items()})
        return {**(params or {}), '_meta': values}

    def close(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        for thread in self.threads:
            thread.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Deaf(Client):
    """Reads nothing of what it is told."""

    def listen(self):
        pass

    def fill(self, message):
        """Sends a message as often as the server takes it."""
        os.set_blocking(self.process.stdin.fileno(), False)
        line = json.dumps(message).encode() + b'\n'
        last = time.monotonic()
        while time.monotonic() - last < 1:
            try:
                if os.write(self.process.stdin.fileno(), line):
                    last = time.monotonic()
            except BlockingIOError:
                time.sleep(0.02)


class Case(unittest.TestCase):
    environment = {}

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix='fathom-mcp-')
        self.addCleanup(shutil.rmtree, self.home, True)
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            self.assertEqual(client.close(), 0, ''.join(client.said)[-4000:])

    def client(self, environment=None, kind=Client):
        client = kind(self.home, {**self.environment, **(environment or {})})
        self.clients.append(client)
        return client

    def until(self, reached, pause=0.02):
        """Asks again until it is so: the server tells nobody. Fails after PATIENCE."""
        deadline = time.monotonic() + PATIENCE
        while not (got := reached()):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(pause)
        return got

    def call(self, c, name, capabilities=None, **arguments):
        """The result of a tool, in the new era."""
        return c.modern('tools/call', {'name': name, 'arguments': arguments}, capabilities)['result']

    def index_sample(self):
        environment = {**{k: v for k, v in os.environ.items() if not k.startswith('FATHOM_')}, 'FATHOM_HOME': f'{self.home}/data',
                       'XDG_CONFIG_HOME': self.home}
        subprocess.run([FATHOM, 'corpus', 'add', 'sample', str(ROOT / 'examples/corpus')], env=environment, check=True,
                       capture_output=True, timeout=PATIENCE)


class Served(Case):
    """Beside the test services, which answer as the script says."""
    script = ''

    def setUp(self):
        super().setUp()
        self.testd = Testd(self.script)
        self.environment = self.testd.environment()

    def tearDown(self):
        super().tearDown()
        self.testd.close()
