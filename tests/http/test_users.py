"""Users and tokens: who sees what, who may not, and how often."""
import concurrent.futures, http.client, json, os, socket, subprocess, tempfile, threading, time, unittest

from harness import Case, FATHOM, GIVEN, PATIENCE, Server, Testd


def together(n, call):
    with concurrent.futures.ThreadPoolExecutor(n) as pool:
        return [f.result() for f in [pool.submit(call) for _ in range(n)]]


class Users(Case):
    """Two users, an admin, and a user that may ask seldom."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.get('/readyz')       # makes the database
        cls.tokens = {name: cls.add(name, role, rate) for name, role, rate in
                      (('ada', 'user', 0), ('bob', 'user', 0), ('eve', 'user', 0), ('root', 'admin', 0), ('slow', 'user', 5))}
        deadline = time.monotonic() + PATIENCE
        while cls.server.get('/version').status != 401:         # the server notices its first user by itself
            assert time.monotonic() < deadline
            time.sleep(0.05)

    @classmethod
    def add(cls, name, role, rate, server=None):
        """A user by the commands, as on the machine of the server; the token."""
        server = server or cls.server
        added = server.command('users', 'add', name, '--role', role, '--requests-per-minute', str(rate))
        assert added.returncode == 0, added
        return cls.token(name, server)

    @classmethod
    def token(cls, name, server, *more):
        made = server.command('users', 'token', name, '--json', *more)
        assert made.returncode == 0, made
        return json.loads(made.stdout)['token']

    def as_(self, name):
        return {'headers': {'Authorization': f'Bearer {self.tokens[name]}'}}

    # --- tokens ---

    def test_without_a_token_everything_but_health_is_401(self):
        document = self.server.get('/openapi.json').json
        for path, item in document['paths'].items():
            for method, route in item.items():
                with self.subTest(f'{method} {path}'):
                    body = {} if method in ('post', 'patch') else None
                    answer = self.server.ask(method.upper(), path.replace('{', '').replace('}', ''), body)
                    if route.get('security') == []:
                        self.assertIn(answer.status, (200, 404))         # a link that is none
                        continue
                    self.assertEqual(answer.status, 401, answer)
                    self.assertIn('Bearer', answer.headers['WWW-Authenticate'])

    def test_tokens_that_are_none_are_401(self):
        good = self.tokens['ada']
        expired = self.token('ada', self.server, '--expires', '1ms')
        for token in ('', 'x', good[:-1], good + '0', good[:-1] + ('0' if good[-1] != '0' else '1'), good.upper(), 'fathom__', 'fathom_' + '0' * 12 + '_' + '0' * 40,
                      expired, good.replace('_', ' '), '\u00e9', 'a' * 3000):
            with self.subTest(token):
                self.assertEqual(self.server.get('/version', headers={'Authorization': b'Bearer ' + token.encode()}).status, 401)
        self.assertEqual(self.server.get('/version', headers={'Authorization': f'Basic {good}'}).status, 401)
        self.assertEqual(self.server.get('/version', headers={'Authorization': f'bearer {good}'}).status, 200)
        self.assertEqual(self.server.get(f'/version?token={good}').status, 401)

    def test_who_sends_no_token_is_not_told_that_it_is_wrong(self):
        self.assertIn('needs the token', self.server.get('/version').error['message'])
        self.assertIn('not valid', self.server.get('/version', headers={'Authorization': 'Bearer x'}).error['message'])

    def test_a_body_is_not_read_for_who_may_not_send_it(self):
        answer = self.server.ask('POST', '/corpora/x', {'documents': [{'name': 'a', 'text': 'x' * 3000000}]})
        self.assertEqual(answer.status, 401)

    def test_a_body_is_read_for_who_may(self):
        answer = self.server.ask('POST', '/corpora/large', {'documents': [{'name': 'a', 'text': 'words ' * 500000}]}, **self.as_('ada'))
        self.assertEqual((answer.status, answer.data['documents']), (200, 1))

    # --- whose is what ---

    def test_the_runs_of_others_are_not_there(self):
        run = self.server.research(**self.as_('ada'))
        self.assertEqual(self.server.get(f'/research/{run}', **self.as_('ada')).status, 200)
        self.assertEqual(self.server.get(f'/research/{run}', **self.as_('root')).status, 200)
        for method, path in (('GET', ''), ('PATCH', ''), ('DELETE', ''), ('GET', '/events'), ('GET', '/stream'), ('GET', '/report'), ('GET', '/sources'), ('GET', '/claims'),
                             ('GET', '/claims/1'), ('GET', '/provenance'), ('GET', '/why'), ('POST', '/cancel'), ('POST', '/finish'), ('POST', '/resume'),
                             ('POST', '/answers'), ('POST', '/approve'), ('POST', '/confirm'), ('POST', '/retry'), ('POST', '/enhance')):
            body = {'/answers': {'answer': 'x'}, '/confirm': {'action': 'proceed'}, '': {'title': 'x'}}.get(path, {}) if method != 'GET' and method != 'DELETE' else None
            with self.subTest(method + path):
                answer = self.server.ask(method, f'/research/{run}{path}', body, **self.as_('eve'))
                if answer.status == 400:
                    continue        # the body did not fit; nothing was said about the run
                self.assertError(answer, 404, 'NOT_FOUND')
        self.assertEqual(self.server.get('/research', **self.as_('eve')).data['researches'], [])
        self.assertError(self.server.get('/research/last', **self.as_('eve')), 404, 'NOT_FOUND')
        self.assertError(self.server.get(f'/research/{run[:8]}', **self.as_('eve')), 404, 'NOT_FOUND')
        self.assertEqual(self.server.get(f'/research/{run}', **self.as_('ada')).data['status'], 'completed')

    def test_a_chat_cannot_go_on_with_the_run_of_another(self):
        run = self.server.research(**self.as_('ada'))
        answer = self.server.post('/v1/chat/completions', {'model': 'fathom', 'fathom': {'models': ['extractive'], 'contexts': GIVEN['contexts']}, 'messages': [
            {'role': 'assistant', 'content': f'x\n\n[//]: # ({run})'}, {'role': 'user', 'content': GIVEN['query']}]}, **self.as_('bob'))
        self.assertEqual(answer.status, 200, answer)
        self.assertNotEqual(answer.headers['X-Fathom-Run'], run)

    def test_only_an_admin_reads_the_metrics(self):
        self.assertError(self.server.get('/metrics', **self.as_('ada')), 403, 'FORBIDDEN')
        self.assertEqual(self.server.get('/metrics', **self.as_('root')).status, 200)

    def test_corpora_belong_to_users(self):
        self.server.post('/corpora/mine', {'documents': [{'name': 'a', 'text': 'Moisture.'}]}, **self.as_('ada'))
        self.assertError(self.server.get('/corpora/mine', **self.as_('bob')), 404, 'NOT_FOUND')
        self.assertNotIn('mine', [c['name'] for c in self.server.get('/corpora', **self.as_('bob')).data['corpora']])

    # --- how often ---

    def test_who_asks_too_often_is_told_when_to_ask_again(self):
        answers = [self.server.get('/version', **self.as_('slow')) for _ in range(8)]
        self.assertEqual(answers[0].status, 200)
        last = answers[-1]
        self.assertError(last, 429, 'TOO_MANY_REQUESTS')
        self.assertTrue(1 <= int(last.headers['Retry-After']) <= 60)
        chat = self.server.post('/v1/chat/completions', {}, **self.as_('slow'))
        self.assertEqual((chat.status, chat.json['error']['type']), (429, 'rate_limit_exceeded'))

    def test_a_request_counts_once_however_much_it_reads(self):
        token = self.add('counted', 'user', 4)
        headers = {'Authorization': f'Bearer {token}'}
        run = self.server.research(wait=False, headers=headers)
        self.server.until(run, **self.as_('root'))
        answers = []
        while not answers or answers[-1] == 200:
            answers.append(self.server.get(f'/research/{run}', headers=headers).status)       # reads state and report
        self.assertGreaterEqual(answers.count(200), 3)
        self.assertEqual(answers[-1], 429)

    # --- once ---

    def test_a_paid_request_that_is_sent_again_is_done_once(self):
        headers = {**self.as_('ada')['headers'], 'Idempotency-Key': 'key-1'}
        first = self.server.post('/research', GIVEN, headers=headers)
        again = self.server.post('/research', GIVEN, headers=headers)
        self.assertEqual((first.status, again.status, first.data, first.headers['Location']), (202, 202, again.data, again.headers['Location']))
        self.assertEqual(again.headers['Idempotency-Replayed'], 'true')
        other = self.server.post('/research', {**GIVEN, 'query': 'Something else?'}, headers=headers)
        self.assertError(other, 422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key')
        bob = self.server.post('/research', GIVEN, headers={**self.as_('bob')['headers'], 'Idempotency-Key': 'key-1'})
        self.assertNotEqual(bob.data['id'], first.data['id'])
        bad = {**headers, 'Idempotency-Key': 'key-2'}
        self.assertError(self.server.post('/research', {}, headers=bad), 400, 'INVALID_REQUEST')
        self.assertEqual(self.server.post('/research', GIVEN, headers=bad).status, 202)     # what failed may be asked again
        self.assertError(self.server.post('/research', GIVEN, headers={**headers, 'Idempotency-Key': 'x' * 300}), 400, 'INVALID_REQUEST', 'Idempotency-Key')
        for run in (first, bob):
            self.server.until(run.data['id'], **self.as_('root'))

    def test_many_at_the_same_moment_start_one_run(self):
        headers = {**self.as_('ada')['headers'], 'Idempotency-Key': 'key-3'}
        answers = [None] * 8

        def ask(i):
            answers[i] = self.server.post('/research', GIVEN, headers=headers)
        threads = [threading.Thread(target=ask, args=(i,)) for i in range(len(answers))]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual({a.status for a in answers} - {202, 409}, set())
        self.assertEqual(len({a.data['id'] for a in answers if a.status == 202}), 1)


class Once(Case):
    """Requests that are sent again with their Idempotency-Key."""
    script = "serve openai reply by-hash\nserve anthropic reply by-hash\n"
    chat = {'model': 'fathom', 'messages': [{'role': 'user', 'content': GIVEN['query']}], 'fathom': {'models': ['extractive'], 'contexts': GIVEN['contexts']}}

    def twice(self, path, body, key):
        return [self.server.post(path, body, headers={'Idempotency-Key': key}) for _ in range(2)]

    def calls(self):
        return self.testd.control('log').count('\n')

    def runs(self):
        return len(self.server.get('/research?limit=100').data['researches'])

    def test_every_route_that_takes_a_key_says_so(self):
        document = self.server.get('/openapi.json').json
        taking = {path for path, item in document['paths'].items() for route in item.values() if any(p['name'] == 'Idempotency-Key' for p in route.get('parameters', []))}
        self.assertEqual(taking, {'/research', '/research/draft', '/internal/research/draft', '/research/validate-input', '/research/improve-input', '/research/plan', '/v1/chat/completions'} |
                         {f'/research/{{id}}/{what}' for what in ('approve', 'confirm', 'retry', 'enhance', 'resume', 'answers', 'rewrite')})

    def test_a_draft_is_made_once(self):
        body = {'prompt': 'What limits grid batteries?', 'selectedModels': ['openai/test', 'anthropic/test-a']}
        before = self.runs()
        first, again = self.twice('/research/draft', body, 'draft-1')
        self.assertEqual((first.status, first.data, first.headers['Location']), (201, again.data, again.headers['Location']))
        self.assertEqual((again.status, again.headers['Idempotency-Replayed']), (201, 'true'))
        self.assertEqual(self.runs(), before + 1)
        other = self.server.post('/research/draft', {'prompt': 'Something else'}, headers={'Idempotency-Key': 'draft-1'})
        self.assertError(other, 422, 'IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key')

    def test_a_prompt_is_judged_once(self):
        for what in ('validate-input', 'improve-input'):
            first = self.server.post(f'/research/{what}', {'prompt': 'What limits grid batteries?'}, headers={'Idempotency-Key': what})
            asked = self.calls()
            again = self.server.post(f'/research/{what}', {'prompt': 'What limits grid batteries?'}, headers={'Idempotency-Key': what})
            if first.status == 200:
                self.assertEqual((again.body, again.headers['Idempotency-Replayed'], self.calls()), (first.body, 'true', asked))

    def test_a_chat_that_is_sent_again_gets_the_same_run(self):
        before = self.runs()
        first, again = self.twice('/v1/chat/completions', self.chat, 'chat-1')
        self.assertEqual((first.status, again.status), (200, 200), again)
        self.assertEqual(again.headers['Idempotency-Replayed'], 'true')
        self.assertEqual(first.headers['X-Fathom-Run'], again.headers['X-Fathom-Run'])
        self.assertEqual(first.json['choices'], again.json['choices'])
        self.assertEqual(self.runs(), before + 1)
        streamed = self.server.post('/v1/chat/completions', {**self.chat, 'stream': True}, headers={'Idempotency-Key': 'chat-2'})
        repeated = self.server.post('/v1/chat/completions', {**self.chat, 'stream': True}, headers={'Idempotency-Key': 'chat-2'})
        self.assertEqual(streamed.headers['X-Fathom-Run'], repeated.headers['X-Fathom-Run'])
        self.assertIn(b'[DONE]', repeated.body)
        self.assertEqual(self.runs(), before + 2)
        other = self.server.post('/v1/chat/completions', {**self.chat, 'stream': True}, headers={'Idempotency-Key': 'chat-1'})
        self.assertEqual((other.status, other.json['error']['param']), (422, 'Idempotency-Key'))

    def test_chats_at_the_same_moment_are_one_run(self):
        answers = together(6, lambda: self.server.post('/v1/chat/completions', self.chat, headers={'Idempotency-Key': 'chat-3'}))
        self.assertEqual({a.status for a in answers} - {200, 409}, set())
        self.assertEqual(len({a.headers['X-Fathom-Run'] for a in answers if a.status == 200}), 1)

    def test_a_chat_that_failed_may_be_asked_again(self):
        headers = {'Idempotency-Key': 'chat-4'}
        self.assertEqual(self.server.post('/v1/chat/completions', {'model': 'nothing'}, headers=headers).status, 404)
        self.assertEqual(self.server.post('/v1/chat/completions', self.chat, headers=headers).status, 200)


class Dying(unittest.TestCase):
    """A server that dies at any commit while it takes a paid request; the client sends it again to the next one."""

    def test_a_draft_that_is_sent_again_to_the_next_server_is_made_once(self):
        body = {'prompt': 'What limits grid batteries?', 'originalMessage': 'Ask claude'}
        with tempfile.TemporaryDirectory() as home:
            server = Server(home, {'ANTHROPIC_API_KEY': 'x'})
            server.post('/research/draft', {'prompt': 'The first'})
            server.stop()
            for boundary in range(1, 20):
                headers = {'Idempotency-Key': f'key-{boundary}'}
                server.environment['FATHOM_CRASH_AT'] = str(boundary)
                server.start()
                try:
                    first = server.post('/research/draft', body, headers=headers)
                except (OSError, http.client.HTTPException):
                    first = None
                server.stop(9)
                del server.environment['FATHOM_CRASH_AT']
                server.start()
                again = server.post('/research/draft', body, headers=headers)
                self.assertEqual((again.status, again.data['status'], again.data['selectedModels']), (201, 'draft', ['claude-opus-4.5']), f'{boundary}: {again}')
                self.assertEqual(len(server.get('/research?limit=100').data['researches']), boundary + 1)
                server.stop()
                if first:
                    break
            self.assertTrue(first)
            self.assertGreater(boundary, 2, 'it died nowhere')

    def test_a_request_that_is_sent_again_to_the_next_server_is_done_once(self):
        with tempfile.TemporaryDirectory() as home:
            server = Server(home)
            server.research()
            server.stop()
            for boundary in range(1, 60):
                headers = {'Idempotency-Key': f'key-{boundary}'}
                asked = {**GIVEN, 'query': f'What limits perovskite solar cells ({boundary})?'}
                server.environment['FATHOM_CRASH_AT'] = str(boundary)
                server.start()
                try:
                    answered = server.post('/research', asked, headers=headers).status == 202
                except (OSError, http.client.HTTPException):
                    answered = False
                server.stop(9)
                del server.environment['FATHOM_CRASH_AT']
                server.start()
                again = server.post('/research', asked, headers=headers)
                self.assertEqual(again.status, 202, f'{boundary}: {again}')
                self.assertEqual(again.headers['Location'], f'/research/{again.data["id"]}')
                self.assertEqual(server.until(again.data['id']), 'completed')
                same = [r['id'] for r in server.get('/research?limit=100').data['researches'] if r['query'] == asked['query']]
                self.assertEqual(same, [again.data['id']], f'boundary {boundary}')
                server.stop()
                if answered:
                    break
            self.assertTrue(answered)
            self.assertGreater(boundary, 4, 'it died nowhere')

    def go_on(self, server, make, path, body):
        """For each commit a run of its own, that somebody lets go on; the reply is the first one, however often it is asked for."""
        for boundary in range(1, 40):
            headers = {'Idempotency-Key': f'{path}-{boundary}'}
            run = make(server, boundary)
            server.stop()
            server.environment['FATHOM_CRASH_AT'] = str(boundary)
            server.start()
            try:
                first = server.post(f'/research/{run}/{path}', body, headers=headers)
            except (OSError, http.client.HTTPException):
                first = None
            server.stop(9)
            del server.environment['FATHOM_CRASH_AT']
            server.start()
            again = server.post(f'/research/{run}/{path}', body, headers=headers)
            self.assertEqual((again.status, again.headers['Location'], again.data['id']), (202, f'/research/{run}', run), f'{boundary}: {again}')
            third = server.post(f'/research/{run}/{path}', body, headers=headers)
            self.assertEqual((third.status, third.body, third.headers['Idempotency-Replayed']), (202, again.body, 'true'))
            server.until(run)
            if first:
                self.assertEqual((first.status, first.body), (202, again.body))
                self.assertGreater(boundary, 2, 'it died nowhere')
                return
        self.fail('it always died')

    def test_what_lets_a_run_go_on_is_answered_as_the_first_time(self):
        def draft(server, n):
            return server.post('/research/draft', {**GIVEN, 'workflow': 'loop', 'query': f'What limits perovskite solar cells ({n})?'}).data['id']

        def asking(server, n):
            return server.research({**GIVEN, 'workflow': 'loop', 'reviewPlan': True, 'query': f'What limits perovskite solar cells ({n})?'})

        def cancelled(server, n):
            run = asking(server, n)
            self.assertEqual(server.post(f'/research/{run}/cancel').status, 200)
            self.assertEqual(server.until(run, ('cancelled',)), 'cancelled')
            return run

        for make, path, body in ((draft, 'approve', None), (asking, 'answers', {'answer': ''}), (cancelled, 'resume', None)):
            with self.subTest(path), tempfile.TemporaryDirectory() as home:
                server = Server(home)
                try:
                    self.go_on(server, make, path, body)
                finally:
                    server.stop(9)

    def test_decisions_about_a_panel_are_answered_as_the_first_time(self):
        panel = {'workflow': 'panel', 'selectedModels': ['openai/test', 'anthropic/test-a'], 'synthesisModel': 'openai/test'}
        testd = Testd('serve openai reply by-hash\nserve anthropic reply fault bad-key\n')
        try:
            for path, body in (('confirm', {'action': 'proceed'}), ('retry', None)):
                with self.subTest(path), tempfile.TemporaryDirectory() as home:
                    server = Server(home, testd.environment())
                    try:
                        self.go_on(server, lambda server, n: server.research({**panel, 'prompt': f'What limits grid batteries ({n})?'}), path, body)
                    finally:
                        server.stop(9)
        finally:
            testd.close()


class Listening(unittest.TestCase):
    """Where a server may listen."""

    def serve(self, home, listen, **environment):
        return subprocess.run([FATHOM, 'serve', '--listen', listen], env={**os.environ, 'FATHOM_HOME': f'{home}/data', 'XDG_CONFIG_HOME': home, **environment},
                              capture_output=True, text=True, timeout=PATIENCE)

    def test_other_machines_are_let_in_only_with_tokens(self):
        with tempfile.TemporaryDirectory() as home:
            for listen in ('0.0.0.0:0', '[::]:0', '10.11.12.13:0'):
                result = self.serve(home, listen)
                self.assertEqual(result.returncode, 2, result)
                self.assertIn('from other machines', result.stderr)
                self.assertIn('fathom users add', result.stderr)

    def test_bad_addresses_are_told(self):
        with tempfile.TemporaryDirectory() as home:
            for listen in ('127.0.0.1', 'nonsense', '127.0.0.1:99999', ':80', '127.0.0.1:x'):
                self.assertEqual(self.serve(home, listen).returncode, 2, listen)
            with socket.create_server(('127.0.0.1', 0)) as taken:
                result = self.serve(home, f'127.0.0.1:{taken.getsockname()[1]}')
                self.assertEqual(result.returncode, 2)
                self.assertIn('in use', result.stderr)

    def test_with_a_user_it_listens_everywhere_and_checks_the_host(self):
        with tempfile.TemporaryDirectory() as home:
            server = Server(home)
            server.get('/readyz')
            server.stop()
            token = Users.add('ada', 'user', 0, server)
            server = Server(home, {'FATHOM_SERVER_HOSTS': 'fathom.test'}, listen='0.0.0.0:0')
            server.host = '127.0.0.1'
            headers = {'Authorization': f'Bearer {token}'}
            self.assertEqual(server.get('/version', headers=headers).status, 200)
            self.assertEqual(server.get('/version', headers={**headers, 'Host': 'fathom.test'}).status, 200)
            self.assertEqual(server.get('/version', headers={**headers, 'Host': '192.168.1.2'}).status, 200)
            self.assertEqual(server.get('/version', headers={**headers, 'Host': 'evil.example'}).status, 403)
            self.assertEqual(server.get('/version').status, 401)
            server.stop()


if __name__ == '__main__':
    unittest.main()
