"""Delivery and exports over HTTP: who may send where, files as they come, notices after a restart."""
import json, os, signal, subprocess, unittest, urllib.error, urllib.request

from harness import FATHOM, QUESTION, ROOT, Home, can_connect, free_port, wait_for
from test_webhook import ALLOWED, Receiver


class Server:
    def __init__(self, home, **variables):
        self.port = free_port()
        env = {"PATH": os.environ["PATH"], "HOME": home.path, "FATHOM_HOME": home.path + "/data", "LC_ALL": "C.UTF-8"}
        env.update(variables)
        self.process = subprocess.Popen([FATHOM, "serve", "--listen", f"127.0.0.1:{self.port}"], env=env,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: can_connect(self.port), "the server")

    def ask(self, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}",
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, dict(reply.headers), reply.read()
        except urllib.error.HTTPError as reply:
            with reply:
                return reply.code, dict(reply.headers), reply.read()

    def close(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(60)


class Serve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.home.research("-q")
        cls.server = Server(cls.home, **ALLOWED)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        cls.home.close()

    def test_files_come_with_their_types(self):
        for word, kind, start in (("pdf", "application/pdf", b"%PDF-"), ("docx", "application/vnd.openxml", b"PK")):
            status, headers, body = self.server.ask(f"/research/last/report?format={word}")
            self.assertEqual(status, 200)
            self.assertTrue(headers["Content-Type"].startswith(kind))
            self.assertIn(f'.{word}"', headers["Content-Disposition"])
            self.assertTrue(body.startswith(start))

    def test_a_webhook_is_called_and_the_delivery_named(self):
        receiver = Receiver(200)
        status, _, body = self.server.ask("/research/last/deliver", {"target": "webhook:" + receiver.url})
        receiver.close()
        self.assertEqual(status, 200, body)
        self.assertEqual(json.loads(body)["data"]["delivery"], receiver.got[0][0]["webhook-id"])

    def test_a_server_writes_no_files_for_its_callers(self):
        for path, body in (("/research/last/deliver", {"target": "file:/tmp/x.md"}),
                           ("/research", {"query": "What?", "deliver": ["file:/tmp/x.md"]})):
            status, _, reply = self.server.ask(path, body)
            self.assertEqual(status, 403)
            self.assertEqual(json.loads(reply)["error"]["code"], "FORBIDDEN")

    def test_what_is_wrong_is_answered_with_its_field(self):
        for body, status in (({"target": "nowhere"}, 400), ({"target": "email:a@b\nBcc: c@d"}, 400), ({}, 400),
                             ({"target": "webhook:http://10.0.0.1/"}, 403), ({"target": "email:a@example.org"}, 422)):
            got, _, reply = self.server.ask("/research/last/deliver", body)
            self.assertFalse(json.loads(reply)["success"])
            self.assertEqual(got, status, reply)
        self.assertEqual(self.server.ask("/research/run-000000000000/deliver", {"target": "webhook:https://example.org/"})[0], 404)

    def begin(self, home, *more):
        """A research in a process of its own, with a receiver that does not answer; killed when it has the request."""
        env = {"PATH": os.environ["PATH"], "HOME": home.path, "FATHOM_HOME": home.path + "/data", "LC_ALL": "C.UTF-8", **ALLOWED}
        return subprocess.Popen([FATHOM, QUESTION, "--corpus", str(ROOT / "examples/corpus"), "-m", "extractive", "-q", *more],
                                env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_while_sending(self, home, receiver, *more):
        process = self.begin(home, *more)
        wait_for(lambda: receiver.got, "the request")
        process.kill()
        process.wait()
        receiver.go_on.set()

    def test_a_notice_that_was_not_noted_is_sent_again_with_its_id(self):
        home, receiver = Home(), Receiver(200, hangs=True)
        try:
            self.kill_while_sending(home, receiver, "--webhook", receiver.url)
            server = Server(home, **ALLOWED)
            wait_for(lambda: len(receiver.got) == 2, "the second try")
            wait_for(lambda: '"status":"sent"' in home.run("events", "last")[0].decode(), "the event")
            server.close()
            again = Server(home, **ALLOWED)  # noted: not sent a third time
            again.close()
            self.assertEqual([json.loads(body)["id"] for _, body, _ in receiver.got].count(json.loads(receiver.got[0][1])["id"]), 2)
            self.assertEqual(len(receiver.got), 2)
        finally:
            receiver.close()
            home.close()

    def test_a_delivery_that_may_have_gone_out_is_repeated_by_a_person_alone(self):
        home, receiver = Home(), Receiver(200, hangs=True)
        try:
            self.kill_while_sending(home, receiver, "--deliver", "webhook:" + receiver.url)
            out, err = home.run("resume", "last", expect=1, **ALLOWED)
            self.assertIn(b"Three things limit", out)  # the report is there
            self.assertIn("Not known whether it was delivered to webhook:", err)
            self.assertIn("webhook:URL", err)  # what may be a key is not repeated
            self.assertIn('"status":"unknown"', home.run("events", "last")[0].decode())
            self.assertEqual(len(receiver.got), 1)
            home.run("deliver", "last", "webhook:" + receiver.url, **ALLOWED)
            self.assertEqual(receiver.got[0][0]["webhook-id"], receiver.got[1][0]["webhook-id"])
        finally:
            receiver.close()
            home.close()


if __name__ == "__main__":
    unittest.main()
