"""/openapi.json: it is valid, and every route refuses as it says there. test_errors.py shows their success and each of their errors."""
import re, unittest

from harness import Case


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
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.document = cls.server.get('/openapi.json').json
        cls.routes = [(method, path, route) for path, item in cls.document['paths'].items() for method, route in item.items()]

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
                self.assertEqual(refused.status, 403)
                self.check(method, path, route, refused)


if __name__ == '__main__':
    unittest.main()
