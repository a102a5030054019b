"""MCP over HTTP: headers, sessions, streams, and what becomes of a call whose client leaves or whose server stops."""
import concurrent.futures, http.client, json, shutil, tempfile, time

import harness, test_users
from client import Client, META, MODERN
from harness import PATIENCE, Server, Testd
from test_questions import ASK, FORM, SCRIPT

BOTH = 'application/json, text/event-stream'
LIST = {'name': 'research_list', 'arguments': {}}
HELLO = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'test', 'version': '1'}}


def message(method, params=None, id=1):
    return {'jsonrpc': '2.0', **({} if id is None else {'id': id}), 'method': method, 'params': params or {}}


class Stream:
    """A request whose answer is read as it comes."""

    def __init__(self, server, method, headers, body=None):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
        self.connection.request(method, '/mcp', None if body is None else json.dumps(body),
                                {'Accept': BOTH, 'Content-Type': 'application/json', **headers})
        self.answer = self.connection.getresponse()
        self.id = None      # of the last event

    def event(self):
        """The next event has an id, which is kept, or a message, which is returned; None at the end."""
        while line := self.answer.readline():
            if line.startswith(b'id: '):
                self.id = line[4:].strip().decode()
            if line.startswith(b'data:'):
                return json.loads(line[5:]) if line[5:].strip() else {}
        return None

    def next(self):
        """The next message; None at the end."""
        while (message := self.event()) == {}:
            pass
        return message

    def close(self):
        self.answer.close()
        self.connection.close()


class Door:
    """What a client says to the server `self.server`."""

    def post(self, body, headers=None, raw=None):
        return self.server.ask('POST', '/mcp', body, {'Accept': BOTH, 'Content-Type': 'application/json', **(headers or {})}, raw)

    @staticmethod
    def named(body, **other):
        """The headers that repeat a message of the new era."""
        headers = {'MCP-Protocol-Version': MODERN, 'Mcp-Method': body['method'], 'Mcp-Name': body['params'].get('name', '')}
        headers.update({k.replace('_', '-'): v for k, v in other.items()})
        return {k: v for k, v in headers.items() if v}

    def modern(self, method, params=None, capabilities=None, id=1, **meta):
        body = message(method, Client.with_meta(params, capabilities, **meta), id)
        return self.post(body, self.named(body))

    def hello(self, capabilities=None, headers=None):
        """A session of the old era; the headers that name it."""
        answer = self.post(message('initialize', {**HELLO, 'capabilities': capabilities or {}}, 0), headers)
        self.assertEqual((answer.status, answer.json['id']), (200, 0))
        session = {'Mcp-Session-Id': answer.headers['Mcp-Session-Id'], 'MCP-Protocol-Version': '2025-11-25', **(headers or {})}
        self.assertEqual(self.post(message('notifications/initialized', id=None), session).status, 202)
        return session

    def stream(self, method, headers, body=None):
        stream = Stream(self.server, method, headers, body)
        self.addCleanup(stream.close)
        return stream

    def call_modern(self, params):
        body = message('tools/call', Client.with_meta(params, progressToken='p'))
        stream = self.stream('POST', self.named(body), body)
        self.assertEqual(stream.next()['method'], 'notifications/progress')
        return stream

    def until_runs_are(self, wanted):
        deadline = time.monotonic() + PATIENCE
        while (got := [r['status'] for r in self.server.get('/research').data['researches']]) != wanted:
            self.assertLess(time.monotonic(), deadline, got)
            time.sleep(0.02)


class Protocol(Door, harness.Case):
    def test_headers_that_differ_from_the_body_are_refused(self):
        body = message('tools/call', Client.with_meta(LIST))
        self.assertEqual(self.post(body, self.named(body)).status, 200)
        self.assertEqual(self.post(body, self.named(body, Mcp_Name='=?base64?cmVzZWFyY2hfbGlzdA==?=')).status, 200)
        for wrong in ({'Mcp_Method': 'tools/list'}, {'Mcp_Method': ''}, {'Mcp_Name': 'other'}, {'Mcp_Name': '=?base64?%%?='},
                      {'Mcp_Name': ''}, {'MCP_Protocol_Version': '2025-11-25'}, {'MCP_Protocol_Version': ''}):
            answer = self.post(body, self.named(body, **wrong))
            self.assertEqual((answer.status, answer.json['error']['code'], answer.json['id']), (400, -32020, 1), wrong)

    def test_a_client_must_accept_both_kinds_of_answer(self):
        for accept, status in (('application/json', 406), ('text/event-stream', 406), ('', 406), ('*/*', 200), (BOTH, 200)):
            body = message('tools/list', Client.with_meta())
            self.assertEqual(self.post(body, {**self.named(body), 'Accept': accept}).status, status, accept)

    def test_what_is_no_message_is_refused_with_its_code(self):
        for raw, id, code in ((b'{"jsonrpc":"2.0","id":1,"method":', None, -32700), (b'', None, -32700), (b'\xff\xfe', None, -32700),
                              (b'{"jsonrpc":"2.0","id":1,"method":"\xc3"}', None, -32700), (b'[]', None, -32600), (b'7', None, -32600),
                              (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', None, -32600), (b'[' * 5000, None, -32700),
                              (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600), (b'{"id":0,"method":"ping"}', 0, -32600),
                              (b'{"jsonrpc":"2.0","id":"a","method":7}', 'a', -32600)):
            answer = self.post(None, raw=raw)
            self.assertEqual((answer.status, answer.json['id'], answer.json['error']['code']), (400, id, code), raw[:60])

    def test_ids_come_back_as_they_were_sent(self):
        for id in (0, -1, 2**53, '', 'x', '0', 'ü' * 1000):
            self.assertEqual(self.modern('tools/list', id=id).json['id'], id)

    def test_a_long_name_does_not_take_the_message_away(self):
        session = self.hello()
        for pad in range(3):        # it is cut within a character
            answer = self.post(message('x' * pad + '€' * 400), session)
            self.assertIn('there is no method', answer.json['error']['message'])

    def test_a_large_message_is_read_and_one_that_is_too_large_refused(self):
        self.assertIn('isError', self.modern('tools/call', {'name': 'research_status', 'arguments': {'id': 'a' * (7 << 20)}}).json['result'])
        head = f'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {64 << 20}\r\n\r\n'
        self.assertIn(b' 413 ', self.server.exchange(head.encode()).split(b'\r\n')[0])
        self.assertEqual(self.modern('tools/list').status, 200)

    def test_a_session_must_be_named_and_known(self):
        session = self.hello()
        self.assertEqual(self.post(message('tools/list'), session).status, 200)
        for headers, status in (({}, 400), ({'Mcp-Session-Id': 'nobody'}, 404), ({'Mcp-Session-Id': session['Mcp-Session-Id'] + '0'}, 404),
                                ({**session, 'MCP-Protocol-Version': '1999-01-01'}, 400)):
            self.assertEqual(self.post(message('tools/list'), headers).status, status, headers)
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers=session).status, 200)
        self.assertEqual(self.post(message('tools/list'), session).status, 404)
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers=session).status, 404)

    def test_a_session_has_one_stream_and_its_end_ends_it(self):
        session = self.hello()
        self.assertEqual(self.server.ask('GET', '/mcp', headers={**session, 'Accept': 'application/json'}).status, 405)
        first = self.stream('GET', session)
        self.assertEqual((first.answer.status, first.answer.headers['Content-Type']), (200, 'text/event-stream'))
        self.assertEqual(self.stream('GET', session).answer.status, 409)
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers=session).status, 200)
        self.assertIsNone(first.next())

    def test_batches_are_taken_in_the_revision_that_has_them(self):
        ping, list_, note = message('ping', id='a'), message('tools/call', LIST, 'b'), message('notifications/none', id=None)
        for version, taken in (('2025-03-26', True), ('2025-11-25', False)):
            answer = self.post(message('initialize', {**HELLO, 'protocolVersion': version}))
            session = {'Mcp-Session-Id': answer.headers['Mcp-Session-Id']}
            if not taken:
                self.assertEqual(self.post([ping], session).status, 400)
                continue
            stream = self.stream('POST', session, [ping, note, 7, list_, note])
            replies = {}
            while reply := stream.next():
                replies[reply['id']] = reply
            self.assertEqual({k: 'result' in v for k, v in replies.items()}, {'a': True, 'b': True, None: False})
            self.assertEqual(self.post([note, note], session).status, 202)
            self.assertEqual(self.stream('POST', session, []).next()['error']['code'], -32600)
            self.assertEqual(self.post([ping], {'Mcp-Session-Id': 'nobody'}).status, 404)
            stream = self.stream('POST', session, [message('tools/call', LIST, n) for n in range(300)])
            self.assertEqual(sorted(stream.next()['id'] for _ in range(300)), list(range(300)))
            self.assertIsNone(stream.next())

    def test_many_calls_at_once(self):
        session = self.hello()

        def call(n):
            if n % 2:
                return self.post(message('tools/call', LIST, n), session)
            return self.modern('tools/call', LIST, id=n)
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            for n, answer in enumerate(pool.map(call, range(200))):
                self.assertEqual((answer.status, answer.json['id']), (200, n), answer)


class Users(Door, harness.Case):
    add, token = classmethod(test_users.Users.add.__func__), classmethod(test_users.Users.token.__func__)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.get('/readyz')       # makes the database
        cls.tokens = {name: {'Authorization': 'Bearer ' + cls.add(name, 'user', 0)} for name in ('ada', 'bob')}
        deadline = time.monotonic() + PATIENCE
        while cls.server.get('/version').status != 401:
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def test_a_session_belongs_to_the_user_who_began_it(self):
        session = self.hello(headers=self.tokens['ada'])
        for _ in range(3):
            self.assertEqual(self.post(message('tools/call', LIST), session).status, 200)
        self.assertEqual(self.post(message('tools/call', LIST), {**session, **self.tokens['bob']}).status, 404)
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers={**session, **self.tokens['bob']}).status, 404)
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers=session).status, 200)


class Own(Door, harness.unittest.TestCase):
    """Each test has services and a server of its own."""
    script = SCRIPT

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix='fathom-mcp-')
        self.addCleanup(shutil.rmtree, self.home, True)
        self.testd = Testd(self.script)
        self.addCleanup(self.testd.close)
        self.server = Server(self.home, self.testd.environment())
        self.addCleanup(self.stop)

    def stop(self):
        if not self.server.process.stderr.closed:
            said = self.server.stop()
            self.assertEqual(self.server.process.returncode, 0, said)


class Asked(Own):
    def ask(self):
        """A call of the old era that waits for its client's answer."""
        session = self.hello(FORM)
        stream = self.stream('POST', session, message('tools/call', ASK, 'call'))
        question = stream.next()
        self.assertEqual(question['method'], 'elicitation/create')
        return session, stream, question

    def test_the_answer_to_a_question_comes_with_another_request(self):
        session, stream, question = self.ask()
        names = list(question['params']['requestedSchema']['properties'])
        reply = {'action': 'accept', 'content': {n: 'Sodium cells' for n in names}}
        for _ in range(2):      # the second is nobody's
            self.assertEqual(self.post({'jsonrpc': '2.0', 'id': question['id'], 'result': reply}, session).status, 202)
        last = stream.next()
        self.assertEqual((last['id'], last['result']['structuredContent']['status']), ('call', 'completed'))
        self.assertIsNone(stream.next())

    def again(self, session, id):
        return self.stream('GET', {**session, 'Last-Event-ID': id})

    def test_a_stream_that_was_lost_goes_on_where_the_client_comes_back(self):
        session, stream, question = self.ask()
        self.assertRegex(stream.id, '^[0-9]+-1$')
        number = stream.id.split('-')[0]
        stream.close()
        primed = self.again(session, f'{number}-0')     # it had only the first event, which has no message
        self.assertEqual(primed.next(), question)
        moved = self.again(session, primed.id)          # the other connection is still there
        self.assertIsNone(primed.next())
        reply = {'action': 'accept', 'content': {'answer1': 'Sodium cells'}}
        self.assertEqual(self.post({'jsonrpc': '2.0', 'id': question['id'], 'result': reply}, session).status, 202)
        last = moved.next()
        self.assertEqual((last['id'], last['result']['structuredContent']['status'], moved.id), ('call', 'completed', f'{number}-2'))
        self.assertIsNone(moved.next())
        ended = self.again(session, f'{number}-1')      # the call has been answered: the answer is kept
        self.assertEqual(ended.next(), last)
        self.assertIsNone(ended.next())
        self.assertIsNone(self.again(session, f'{number}-2').next())
        for id in ('99-0', 'x', '-', f'{number}-9999999999999999999', f'{number}--1', '0-0', '\t7-', f'{number}-1-1'):
            self.assertEqual(self.again(session, id).answer.status, 400, id)
        self.assertEqual(self.again(self.hello(), f'{number}-1').answer.status, 400)   # another session's

    def test_what_belongs_to_no_request_is_heard_by_a_client_that_comes_back(self):
        session, stream, _ = self.ask()
        listening = self.stream('GET', session)
        run, = self.server.get('/research').data['researches']
        uri = f'research://report/{run["id"]}'
        self.assertEqual(self.post(message('resources/subscribe', {'uri': uri}), session).json['result'], {})
        listening.close()
        self.server.ask('DELETE', f'/research/{run["id"]}')
        told = self.again(session, '0-0')
        self.assertEqual(told.next()['params'], {'uri': uri})
        self.assertEqual(told.id, '0-1')

    def test_earlier_revisions_get_no_event_without_a_message(self):
        for version, first in (('2025-11-25', {}), ('2025-06-18', 'elicitation/create')):
            answer = self.post(message('initialize', {**HELLO, 'protocolVersion': version, 'capabilities': FORM}))
            session = {'Mcp-Session-Id': answer.headers['Mcp-Session-Id']}
            event = self.stream('POST', session, message('tools/call', ASK, 'call')).event()
            self.assertEqual(event and event['method'], first)

    def test_a_call_that_is_cancelled_while_its_client_is_asked_cancels_its_run(self):
        session, stream, _ = self.ask()
        self.assertEqual(self.post(message('notifications/cancelled', {'requestId': 'call'}, None), session).status, 202)
        self.assertIsNone(stream.next())
        self.until_runs_are(['cancelled'])

    def test_the_end_of_the_session_ends_its_calls_and_keeps_the_run(self):
        session, stream, _ = self.ask()
        self.assertEqual(self.server.ask('DELETE', '/mcp', headers=session).status, 200)
        self.assertIsNone(stream.next())
        self.until_runs_are(['waiting'])

    def test_a_server_that_stops_ends_the_call_and_keeps_the_run(self):
        _, stream, _ = self.ask()
        self.stop()
        self.assertIsNone(stream.next())
        self.server.start()
        self.until_runs_are(['waiting'])


class Slow(Own):
    script = 'latency 600s\nserve openai\nserve searxng\n'

    def test_a_client_that_leaves_cancels_its_run(self):
        self.call_modern(ASK).close()
        self.until_runs_are(['cancelled'])

    def test_a_server_that_stops_ends_calls_streams_and_sessions(self):
        session = self.hello()
        listening = self.stream('GET', session)
        calls = [self.call_modern(ASK) for _ in range(3)]
        body = message('subscriptions/listen', Client.with_meta({'notifications': {}}))
        watching = self.stream('POST', self.named(body), body)
        self.assertEqual(watching.next()['method'], 'notifications/subscriptions/acknowledged')
        self.stop()
        for stream in (listening, watching, *calls):
            while stream.next():
                pass

    def test_calls_that_come_while_the_server_stops_do_not_hold_it(self):
        def call(n):
            try:
                return self.modern('tools/call', ASK, id=n).status if n % 2 else self.post(message('initialize', HELLO, n)).status
            except (OSError, http.client.HTTPException):
                return 0
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = [pool.submit(call, n) for n in range(200)]
            answers[0].result()
            self.stop()
            self.assertLessEqual({a.result() for a in answers}, {0, 200, 202, 503})
