"""Accounts: what is counted against them, and what ends with them."""
import socket, time, unittest

from harness import Case, GIVEN, PATIENCE
import test_users

SCRIPT = '''
serve openai
  when body~"slow batteries" reply by-hash latency 120s
  else reply by-hash
serve anthropic reply by-hash
'''


class Accounts(Case):
    """A server with an admin; a test adds users of its own."""
    script = SCRIPT

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.get('/readyz')
        cls.root = {'Authorization': f'Bearer {test_users.Users.add("root", "admin", 0, cls.server)}'}
        cls.wait(cls, lambda: cls.server.get('/version').status == 401)

    def wait(self, condition, what='it did not happen'):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, what
            time.sleep(0.02)

    def admin(self, method, path, body=None):
        return self.server.ask(method, path, body, headers=self.root)

    def add(self, name, **limits):
        """A user with these limits; the headers that open for it."""
        added = self.admin('POST', '/users', {'name': name, **limits})
        self.assertEqual(added.status, 201, added)
        return {'Authorization': f'Bearer {self.admin("POST", f"/users/{name}/token", {}).data["token"]}'}

    def user(self, name):
        return next(u for u in self.admin('GET', '/users').data['users'] if u['name'] == name)


class Quotas(Accounts):
    def test_what_a_model_is_asked_outside_of_a_run_is_counted(self):
        headers = self.add('judge')
        for what in ('validate-input', 'improve-input'):
            before = self.user('judge')['tokensToday']
            self.server.post(f'/research/{what}', {'prompt': 'What limits grid batteries?'}, headers=headers)
            self.assertGreater(self.user('judge')['tokensToday'], before, what)

    def test_who_has_spent_the_day_asks_no_model(self):
        headers = self.add('spent', tokensPerDay=1)
        prompt = {'prompt': 'What limits grid batteries?'}
        self.server.post('/research/validate-input', prompt, headers=headers)
        asked = self.testd.control('log').count('\n')
        for what in ('validate-input', 'improve-input'):
            answer = self.server.post(f'/research/{what}', prompt, headers=headers)
            self.assertError(answer, 429, 'TOO_MANY_REQUESTS')
            self.assertEqual(answer.error['details'], {'limit': 'tokensPerDay'})
            self.assertTrue(0 < int(answer.headers['Retry-After']) <= 86400)
        self.assertEqual(self.testd.control('log').count('\n'), asked)
        self.assertEqual(self.user('spent')['runsToday'], 0)

    def test_a_run_that_waited_while_the_day_was_spent_does_not_begin(self):
        headers = self.add('waiter', tokensPerDay=1, concurrentRuns=1)
        works, waits = (self.server.post('/research', SLOW, headers=headers).data['id'] for _ in range(2))
        self.server.post('/research/validate-input', {'prompt': 'What limits grid batteries?'}, headers=headers)
        self.server.post(f'/research/{works}/cancel', {}, headers=headers)
        self.assertEqual(self.server.until(waits, headers=headers), 'failed')
        run = self.server.get(f'/research/{waits}', headers=headers).data
        self.assertIn('quota of tokens for today is used up', run['error']['message'])
        self.assertEqual(run['usage']['calls'], 0)

    def test_who_has_spent_the_day_resumes_nothing(self):
        headers = self.add('resumer', tokensPerDay=1)
        run = self.server.post('/research', SLOW, headers=headers).data['id']
        self.server.post(f'/research/{run}/cancel', {}, headers=headers)
        self.server.post('/research/validate-input', {'prompt': 'What limits grid batteries?'}, headers=headers)
        answer = self.server.post(f'/research/{run}/resume', {}, headers=headers)
        self.assertError(answer, 429, 'TOO_MANY_REQUESTS')
        self.assertEqual(answer.error['details'], {'limit': 'tokensPerDay'})

    def test_a_plan_asks_no_model(self):
        headers = self.add('planner', tokensPerDay=1000)
        asked = self.testd.control('log').count('\n')
        self.assertEqual(self.server.post('/research/plan', {'query': 'What limits grid batteries?'}, headers=headers).status, 200)
        self.assertEqual(self.testd.control('log').count('\n'), asked)
        self.assertEqual(self.user('planner')['tokensToday'], 0)


SLOW = {'query': 'slow batteries', 'workflow': 'panel', 'models': ['openai/test'], 'contexts': GIVEN['contexts']}


class Ends(Accounts):
    """What ends with a token and with a user."""

    def open(self, path, headers, body=b'', method='GET'):
        """A request on a socket of its own, once its head and the first bytes of its answer are there."""
        s = socket.create_connection((self.server.host, self.server.port), timeout=PATIENCE)
        self.addCleanup(s.close)
        s.sendall(f'{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: {headers["Authorization"]}\r\nContent-Type: application/json\r\n'
                  f'Content-Length: {len(body)}\r\n\r\n'.encode() + body)
        return s

    def stream(self, run, headers):
        s = self.open(f'/research/{run}/stream', headers)
        self.assertIn(b' 200 ', s.recv(4096))
        return s

    def ended(self, s):
        """Reads to the end; the test fails by its patience when there is none."""
        said = b''
        try:
            while part := s.recv(65536):
                said += part
        except ConnectionResetError:
            pass
        return said

    def is_open(self, s):
        s.setblocking(False)
        try:
            while part := s.recv(65536):
                pass
            return False
        except BlockingIOError:
            return True

    def start(self, headers, settings=SLOW):
        answer = self.server.post('/research', settings, headers=headers)
        self.assertEqual(answer.status, 202, answer)
        return answer.data['id']

    def tokens(self, name):
        return self.admin('POST', f'/users/{name}/token', {'label': 'another'}).data

    def test_streams_end_with_their_token(self):
        ada, bob = self.add('ada'), self.add('bob')
        selector = ada['Authorization'].split('_')[1]
        other = {'Authorization': f'Bearer {self.tokens("ada")["token"]}'}
        runs = self.start(ada), self.start(bob)
        one, same, second, bobs = self.stream(runs[0], ada), self.stream(runs[0], ada), self.stream(runs[0], other), self.stream(runs[1], bob)
        chat = self.open('/v1/chat/completions', ada, b'{"model":"fathom/panel","messages":[{"role":"user","content":"slow batteries"}],"fathom":{"models":["openai/test"]}}', 'POST')
        self.assertEqual(self.admin('POST', '/users/ada/token', {'revoke': selector}).status, 201)
        self.ended(one)
        self.ended(same)
        self.ended(chat)
        self.assertTrue(self.is_open(second))
        self.assertTrue(self.is_open(bobs))
        self.assertEqual(self.server.get(f'/research/{runs[0]}/stream', headers=ada).status, 401)
        self.assertEqual(self.admin('GET', f'/research/{runs[0]}').data['runStatus'], 'running')      # the run is not the token's

    def test_a_demoted_admin_reads_no_more_of_others(self):
        owner, boss = self.add('owner'), self.add('boss', role='admin')
        run = self.start(owner)
        s = self.stream(run, boss)
        self.assertEqual(self.admin('PATCH', '/users/boss', {'role': 'user'}).status, 200)
        self.ended(s)
        self.assertEqual(self.server.get(f'/research/{run}/stream', headers=boss).status, 404)

    def test_what_a_removed_user_has_under_way_ends(self):
        gone = self.add('gone', concurrentRuns=1)
        done = self.server.research(headers=gone)
        link = self.server.post(f'/research/{done}/share', headers=gone).data['token']
        self.assertEqual(self.server.get(f'/share/{link}').status, 200)
        working = self.start(gone)
        self.wait(lambda: self.admin('GET', f'/research/{working}').data['runStatus'] == 'running')
        queued, single = self.start(gone), self.start(gone, {**GIVEN, 'query': 'What limits cells?'})
        self.assertEqual(self.admin('GET', f'/research/{queued}/why').data['waitingFor'], 'its turn in the queue')
        s = self.stream(queued, gone)
        asked = self.testd.control('log').count('\n')
        self.assertEqual(self.admin('DELETE', '/users/gone').status, 200)
        self.ended(s)
        self.assertEqual(self.server.get('/version', headers=gone).status, 401)
        for run in (queued, single, working):
            self.wait(lambda: self.admin('GET', f'/research/{run}').data.get('runStatus', self.admin('GET', f'/research/{run}').data['status']) == 'cancelled', run)
            self.assertEqual(self.admin('GET', f'/research/{run}').data['error']['message'], 'The user it belongs to was removed.')
        types = [e['type'] for e in self.admin('GET', f'/research/{queued}/events').data['events']]
        self.assertNotIn('run_started', types)
        self.assertEqual(self.testd.control('log').count('\n'), asked)
        self.assertError(self.server.get(f'/share/{link}'), 404, 'NOT_FOUND')
        back = self.add('gone')          # who comes back has the runs again, and the links stay closed
        self.assertEqual(self.server.get(f'/research/{done}', headers=back).data['status'], 'completed')
        self.assertEqual(self.server.get(f'/share/{link}').status, 404)

    def test_the_last_admin_stays(self):
        selector = self.root['Authorization'].split('_')[1]
        for method, path, body in (('DELETE', '/users/root', None), ('PATCH', '/users/root', {'role': 'user'}), ('POST', '/users/root/token', {'revoke': selector})):
            answer = self.admin(method, path, body)
            self.assertError(answer, 409, 'CONFLICT')
            self.assertIn('PATCH /users/NAME', answer.error['message'])
        self.admin('POST', '/users', {'name': 'deputy', 'role': 'admin'})
        self.assertError(self.admin('DELETE', '/users/root'), 409, 'CONFLICT')        # a deputy without a token is none
        deputy = {'Authorization': f'Bearer {self.tokens("deputy")["token"]}'}
        self.assertEqual(self.admin('PATCH', '/users/root', {'role': 'user'}).status, 200)
        self.assertError(self.server.ask('DELETE', '/users/deputy', headers=deputy), 409, 'CONFLICT')
        self.assertEqual(self.server.ask('PATCH', '/users/root', {'role': 'admin'}, headers=deputy).status, 200)
        self.assertEqual(self.admin('DELETE', '/users/deputy').status, 200)
        local = self.server.command('users', 'set', 'root', '--role', 'user')       # on the machine itself everything may be done
        self.assertEqual(local.returncode, 0, local)
        self.assertEqual(self.server.command('users', 'set', 'root', '--role', 'admin').returncode, 0)

    def test_what_is_changed_of_a_user_is_told_with_what_was_spent(self):
        headers = self.add('busy')
        self.server.research(headers=headers)
        self.assertEqual(self.admin('PATCH', '/users/busy', {'runsPerDay': 9}).data['runsToday'], 1)


if __name__ == '__main__':
    unittest.main()
