"""Every route of /openapi.json: its success, and each error of its table. A route without a row here fails the test."""
import json, re, socket, time, unittest

from harness import Case, GIVEN, PATIENCE, SLOW_AND_PARTIAL, TEXT
from test_openapi import faults
import test_users

PANEL = {'prompt': 'What limits grid batteries?', 'selectedModels': ['openai/test', 'anthropic/test-a'], 'synthesisModel': 'openai/test'}
NOBODY = 'run-000000000000'

# What every route has, or every one of a kind; the rest of its table needs an entry in CASES.
GENERAL = {'400', '401', '403', '404', '413', '415', '429', '503'}
# 503 is for a store that fails and a server that stops: test_stream.Stopping and tests/unit/test_http show it.


class Errors(Case):
    script = SLOW_AND_PARTIAL
    environment = {'FATHOM_WEBHOOK_SECRET': 'a secret of this test'}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.get('/readyz')
        cls.tokens = {name: test_users.Users.add(name, role, rate, cls.server) for name, role, rate in
                      (('ada', 'user', 0), ('eve', 'user', 0), ('root', 'admin', 0), ('slow', 'user', 1))}
        deadline = time.monotonic() + PATIENCE
        while cls.server.get('/version').status != 401:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        cls.document = cls.server.get('/openapi.json').json
        cls.routes = [(method, path, route) for path, item in cls.document['paths'].items() for method, route in item.items()]
        cls.done = cls.research(cls, GIVEN)
        cls.two = cls.research(cls, {**GIVEN, 'contexts': [*GIVEN['contexts'], {'name': 'glass.txt', 'text': 'Glass covers keep moisture out of solar cells.'}]})
        cls.queries = {**cls.queries, 'effect': '?path=' + cls.ask(cls, 'GET', f'/research/{cls.done}/effects').data['effects'][0]['path']}
        cls.panel = cls.research(cls, PANEL)
        cls.draft = cls.ask(cls, 'POST', '/research/draft', {'prompt': 'Draft'}).data['id']
        cls.ask(cls, 'POST', '/corpora/cells', {'documents': [{'name': 'a.txt', 'text': TEXT}]})

    # --- asking ---

    def ask(self, method, path, body=None, who='ada', headers=None, **more):
        return self.server.ask(method, path, body, headers={'Authorization': f'Bearer {self.tokens[who]}', **(headers or {})}, **more)

    def research(self, settings, wait=True, who='ada'):
        answer = self.ask(self, 'POST', '/research', settings, who) if isinstance(self, type) else self.ask('POST', '/research', settings, who)
        assert answer.status == 202, answer
        if wait:
            self.server.until(answer.data['id'], headers={'Authorization': f'Bearer {self.tokens[who]}'})
        return answer.data['id']

    def partial(self):
        return self.research({**PANEL, 'prompt': 'partial batteries'})

    def working(self):
        return self.research({**PANEL, 'prompt': 'slow batteries', 'synthesisModel': 'anthropic/test-a'}, wait=False)

    def fresh_draft(self):
        return self.ask('POST', '/research/draft', PANEL).data['id']

    def cancelled(self):
        run = self.partial()
        self.ask('POST', f'/research/{run}/cancel')
        return run

    def deleted(self):
        run = self.fresh_draft()
        self.ask('DELETE', f'/research/{run}')
        return run

    def shared(self):
        return self.ask('POST', f'/research/{self.done}/share').data['token']

    def pending(self):
        """A run whose second model has answered and whose first has not."""
        run, deadline = self.working(), time.monotonic() + PATIENCE
        while self.ask('GET', f'/research/{run}').data['llmResults'].get('openai/test', {}).get('status') != 'processing':
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return run

    # --- success: values of the path, body, query, who ---

    def successes(self):
        done, corpus = {'id': self.done}, {'name': 'cells'}
        result = {'model': 'openai/test', 'status': 'completed', 'content': 'Fire rules.'}
        chat = {'model': 'fathom', 'messages': [{'role': 'user', 'content': GIVEN['query']}], 'fathom': {k: v for k, v in GIVEN.items() if k != 'query'}}
        return {
            'research': ({}, GIVEN), 'list': ({}, None), 'plan': ({}, {**GIVEN}), 'draft': ({}, {'query': 'Draft'}), 'show': (done, None),
            'validate_input': ({}, {'prompt': 'What limits grid batteries?', 'includeImprovement': True}), 'improve_input': ({}, {'prompt': 'batteries'}),
            'edit': (lambda: {'id': self.fresh_draft()}, {'prompt': 'Another prompt'}), 'delete': (lambda: {'id': self.fresh_draft()}, None),
            'approve': (lambda: {'id': self.fresh_draft()}, None), 'confirm': (lambda: {'id': self.partial()}, {'action': 'proceed'}),
            'retry': (lambda: {'id': self.partial()}, None), 'enhance': ({'id': self.panel}, {'additionalContexts': [{'content': 'Fire rules.', 'label': 'note'}]}),
            'events': (done, None), 'get_research__id_stream': (done, None), 'report': (done, None), 'sources': (done, None), 'claims': (done, None),
            'get_research__id_claims__n': ({**done, 'n': '1'}, None), 'provenance': (done, None), 'why': (done, None), 'effects': (done, None),
            'effect': (done, None), 'source': ({**done, 'number': '1'}, None), 'history': (done, None), 'settings': (done, None), 'rewrite': ({'id': self.two}, {'exclude': ['1']}),
            'cancel': (lambda: {'id': self.working()}, None), 'finish': (lambda: {'id': self.working()}, None), 'resume': (lambda: {'id': self.cancelled()}, {}),
            'answer': (lambda: {'id': self.partial()}, {'answer': 'proceed'}), 'refresh': (done, None),
            'deliver': (done, {'target': f'webhook:{self.testd.info["url"]}/_control/reset'}),
            'post_internal_research_draft': ({}, {'query': 'Draft'}, 'root'), 'get_internal_research__id': (done, None, 'root'),
            'llm_result': (lambda: {'id': self.pending()}, result, 'root'), 'favourite': (done, {'favourite': True}), 'title': (done, {'title': 'Cells'}),
            'share': (done, None), 'unshare': (done, None), 'shared': (lambda: {'token': self.shared()}, None), 'undelete': (lambda: {'id': self.deleted()}, None),
            'users_list': ({}, None, 'root'), 'users_add': ({}, {'name': 'new'}, 'root'), 'users_set': ({'name': 'new'}, {'runsPerDay': 5}, 'root'),
            'users_token': ({'name': 'new'}, {}, 'root'), 'users_remove': ({'name': 'new'}, None, 'root'), 'audit': ({}, None, 'root'),
            'models': ({}, None), 'providers': ({}, None), 'version': ({}, None), 'corpus_list': ({}, None), 'corpus_show': (corpus, None),
            'corpus_add': ({'name': 'more'}, {'documents': [{'name': 'a.txt', 'text': TEXT}]}), 'corpus_remove': ({'name': 'more'}, None),
            'corpus_search': ({'corpora': 'cells'}, None), 'get_metrics': ({}, None, 'root'), 'get_healthz': ({}, None), 'get_readyz': ({}, None),
            'get_openapi_json': ({}, None), 'post_v1_chat_completions': ({}, chat), 'get_v1_models': ({}, None), 'get_v1_models__model': ({'model': 'fathom'}, None),
        }
    queries = {'corpus_search': '?query=moisture'}

    def example(self, route):
        found = self.successes().get(route['operationId'])
        self.assertIsNotNone(found, 'this route has no example of its success')
        values, body, *who = found
        return values, body, (who or ['ada'])[0]

    def each(self, check):
        """Calls check(method, path, route) for every route."""
        order = {'corpus_remove': 1, 'users_set': 1, 'users_token': 1, 'users_remove': 2}
        for method, path, route in sorted(self.routes, key=lambda r: order.get(r[2]['operationId'], 0)):
            with self.subTest(f'{method} {path}'):
                check(method.upper(), path, route)

    def declared(self, route, answer):
        """The answer is in the route's table and has the form it gives."""
        self.assertIn(str(answer.status), route['responses'], answer)
        kind = answer.headers['Content-Type'].split(';')[0]
        schema = route['responses'][str(answer.status)]['content'][kind].get('schema', {})
        if kind == 'application/json':
            self.assertEqual(faults(schema, answer.json, self.document), [])

    def test_every_route_succeeds_as_declared(self):
        def check(method, path, route):
            values, body, who = self.example(route)
            values = values() if callable(values) else values
            answer = self.ask(method, path.format(**values) + self.queries.get(route['operationId'], ''), body, who)
            self.assertIn(answer.status, (200, 201, 202), answer)
            self.declared(route, answer)
        self.each(check)

    # --- errors that follow from the kind of a route ---

    def target(self, path, route):
        """A path that exists for its user."""
        values = self.successes()[route['operationId']][0]
        values = {'id': self.draft if route['operationId'] == 'edit' else self.done, 'token': '0' * 32} if callable(values) else values
        return path.format(**values) + self.queries.get(route['operationId'], '')

    def is_open(self, route):
        return route.get('security') == []

    def refused(self, route, answer, status, code=None, field=None):
        self.assertEqual(answer.status, status, answer)
        self.declared(route, answer)
        error = answer.json['error']
        if code and 'success' in answer.json:
            self.assertEqual(error['code'], code)
        if field:
            self.assertTrue('success' not in answer.json or 'details' in error, f'{field}: {answer}')
            named = error['details']['field'] if 'success' in answer.json else error['param']
            self.assertEqual(named.split('[')[0], field, answer)

    def test_every_route_needs_a_token(self):
        def check(method, path, route):
            if not self.is_open(route):
                body = {} if method in ('POST', 'PATCH') else None
                for headers in ({}, {'Authorization': 'Bearer x'}, {'Authorization': f'Bearer {self.tokens["ada"]}0'}):
                    self.refused(route, self.server.ask(method, self.target(path, route), body, headers=headers), 401, 'UNAUTHORIZED')
        self.each(check)

    def test_every_route_says_when_it_was_asked_too_often(self):
        for _ in range(3):
            self.ask('GET', '/version', who='slow')
        def check(method, path, route):
            if self.is_open(route):
                return
            for _ in range(3):          # a token may have come back by now: it is used up then
                answer = self.ask(method, self.target(path, route), {} if method in ('POST', 'PATCH') else None, 'slow')
                if answer.status == 429:
                    break
            self.refused(route, answer, 429, 'TOO_MANY_REQUESTS')
            self.assertTrue(1 <= int(answer.headers['Retry-After']) <= 60)
        self.each(check)

    def test_every_route_refuses_other_hosts_and_origins(self):
        def check(method, path, route):
            body = {} if method in ('POST', 'PATCH') else None
            self.refused(route, self.ask(method, self.target(path, route), body, headers={'Host': 'evil.example'}), 403, 'FORBIDDEN', None)
            self.refused(route, self.ask(method, self.target(path, route), body, headers={'Origin': 'http://evil.example'}), 403, 'FORBIDDEN', None)
        self.each(check)

    def test_routes_for_admins_are_for_nobody_else(self):
        admins = {'post_internal_research_draft', 'get_internal_research__id', 'llm_result', 'users_list', 'users_add', 'users_set', 'users_token', 'users_remove', 'audit',
                  'get_metrics'}
        self.assertEqual(admins, {name for name, found in self.successes().items() if found[2:] == ('root',)})
        def check(method, path, route):
            if route['operationId'] in admins:
                values, body, _ = self.example(route)
                self.refused(route, self.ask(method, self.target(path, route), body, 'eve'), 403, 'FORBIDDEN')
        self.each(check)

    def test_the_things_of_others_are_not_there(self):
        def check(method, path, route):
            values, body, who = self.example(route)
            if '{id}' in path and who == 'ada':
                self.refused(route, self.ask(method, path.format(id=self.panel, n='1', number='1') + self.queries.get(route['operationId'], ''), body, 'eve'), 404, 'NOT_FOUND')
                self.refused(route, self.ask(method, path.format(id=NOBODY, n='1', number='1') + self.queries.get(route['operationId'], ''), body, 'eve'), 404, 'NOT_FOUND')
            elif '{id}' in path:
                self.refused(route, self.ask(method, path.format(id=NOBODY, n='1', number='1') + self.queries.get(route['operationId'], ''), body, who), 404, 'NOT_FOUND')
            elif '{' in path and route['operationId'] not in ('corpus_add', 'users_add'):
                nobody = re.sub(r'\{\w+\}', 'nobody', path) + self.queries.get(route['operationId'], '')
                self.refused(route, self.ask(method, nobody, body, who), 404, 'NOT_FOUND')
        self.each(check)
        for method, path in (('GET', '/corpora/cells'), ('DELETE', '/corpora/cells'), ('GET', '/corpora/cells/search?query=x')):
            self.assertEqual(self.ask(method, path, who='eve').status, 404, path)
        self.assertEqual(self.ask('GET', f'/research/{self.panel}').data['status'], 'completed')

    def test_every_route_names_the_field_that_is_wrong(self):
        def check(method, path, route):
            target = self.target(path, route)
            who = self.example(route)[2]
            if method in ('POST', 'PATCH') and 'requestBody' in route:
                if route['operationId'] != 'post_v1_chat_completions':      # its clients send whatever OpenAI has
                    self.refused(route, self.ask(method, target, {'nonsense': 1}, who), 400, 'INVALID_REQUEST', 'nonsense')
                self.refused(route, self.ask(method, target, None, who, raw=b'{', headers={'Content-Type': 'application/json'}), 400, 'INVALID_REQUEST')
                self.refused(route, self.ask(method, target, None, who, raw=b'[]', headers={'Content-Type': 'application/json'}), 400, 'INVALID_REQUEST')
                schema = route['requestBody']['content']['application/json']['schema']
                for name in schema.get('required', []):
                    body = {k: v for k, v in (self.example(route)[1] or {}).items() if k != name}
                    self.refused(route, self.ask(method, target, body, who), 404 if route['operationId'] == 'post_v1_chat_completions' and name == 'model' else 400, None, name)
                for name, one in schema['properties'].items():
                    if one.get('type') in ('integer', 'boolean', 'array', 'object', 'string') and route['operationId'] != 'post_v1_chat_completions':
                        wrong = {'string': {}, 'array': {'x': 1}, 'object': 'x', 'integer': 'x', 'boolean': 'x'}[one['type']]
                        with self.subTest(f'{method} {path} {name}'):
                            self.refused(route, self.ask(method, target, {**(self.example(route)[1] or {}), name: wrong}, who), 400, 'INVALID_REQUEST', name)
            elif method in ('GET', 'DELETE') and self.takes_parameters(route):
                self.refused(route, self.ask(method, target + ('&' if '?' in target else '?') + 'nonsense=1', who=who), 400, 'INVALID_REQUEST', 'nonsense')
        self.each(check)

    def takes_parameters(self, route):
        return any(p['in'] == 'query' for p in route.get('parameters', []))

    def test_every_body_is_limited_and_json(self):
        def check(method, path, route):
            if method not in ('POST', 'PATCH'):
                return
            who = self.example(route)[2]
            with socket.create_connection((self.server.host, self.server.port), timeout=PATIENCE) as s:
                s.sendall((f'{method} {self.target(path, route)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.tokens[who]}\r\nConnection: close\r\n'
                           f'Content-Type: application/json\r\nContent-Length: {100 << 20}\r\nExpect: 100-continue\r\n\r\n').encode())
                answer = b''
                while part := s.recv(65536):
                    answer += part
            self.assertIn(b' 413 ', answer.split(b'\r\n')[0])
            self.assertIn('TOO_LARGE', answer.decode())
            self.refused(route, self.ask(method, self.target(path, route), None, who, raw=b'{}', headers={'Content-Type': 'text/plain'}), 415, 'UNSUPPORTED_MEDIA_TYPE')
        self.each(check)

    # --- the rest of each table: (operation, status) -> request ---

    def cases(self):
        def on(run, body=None):
            return {'id': run() if callable(run) else run}, body
        keyless = {**PANEL, 'selectedModels': ['mistral/a']}

        def keyless_draft():
            return self.ask('POST', '/research/draft', keyless).data['id']
        chat = {'model': 'fathom', 'messages': [{'role': 'user', 'content': 'x'}]}
        return {
            ('research', 422): ({}, keyless), ('plan', 422): ({}, {'query': 'x', 'models': ['mistral/a']}),
            ('edit', 409): on(self.panel, {'prompt': 'x'}), ('delete', 409): on(self.working), ('approve', 409): on(self.panel), ('approve', 422): on(keyless_draft),
            ('confirm', 409): on(self.panel, {'action': 'proceed'}), ('retry', 409): on(self.working), ('enhance', 409): on(self.draft, {'additionalModels': ['google/x']}),
            ('enhance', 422): on(self.panel, {'additionalModels': ['mistral/a']}), ('report', 409): on(self.draft), ('claims', 409): on(self.draft),
            ('get_research__id_claims__n', 409): ({'id': self.draft, 'n': '1'}, None), ('provenance', 409): on(self.draft), ('cancel', 409): on(self.panel),
            ('finish', 409): on(self.panel), ('resume', 409): on(self.panel), ('answer', 409): on(self.panel, {'answer': 'x'}), ('rewrite', 409): ({'id': self.draft}, {'exclude': ['1']}), ('share', 409): on(self.draft),
            ('refresh', 409): on(self.draft), ('deliver', 409): on(self.draft, {'target': 'webhook:http://127.0.0.1/'}),
            ('deliver', 422): on(self.done, {'target': 'email:ada@example.com'}), ('deliver', 502): on(self.done, {'target': f'webhook:{self.testd.info["closedUrl"]}/'}), ('llm_result', 409): on(self.panel, {'model': 'openai/test', 'status': 'failed'}), ('users_add', 409): ({}, {'name': 'ada'}),
            ('users_set', 409): ({'name': 'root'}, {'role': 'user'}), ('users_remove', 409): ({'name': 'root'}, None),
            ('users_token', 409): ({'name': 'root'}, {'revoke': self.tokens['root'].split('_')[1]}),
            ('improve_input', 502): None, ('validate_input', 502): None, ('validate_input', 422): None, ('improve_input', 422): None,
            ('post_v1_chat_completions', 422): ({}, {**chat, 'fathom': {'models': ['mistral/a']}}), ('post_v1_chat_completions', 409): None,
            ('post_v1_chat_completions', 502): None,
        }

    def test_every_other_error_of_a_table_is_met(self):
        cases = self.cases()
        def check(method, path, route):
            name = route['operationId']
            for status in set(route['responses']) - GENERAL - {'200', '201', '202', '204'}:
                if status in ('409', '422') and (name, int(status)) not in cases and any(p['name'] == 'Idempotency-Key' for p in route.get('parameters', [])):
                    continue        # of a key alone: test_users.Once
                self.assertIn((name, int(status)), cases, 'this error has no case')
                found = cases.pop((name, int(status)))
                if found is None:
                    continue        # a test of its own: test_chat, Keyless, Broken
                values, body = found
                who = self.example(route)[2]
                self.refused(route, self.ask(method, path.format(**values), body, who), int(status), {409: 'CONFLICT', 422: 'MISCONFIGURED'}.get(int(status)))
        self.each(check)
        self.assertEqual(cases, {}, 'errors that no table has')


class Keyless(Case):
    """No model has a key."""

    def test_prompts_cannot_be_judged_without_a_model(self):
        for what in ('validate-input', 'improve-input'):
            self.assertError(self.server.post(f'/research/{what}', {'prompt': 'What limits grid batteries?'}), 422, 'MISCONFIGURED')


class Broken(Case):
    """A service that refuses its key."""
    script = 'serve openai reply fault bad-key\n'

    def test_what_a_service_refuses_is_told(self):
        for what in ('validate-input', 'improve-input'):
            self.assertEqual(self.server.post(f'/research/{what}', {'prompt': 'What limits grid batteries?'}).status, 502)


if __name__ == '__main__':
    unittest.main()
