"""The web page as the server hands it out, and signing in on it."""
import gzip, re, unittest

from harness import Case, GIVEN, ROOT


class Files(Case):
    def test_the_page_and_all_it_names_are_there(self):
        page = self.server.get('/')
        self.assertEqual((page.status, page.headers['Content-Type']), (200, 'text/html; charset=utf-8'))
        self.assertEqual(page.body, (ROOT / 'web/index.html').read_bytes())
        named = set(re.findall(r'(?:href|src)="(/[^"#]+)"', page.body.decode()))
        self.assertGreater(len(named), 10)
        for path in named:
            answer = self.server.get(path)
            self.assertEqual(answer.status, 200, path)
            kind = {'js': 'text/javascript', 'css': 'text/css', 'svg': 'image/svg+xml'}[path.rsplit('.', 1)[1]]
            self.assertEqual(answer.headers['Content-Type'].split(';')[0], kind)
            for module in re.findall(r"from '\./([a-z]+\.js)'", answer.body.decode()):
                self.assertIn(f'/app/{module}', named, f'{path} needs {module}, which index.html does not preload')

    def test_every_file_of_the_folder_is_embedded(self):
        for file in (ROOT / 'web').iterdir():
            self.assertEqual(self.server.get(f'/app/{file.name}').body, file.read_bytes(), file.name)

    def test_nothing_but_the_page_s_files_is_handed_out(self):
        for name in ('nothing.js', 'index', 'index.html.gz', '..%2Findex.html', '..%2F..%2Fprompts%2Fdecide.md', '%2Fetc%2Fpasswd', 'decide.md'):
            self.assertError(self.server.get(f'/app/{name}'), 404, 'NOT_FOUND')

    def test_the_policy_is_strict_and_nobody_may_frame_the_page(self):
        policy = self.server.get('/').headers['Content-Security-Policy']
        self.assertIn("default-src 'none'", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertIn("require-trusted-types-for 'script'", policy)
        self.assertNotRegex(policy, r'unsafe|https?:|\*|data:')
        self.assertNotRegex(self.server.get('/').body.decode(), r'<style|<script(?![^>]*src=)|\son[a-z]+=|\sstyle=')

    def test_a_file_that_is_known_is_not_sent_again(self):
        answer = self.server.get('/app/app.js')
        self.assertEqual(answer.headers.get_all('Cache-Control'), ['no-cache'])
        again = self.server.get('/app/app.js', headers={'If-None-Match': answer.headers['ETag']})
        self.assertEqual((again.status, again.body), (304, b''))
        self.assertEqual(self.server.get('/app/app.js', headers={'If-None-Match': '"other"'}).status, 200)

    def test_compressed_for_those_who_take_it(self):
        plain = self.server.get('/app/app.css')
        packed = self.server.get('/app/app.css', headers={'Accept-Encoding': 'br, gzip'})
        self.assertEqual(packed.headers['Content-Encoding'], 'gzip')
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertNotEqual(packed.headers['ETag'], plain.headers['ETag'])
        self.assertNotIn('Content-Encoding', self.server.get('/app/app.css', headers={'Accept-Encoding': 'identity'}).headers)

    def test_the_whole_page_is_small(self):
        names = [f.name for f in (ROOT / 'web').iterdir()] + ['report.css']
        whole = sum(len(self.server.get(f'/app/{name}', headers={'Accept-Encoding': 'gzip'}).body) for name in names)
        self.assertLess(whole, 80 << 10)

    def test_without_users_the_caller_is_the_admin(self):
        data = self.server.get('/session').data
        self.assertEqual((data['users'], data['user'], data['role']), (False, None, 'admin'))
        self.assertIn('reflect', [w['name'] for w in data['workflows']])
        self.assertIn('html', data['formats'])


class SignIn(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.command('users', 'add', 'ada')
        cls.token = cls.server.command('users', 'token', 'ada').stdout.split()[0]
        while cls.server.get('/session').status == 200:
            pass        # the server looks for users every second

    def sign_in(self, token, **more):
        return self.server.post('/session', {'token': token}, **more)

    def test_a_cookie_stands_for_the_token(self):
        self.assertEqual(self.server.get('/').status, 200)      # the page itself is open; what it shows is not
        self.assertError(self.server.get('/research'), 401, 'UNAUTHORIZED')
        answer = self.sign_in(self.token)
        self.assertEqual(answer.data['user'], 'ada')
        cookie = answer.headers['Set-Cookie']
        for word in ('HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age='):
            self.assertIn(word, cookie)
        self.assertNotIn('Secure', cookie)
        sent = {'Cookie': 'theme=dark; ' + cookie.split(';')[0]}
        self.assertEqual(self.server.get('/session', headers=sent).data['user'], 'ada')
        self.assertEqual(self.server.post('/research', GIVEN, headers=sent).status, 202)
        # A header beats the cookie, also a wrong one.
        self.assertError(self.server.get('/research', headers={**sent, 'Authorization': 'Bearer x'}), 401, 'UNAUTHORIZED')

    def test_behind_tls_the_cookie_is_for_tls_alone(self):
        host = self.server.address.removeprefix('http://')
        self.assertIn('Secure', self.sign_in(self.token, headers={'Origin': f'https://{host}'}).headers['Set-Cookie'])

    def test_another_token_is_refused(self):
        for token in ('', 'x', self.token + 'x', 'a b', 'a;b', 'x' * 5000, '\u20ac'):
            answer = self.sign_in(token)
            self.assertEqual(answer.status, 401, token)
            self.assertNotIn('Set-Cookie', answer.headers)
        for body in ({}, {'token': 1}, []):
            self.assertError(self.server.post('/session', body), 400, 'INVALID_REQUEST')

    def test_another_site_cannot_sign_in_or_act(self):
        sent = {'Origin': 'http://evil.example', 'Cookie': self.sign_in(self.token).headers['Set-Cookie'].split(';')[0]}
        self.assertError(self.sign_in(self.token, headers=sent), 403, 'FORBIDDEN')
        self.assertError(self.server.post('/research', GIVEN, headers=sent), 403, 'FORBIDDEN')

    def test_signing_out_forgets_the_cookie(self):
        self.assertIn('Max-Age=0', self.server.ask('DELETE', '/session').headers['Set-Cookie'])


if __name__ == '__main__':
    unittest.main()
