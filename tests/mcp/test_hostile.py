"""Clients that flood, send half messages and nonsense, or read nothing: they get errors, and the others are served."""
import http.client, json, random, socket, threading

import harness
from client import Case, Deaf, META, MODERN
from harness import PATIENCE
from test_http import BOTH, Door, HELLO, LIST, message

METHODS = ('ping', 'initialize', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/subscribe', 'resources/unsubscribe',
           'subscriptions/listen', 'tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/list', 'tasks/result', 'prompts/get', 'completion/complete',
           'logging/setLevel', 'server/discover', 'notifications/cancelled', 'notifications/initialized', 'nothing')
TOOLS = ('research_status', 'research_report', 'research_list', 'research_answer', 'research_cancel', 'research_resume', 'research_verify',
         'research_plan', 'corpus_search', 'check_claim', 'nothing')
NAMES = ('id', 'query', 'name', 'uri', 'arguments', '_meta', 'taskId', 'requestState', 'inputResponses', 'level', 'ref', 'argument', 'cursor')


class Nonsense:
    """Messages that look like some, the same ones for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, depth=0):
        kinds = [None, 0, -1, 2 ** 62, 1e308, '', 'x' * 300, '\0', 'ü€𝄞', True, 'last', 'run-1', 'research://report/last']
        if depth < 4:
            kinds += [[self.value(depth + 1) for _ in range(2)], {self.random.choice(NAMES): self.value(depth + 1) for _ in range(3)}]
        return self.random.choice(kinds)

    def message(self):
        method = self.random.choice(METHODS)
        params = {name: self.value() for name in self.random.sample(NAMES, 3)}
        if self.random.random() < .6:
            params['_meta'] = {META + 'protocolVersion': MODERN, META + 'clientCapabilities': {'sampling': {}, 'elicitation': {}}}
        if method == 'tools/call':
            params.update(name=self.random.choice(TOOLS))
        sent = {'jsonrpc': '2.0', 'method': method, 'params': params, 'id': self.random.choice([0, 'a', self.random.randrange(20), self.value()])}
        return sent if self.random.random() < .9 else {'jsonrpc': '2.0', 'id': self.random.randrange(9), self.random.choice(('result', 'error')): self.value()}

    def line(self):
        line = json.dumps(self.message()).encode()
        cut = self.random.random()
        if cut < .05:
            return line[:self.random.randrange(len(line))]
        return line if cut < .95 else bytes(self.random.randrange(256) for _ in range(99)).replace(b'\n', b' ')


class Pipes(Case):
    def test_nonsense_is_answered_and_the_next_client_finds_everything_in_order(self):
        for seed in range(3):
            c, nonsense = self.client(), Nonsense(seed)
            c.answer = lambda method, params: nonsense.value()
            for _ in range(300):
                c.write(nonsense.line() + b'\n')
            self.assertIn('result', c.modern('server/discover', id='end'))
        self.assertEqual(self.call(self.client(), 'research_list')['structuredContent']['runs'], [])

    def test_a_client_that_floods_and_reads_nothing_does_not_disturb_another(self):
        deaf, other = self.client(kind=Deaf), self.client()
        deaf.fill({'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list', 'params': deaf.with_meta()})
        for _ in range(20):
            self.assertNotIn('isError', self.call(other, 'research_list'))


class Http(Door, harness.Case):
    def hostile(self, seed, sessions):
        nonsense = Nonsense(seed)
        for _ in range(60):
            body = nonsense.line()
            headers = {'Accept': BOTH, 'Content-Type': 'application/json', 'Mcp-Session-Id': nonsense.random.choice(sessions)}
            connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
            connection.request('POST', '/mcp', body, headers)
            if nonsense.random.random() < .5:       # the others leave before the answer
                connection.getresponse().read(100)
            connection.close()
        for verb in ('GET', 'GET', 'DELETE'):
            connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
            connection.request(verb, '/mcp', headers={'Accept': BOTH, 'Mcp-Session-Id': sessions[seed % len(sessions)],
                                                      'Last-Event-ID': f'{seed % 3}-{seed % 2}'})
            connection.close()

    def test_a_good_client_is_served_beside_bad_ones(self):
        sessions = [self.post(message('initialize', HELLO)).headers['Mcp-Session-Id'] for _ in range(4)] + ['nobody']
        halves = [socket.create_connection((self.server.host, self.server.port)) for _ in range(20)]
        for half in halves:
            self.addCleanup(half.close)
            half.sendall(b'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"jsonrpc":')
        bad = [threading.Thread(target=self.hostile, args=(seed, sessions)) for seed in range(6)]
        for thread in bad:
            thread.start()
        own = self.hello()
        for n in range(40):
            answer = self.post(message('tools/call', LIST, n), own) if n % 2 else self.modern('tools/call', LIST, id=n)
            self.assertEqual((answer.status, answer.json['id']), (200, n))
        for thread in bad:
            thread.join(PATIENCE)
            self.assertFalse(thread.is_alive())
        self.assertEqual(self.modern('tools/list').status, 200)
