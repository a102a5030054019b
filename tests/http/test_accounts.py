"""Accounts: what is counted against them, and what ends with them."""
import time, unittest

from harness import Case, PATIENCE
import test_users

SCRIPT = '''
serve openai reply by-hash
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

    def test_a_plan_asks_no_model(self):
        headers = self.add('planner', tokensPerDay=1000)
        asked = self.testd.control('log').count('\n')
        self.assertEqual(self.server.post('/research/plan', {'query': 'What limits grid batteries?'}, headers=headers).status, 200)
        self.assertEqual(self.testd.control('log').count('\n'), asked)
        self.assertEqual(self.user('planner')['tokensToday'], 0)


if __name__ == '__main__':
    unittest.main()
