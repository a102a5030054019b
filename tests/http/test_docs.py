"""docs/http.md: every example is run, and every route of the server is named."""
import json, os, re, subprocess, unittest

from harness import Case, PATIENCE, ROOT

PAGE = (ROOT / 'docs/http.md').read_text()


class Examples(Case):
    def test_every_example_is_answered(self):
        blocks = [b for b in re.findall(r'```sh\n(.*?)```', PAGE, re.S) if 'curl' in b]
        commands = [c for b in blocks for c in re.findall(r"^curl (?:'[^']*'|\"[^\"]*\"|[^\n'\"])*", b, re.M)]
        self.assertGreater(len(commands), 20)
        for command in commands:
            with self.subTest(command):
                for run in self.server.get('/research?limit=5').data['researches']:
                    self.server.until(run['id'])
                result = subprocess.run(['sh', '-c', command.replace('curl', "curl -f --max-time %d" % PATIENCE, 1)], capture_output=True, text=True,
                                        env={**os.environ, 'FATHOM': self.server.address, 'no_proxy': '*'})
                self.assertEqual(result.returncode, 0, result)
                self.assertTrue(result.stdout)
                if result.stdout.startswith('{"success"'):
                    self.assertTrue(json.loads(result.stdout)['success'])

    def test_every_route_is_named(self):
        for path in self.server.get('/openapi.json').json['paths']:
            shown = re.sub(r'\{(\w+)\}', r':\1', path).replace(':corpora', ':name').replace('/v1/models/:model', '/v1/models')
            last = shown.rsplit('/', 1)[1]
            self.assertTrue(shown in PAGE or f'`{last}`' in PAGE or shown.replace('/research/:id/', '') in PAGE, shown)


if __name__ == '__main__':
    unittest.main()
