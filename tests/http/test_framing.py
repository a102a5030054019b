"""Bytes that are not a request, or that two readers could cut in two ways: each is refused, and the server lives on."""
import re, socket, unittest

from harness import Case, PATIENCE

HOST = b'Host: 127.0.0.1\r\nConnection: close\r\n'
OPEN = b'Host: 127.0.0.1\r\n'
JSON = b'Content-Type: application/json\r\n'

# name, bytes, status of the (only) answer; None: the connection is closed without one.
REFUSED = [
    ('two lengths that differ', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2\r\nContent-Length: 30\r\n\r\n{}GET /version HTTP/1.1\r\nHost: x\r\n', 400),
    ('two lengths that agree', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}', 400),
    ('a list of lengths', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2, 2\r\n\r\n{}', 400),
    ('a signed length', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: +2\r\n\r\n{}', 400),
    ('a negative length', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: -2\r\n\r\n{}', 400),
    ('a length in hexadecimal', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 0x2\r\n\r\n{}', 400),
    ('an enormous length', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 99999999999999999999\r\n\r\n{}', (400, 413)),
    ('length and chunks', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400),
    ('chunks and length', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n', 400),
    ('chunks twice', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400),
    ('another encoding', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 400),
    ('an encoding with a control character', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n', 400),
    ('an encoding that is none', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n', 400),
    ('a blank before the colon', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length : 2\r\n\r\n{}', 400),
    ('a chunk size that is none', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n', (400, None)),
    ('a chunk size that overflows', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n', (400, 413, None)),
    ('a chunk that is longer than said', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\n1\r\n{}}}}\r\n0\r\n\r\n', (400, None)),
    ('no host', b'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', 400),
    ('two hosts', b'GET /version HTTP/1.1\r\n' + HOST + b'Host: evil.example\r\n\r\n', 400),
    ('NUL in the path', b'GET /ver\x00sion HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('NUL behind a path that is one', b'GET /version\x00/x HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('a version behind a NUL', b'GET /version\x00HTTP/1.1\x00\x00 HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('NUL in the method', b'GET\x00X /version HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('two blanks before the target', b'GET  /version HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('a blank in the target', b'GET /version ?a=b HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('NUL in a value', b'GET /version HTTP/1.1\r\n' + b'X-A: b\x00c\r\n' + HOST + b'\r\n', 400),
    ('NUL in the last value', b'GET /version HTTP/1.1\r\n' + HOST + b'X-A: b\x00c\r\n\r\n', 400),
    ('NUL in a length', b'POST /research/plan HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2\x000\r\n\r\n[]', 400),
    ('a header that goes on in the next line', b'POST /research/plan HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2\r\n 0\r\n\r\n[]', 400),
    ('NUL in a name', b'GET /version HTTP/1.1\r\n' + HOST + b'X\x00A: b\r\n\r\n', (400, None)),
    ('a control character in a value', b'GET /version HTTP/1.1\r\n' + HOST + b'X-A: b\x01c\r\n\r\n', (400, None)),
    ('a header without a colon', b'GET /version HTTP/1.1\r\n' + HOST + b'nonsense\r\n\r\n', (400, None)),
    ('a header without a name', b'GET /version HTTP/1.1\r\n' + HOST + b': x\r\n\r\n', (400, 200, None)),
    ('a head that is too large', b'GET /version HTTP/1.1\r\n' + HOST + b'X-A: ' + b'a' * 20000 + b'\r\n\r\n', (400, 413, 431, None)),
    ('too many headers', b'GET /version HTTP/1.1\r\n' + HOST + b''.join(b'X-%d: a\r\n' % i for i in range(2000)) + b'\r\n', (400, 413, 431, None)),
    ('a target that is too long', b'GET /' + b'a' * 20000 + b' HTTP/1.1\r\n' + HOST + b'\r\n', (400, 414, None)),
    ('an address over the limit', b'GET /research/' + b'a' * 4090 + b' HTTP/1.1\r\n' + HOST + b'\r\n', 414),
    ('another protocol', b'GET /version HTTP/2.0\r\n' + HOST + b'\r\n', (400, 505, None)),
    ('an absolute target', b'GET http://evil.example/version HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('an asterisk', b'OPTIONS * HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('CONNECT', b'CONNECT evil.example:443 HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('a bad escape', b'GET /research/%zz HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('a cut escape', b'GET /research/%4 HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('an escaped NUL', b'GET /research/run%00 HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('an escaped line end', b'GET /research/run%0d%0aX-A:b HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('bytes that are not UTF-8', b'GET /research/%ff%fe HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('too many parts', b'GET /a/b/c/d/e/f/g/h/i/j HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('too many parameters', b'GET /research?' + b'a=b&' * 100 + b' HTTP/1.1\r\n' + HOST + b'\r\n', 400),
    ('a way out of the tree', b'GET /research/../../etc/passwd HTTP/1.1\r\n' + HOST + b'\r\n', 404),
    ('TLS on a plain port', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + b'\x00' * 100, (400, None)),
    ('no request at all', b'hello\r\n\r\n', (400, None)),
    ('nothing but line ends', b'\r\n' * 2000, (400, None)),
    ('a body that ends early', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 100\r\n\r\n{"query"', None),
    ('a head that ends early', b'GET /version HTTP/1.1\r\nHost: 127', None),
    ('a body that is no JSON', b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 4\r\n\r\n{"a"', 400),
]


# libmicrohttpd refuses these before any of our code is called, with a page of HTML; docs/http.md says so.
BY_THE_LIBRARY = {'a list of lengths', 'a signed length', 'a negative length', 'a length in hexadecimal', 'an enormous length', 'a chunk size that is none', 'a chunk size that overflows',
                  'a chunk that is longer than said', 'NUL in a name', 'a header without a colon', 'a head that is too large', 'too many headers', 'a target that is too long', 'another protocol'}


def statuses(answer):
    return [int(s) for s in re.findall(rb'HTTP/1\.[01] (\d{3}) ', answer)]


class Framing(Case):
    environment = {'FATHOM_SERVER_IDLE_TIMEOUT': '2s'}     # half-closed connections may be noticed only then

    def test_every_malformed_request_is_refused_and_nothing_behind_it_is_read(self):
        for name, data, expected in REFUSED:
            with self.subTest(name):
                got = statuses(self.server.exchange(data))
                # libmicrohttpd 0.9.75 writes the head of its own errors twice, then closes.
                self.assertLessEqual(len(set(got)), 1, got)
                self.assertIn(got[0] if got else None, expected if isinstance(expected, tuple) else (expected,))
                self.assertEqual(self.server.get('/healthz').status, 200)
        self.assertEqual(self.server.get('/research').data['researches'], [])

    def test_what_is_refused_by_our_code_has_the_envelope(self):
        for name, data, _ in REFUSED:
            with self.subTest(name):
                answer = self.server.exchange(data)
                if statuses(answer)[:1] not in ([], [200]) and name not in BY_THE_LIBRARY:
                    self.assertTrue(answer.partition(b'\r\n\r\n')[2].startswith(b'{"success":false,"error":{"code":"'), answer)

    def test_a_nul_does_not_cut_a_path(self):
        run = self.server.research()
        for cut in (b'\x00/share', b'\x00', b'\x00HTTP/1.1\x00\x00', b'\x00 HTTP/1.1'):
            answer = self.server.exchange(b'DELETE /research/' + run.encode() + cut + b' HTTP/1.1\r\n' + HOST + b'\r\n')
            self.assertEqual(statuses(answer), [400], cut)
        self.assertEqual(self.server.get(f'/research/{run}').status, 200)
        self.assertEqual(self.server.ask('DELETE', f'/research/{run}').status, 200)

    def test_heads_of_every_form_are_read(self):
        for head in (b'GET /version HTTP/1.1\r\n' + HOST, b'GET /version HTTP/1.1\r\nhost:127.0.0.1\r\nconnection:close\r\nX-Empty:\r\nX-Blank: \r\n',
                     b'GET /version HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n', b'\r\nGET /version HTTP/1.1\r\n' + HOST,
                     b'GET /version HTTP/1.0\r\n' + HOST, b'GET /version HTTP/1.1\r\n' + HOST + b'Cookie: a=b; c="d"\r\nX-Long: ' + b'a' * 5000 + b'\r\n',
                     b'GET /research?%6cimit=1 HTTP/1.1\r\n' + b''.join(b'X-%d: \t a b\r\n' % i for i in range(30)) + HOST):
            end = b'\n' if head.endswith(b'close\n') else b'\r\n'
            with self.subTest(head[:60]):
                self.assertEqual(statuses(self.server.exchange(head + end)), [200])

    def test_an_address_over_the_limit_is_told_in_json(self):
        for n in (4097, 6000):
            self.assertError(self.server.get('/' + 'a' * (n - 1)), 414, 'TOO_LONG', 'path')
        self.assertEqual(self.server.get('/' + 'a' * 4095).status, 404)

    def test_two_requests_in_one_packet_get_two_answers(self):
        one = b'GET /version HTTP/1.1\r\n' + OPEN + b'\r\n'
        last = b'GET /version HTTP/1.1\r\n' + HOST + b'\r\n'
        self.assertEqual(statuses(self.server.exchange(one + last)), [200, 200])

    def test_an_error_without_a_body_leaves_the_connection_open(self):
        one = b'GET /nothing HTTP/1.1\r\n' + OPEN + b'\r\n'
        last = b'GET /version HTTP/1.1\r\n' + HOST + b'\r\n'
        self.assertEqual(statuses(self.server.exchange(one + last)), [404, 200])

    def test_a_request_byte_by_byte_is_read(self):
        data = b'POST /research/plan HTTP/1.1\r\n' + HOST + JSON + b'Content-Length: 2\r\n\r\n[]'
        with socket.create_connection((self.server.host, self.server.port), timeout=PATIENCE) as s:
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for i in range(len(data)):
                s.sendall(data[i:i + 1])
            answer = b''
            while part := s.recv(65536):
                answer += part
        self.assertEqual(statuses(answer), [400])
        self.assertIn(b'must be a JSON object', answer)

    def test_a_chunked_body_is_read(self):
        data = (b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\n'
                b'1\r\n{\r\n9;name=x\r\n"nothing"\r\n3\r\n:1}\r\n0\r\n\r\n')
        answer = self.server.exchange(data)
        self.assertEqual(statuses(answer), [400])
        self.assertIn(b'nothing', answer)

    def test_a_body_over_the_limit_is_refused_by_its_length_and_by_its_bytes(self):
        large = b'{"query":"' + b'a' * (4 << 20) + b'"}'
        self.assertError(self.server.ask('POST', '/research', raw=large, headers={'Content-Type': 'application/json'}), 413, 'TOO_LARGE', 'body')
        chunks = b''.join(b'%x\r\n%s\r\n' % (len(p), p) for p in (large[i:i + 60000] for i in range(0, len(large), 60000))) + b'0\r\n\r\n'
        answer = self.server.exchange(b'POST /research HTTP/1.1\r\n' + HOST + JSON + b'Transfer-Encoding: chunked\r\n\r\n' + chunks)
        self.assertEqual(statuses(answer), [413])


if __name__ == '__main__':
    unittest.main()
