"""Webhooks: signed, tried again, refused for private addresses."""
import base64, hashlib, hmac, http.server, json, threading, time, unittest

from harness import Home, QUESTION

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
ALLOWED = {"FATHOM_ALLOW_NETWORKS": "127.0.0.0/8", "FATHOM_WEBHOOK_SECRET": SECRET}


class Receiver:
    """Keeps what it gets; answers with the statuses it was given, the last one for ever."""

    def __init__(self, *statuses, hangs=False):
        owner, self.go_on = self, threading.Event()
        if not hangs:
            self.go_on.set()
        self.got, self.statuses = [], list(statuses)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                owner.got.append((dict((k.lower(), v) for k, v in self.headers.items()), body, self.path))
                owner.go_on.wait(60)
                status = owner.statuses.pop(0) if len(owner.statuses) > 1 else owner.statuses[0]
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                try:
                    self.end_headers()
                except OSError:
                    pass  # the sender was killed

            def log_message(self, *a):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?key=hidden-part"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def is_signed(headers, body):
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = hmac.new(b"0123456789abcdef0123456789abcdef", signed, hashlib.sha256).digest()
    return headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


class Webhook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.home.research("-q")

    @classmethod
    def tearDownClass(cls):
        cls.home.close()

    def deliver(self, *statuses, expect=0, **settings):
        receiver = Receiver(*statuses)
        try:
            _, err = self.home.run("deliver", "last", "webhook:" + receiver.url, expect=expect, **(settings or ALLOWED))
        finally:
            receiver.close()
        return receiver, err

    def test_the_body_is_signed_and_is_the_report(self):
        receiver, err = self.deliver(200)
        headers, body, path = receiver.got[0]
        self.assertTrue(is_signed(headers, body))
        self.assertLess(abs(int(headers["webhook-timestamp"]) - time.time()), 600)
        message = json.loads(body)
        self.assertEqual(message["type"], "report")
        self.assertEqual(message["id"], headers["webhook-id"])
        self.assertEqual(message["data"]["query"], QUESTION)
        self.assertEqual(message["data"]["status"], "completed")
        self.assertIn("Three things limit", message["data"]["answer"])
        self.assertNotIn("hidden-part", err + self.home.run("events", "last")[0].decode())

    def test_a_run_tells_its_webhook_how_it_ended(self):
        receiver, home = Receiver(503, 200), Home()
        try:
            home.research("-q", "--webhook", receiver.url, **ALLOWED)
            events = home.run("events", "last")[0].decode()
        finally:
            receiver.close()
            home.close()
        self.assertEqual(len(receiver.got), 2)
        (first, _, _), (headers, body, _) = receiver.got
        message = json.loads(body)
        self.assertTrue(is_signed(headers, body))
        self.assertEqual(first["webhook-id"], headers["webhook-id"])
        self.assertEqual((message["type"], message["data"]["status"]), ("run.completed", "completed"))
        self.assertEqual((message["data"]["query"], message["data"]["hasReport"]), (QUESTION, True))
        self.assertIn('"target":"webhook:http://127.0.0.1","status":"sent"', events)
        self.assertNotIn("hidden-part", events)

    def test_faults_are_tried_again_with_the_same_id(self):
        receiver, _ = self.deliver(503, 429, 200)
        self.assertEqual(len(receiver.got), 3)
        self.assertEqual(len({headers["webhook-id"] for headers, _, _ in receiver.got}), 1)
        self.assertTrue(all(is_signed(headers, body) for headers, body, _ in receiver.got))

    def test_refusals_and_redirects_are_final(self):
        for status in (400, 403, 404, 410, 302):
            with self.subTest(status=status):
                receiver, err = self.deliver(status, expect=1)
                self.assertEqual(len(receiver.got), 1)
                self.assertIn(str(status), err)

    def test_a_private_address_is_refused_unless_it_is_allowed(self):
        receiver, err = self.deliver(200, expect=None, FATHOM_WEBHOOK_SECRET=SECRET)
        self.assertEqual(receiver.got, [])
        self.assertIn("address guard", err)

    def test_without_a_secret_nothing_is_sent(self):
        receiver, err = self.deliver(200, expect=2, FATHOM_ALLOW_NETWORKS="127.0.0.0/8")
        self.assertEqual(receiver.got, [])
        self.assertIn("FATHOM_WEBHOOK_SECRET", err)


if __name__ == "__main__":
    unittest.main()
