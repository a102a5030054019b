"""/openapi.json: it is valid, and the server does what it says, route by route."""
import re, unittest

from harness import Case, GIVEN, TEXT


def faults(schema, value, root, at=''):
    """What of a value breaks a JSON Schema (the part of it that the document uses)."""
    if '$ref' in schema:
        found = root
        for part in schema['$ref'].removeprefix('#/').split('/'):
            found = found[part]
        return faults(found, value, root, at)
    kinds = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None), 'integer': int, 'number': (int, float)}
    types = schema.get('type', [])
    types = types if isinstance(types, list) else [types]
    if types and not any(isinstance(value, kinds[t]) and (t == 'boolean' or not isinstance(value, bool)) for t in types):
        return [f'{at or "."} is {value!r}, not {types}']
    out = []
    if 'const' in schema and schema['const'] != value:
        out.append(f'{at} is {value!r}, not {schema["const"]!r}')
    if 'enum' in schema and value not in schema['enum']:
        out.append(f'{at} is {value!r}, none of {schema["enum"]}')
    if isinstance(value, dict):
        known = schema.get('properties', {})
        out += [f'{at}.{name} is missing' for name in schema.get('required', []) if name not in value]
        if schema.get('additionalProperties') is False:
            out += [f'{at}.{name} is unknown' for name in value if name not in known]
        for name, item in value.items():
            if name in known:
                out += faults(known[name], item, root, f'{at}.{name}')
    if isinstance(value, list) and 'items' in schema:
        for i, item in enumerate(value):
            out += faults(schema['items'], item, root, f'{at}[{i}]')
    return out


class OpenApi(Case):
    script = '''
serve openai
  when role=decide  reply text "{\\"action\\":\\"research_complete\\",\\"query\\":\\"\\",\\"rationale\\":\\"enough\\"}" latency 20s
serve searxng reply by-hash
'''
    slow = {'query': 'What limits grid batteries?', 'workflow': 'loop', 'models': ['openai/test'], 'search': ['searxng']}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.document = cls.server.get('/openapi.json').json
        cls.routes = [(method, path, route) for path, item in cls.document['paths'].items() for method, route in item.items()]
        cls.done = cls.server.research()

    # --- the document ---

    def test_the_document_is_whole(self):
        self.assertEqual(self.document['openapi'], '3.1.0')
        names = [route['operationId'] for _, _, route in self.routes]
        self.assertEqual(len(names), len(set(names)))
        for method, path, route in self.routes:
            with self.subTest(f'{method} {path}'):
                self.assertTrue(route['summary'].endswith('.'))
                named = set(re.findall(r'\{(\w+)\}', path))
                given = {p['name'] for p in route.get('parameters', []) if p['in'] == 'path'}
                self.assertEqual(named, given)
                self.assertTrue(any(s.startswith('2') for s in route['responses']))
                for status, answer in route['responses'].items():
                    self.assertRegex(status, r'^[2-5]\d\d$')
                    self.assertTrue(answer['description'])
                self.assertEqual('requestBody' in route and method in ('get', 'delete'), False)
                self.assertNotRegex(str(route.get('description')), r'fathom (show|list|report|resume|verify|claims|corpus|answer|events)\b|\s--\w')

    # --- the server ---

    def check(self, method, path, route, answer):
        """The answer is one that the document declares."""
        self.assertIn(str(answer.status), route['responses'], answer)
        declared = route['responses'][str(answer.status)]
        if answer.status == 204 or method == 'head':
            return
        kind = answer.headers['Content-Type'].split(';')[0]
        self.assertIn(kind, declared['content'], f'{method} {path}')
        if kind == 'application/json':
            self.assertEqual(faults(declared['content'][kind]['schema'], answer.json, self.document), [])

    def examples(self):
        """By operation: what makes its path and its body, called once with success."""
        def fresh():
            return {'id': self.server.research()}

        def working():
            return {'id': self.server.research(self.slow, wait=False)}

        def cancelled():
            run = working()
            self.server.post(f'/research/{run["id"]}/cancel')
            self.server.until(run['id'])
            return run

        def deleted():
            run = fresh()
            self.server.ask('DELETE', f'/research/{run["id"]}')
            return run

        def shared():
            return {'token': self.server.post(f'/research/{fresh()["id"]}/share').json['data']['token']}
        done = {'id': self.done}
        corpus = {'name': 'cells'}
        return {
            'research': ({}, GIVEN), 'list': ({}, None), 'plan': ({}, {'query': 'What limits grid batteries?', 'models': ['extractive'], 'contexts': GIVEN['contexts']}),
            'show': (done, None), 'delete': (fresh, None), 'events': (done, None), 'report': (done, None), 'sources': (done, None),
            'claims': (done, None), 'get_research__id_claims__n': ({**done, 'n': '1'}, None), 'get_research__id_stream': (done, None),
            'provenance': (done, None), 'why': (done, None), 'cancel': (working, None), 'finish': (working, None), 'resume': (cancelled, {}),
            'draft': ({}, {'query': 'What limits grid batteries?'}),
            'favourite': (done, {'favourite': True}), 'title': (done, {'title': 'Cells'}), 'share': (done, None), 'unshare': (done, None),
            'shared': (shared, None), 'undelete': (deleted, None), 'effects': (done, None), 'audit': ({}, None),
            # Once there is a user, a token is asked for: tests of their own show their success.
            'users_add': None, 'users_set': None, 'users_remove': None, 'users_token': None, 'users_list': ({}, None),
            # They need models that answer.
            'edit': None, 'approve': None, 'confirm': None, 'retry': None, 'enhance': None, 'validate_input': None, 'improve_input': None, 'llm_result': None,
            'answer': None, 'models': ({}, None), 'providers': ({}, None), 'version': ({}, None), 'get_healthz': ({}, None), 'get_readyz': ({}, None),
            'get_metrics': ({}, None), 'get_openapi_json': ({}, None), 'corpus_list': ({}, None),
            'post_internal_research_draft': ({}, {'query': 'What limits grid batteries?'}), 'get_internal_research__id': (done, None),
            'post_v1_chat_completions': ({}, {'model': 'fathom', 'messages': [{'role': 'user', 'content': GIVEN['query']}],
                                              'fathom': {k: v for k, v in GIVEN.items() if k != 'query'}}),
            'get_v1_models': ({}, None), 'get_v1_models__model': ({'model': 'fathom'}, None),
            'corpus_add': (corpus, {'documents': [{'name': 'a.txt', 'text': TEXT}]}), 'corpus_show': (corpus, None),
            'corpus_search': ({'corpora': 'cells'}, None, '?query=moisture'), 'corpus_remove': (corpus, None),
        }

    def test_every_route_answers_as_it_is_declared(self):
        examples = self.examples()
        order = sorted(self.routes, key=lambda r: ('corpora' in r[1], {'post': 0, 'get': 1, 'delete': 2}.get(r[0], 0)))
        for method, path, route in order:
            name = route['operationId']
            with self.subTest(f'{method} {path}'):
                self.assertIn(name, examples, 'the test has no example of this route')
                if examples[name] is None:
                    continue        # a test of its own shows its success
                values, body, *query = examples[name]
                values = values() if callable(values) else values
                answer = self.server.ask(method.upper(), path.format(**values) + (query[0] if query else ''), body)
                self.assertIn(answer.status, (200, 201, 202), answer)
                self.check(method, path, route, answer)

    def test_every_route_refuses_as_it_is_declared(self):
        for method, path, route in self.routes:
            with self.subTest(f'{method} {path}'):
                target = re.sub(r'\{\w+\}', 'run-000000000000', path)
                body = {} if method in ('post', 'patch') else None
                self.check(method, path, route, self.server.ask(method.upper(), target, body))
                if method in ('post', 'patch') and 'requestBody' in route:
                    self.check(method, path, route, self.server.ask(method.upper(), target, {'nonsense': 1}))
                    self.check(method, path, route, self.server.ask(method.upper(), target, raw=b'{', headers={'Content-Type': 'application/json'}))
                    self.check(method, path, route, self.server.ask(method.upper(), target, raw=b'{}', headers={'Content-Type': 'text/plain'}))
                else:
                    self.check(method, path, route, self.server.ask(method.upper(), target + '?nonsense=1', body))
                refused = self.server.ask(method.upper(), target, body, headers={'Host': 'evil.example'})
                self.assertError(refused, 403, 'FORBIDDEN', 'Host')


if __name__ == '__main__':
    unittest.main()
