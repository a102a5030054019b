"""E-mail: to a real mail server over TLS, and to servers that fail."""
import email, email.policy, html.parser, json, subprocess, unittest

from harness import Exim, Faulty, Home, QUESTION


class Reader(html.parser.HTMLParser):
    """The words of a page, and what it would load or run."""

    def __init__(self):
        super().__init__()
        self.words, self.suspect, self.open = [], [], []

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        if tag in ("script", "img", "iframe", "object", "link", "style") or any(n.startswith("on") for n in names):
            self.suspect.append(tag)
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        self.words.append(data)


class Mail(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home, cls.exim = Home(), Exim()
        cls.home.research("-q")

    @classmethod
    def tearDownClass(cls):
        cls.exim.close()
        cls.home.close()

    def deliver(self, *more, expect=0, to="email:ada@example.org", **settings):
        return self.home.run("deliver", "last", to, *more, expect=expect, **settings)[1]

    def test_a_message_arrives_over_starttls_and_over_tls(self):
        self.deliver("--attach", "pdf,docx,md", **self.exim.settings(), SMTP_USER="me", SMTP_PASSWORD="secret")
        self.deliver(**self.exim.settings(tls=True))
        raw, second = self.exim.messages(2)[:2]
        self.assertTrue(all(len(line) <= 78 for line in raw.split(b"\n") if not line.startswith(b"Received") and b"\t" not in line[:1]))
        message = email.message_from_bytes(raw, policy=email.policy.default)
        self.assertEqual(message.defects, [])
        self.assertEqual(message["Subject"], QUESTION)
        self.assertEqual(message["To"], "ada@example.org")
        self.assertEqual(message["From"].addresses[0].display_name, "Fath\u00f6m Research")
        self.assertEqual(message["Message-ID"], email.message_from_bytes(second, policy=email.policy.default)["Message-ID"])
        self.check_bodies(message)
        files = {part.get_filename(): part for part in message.iter_attachments()}
        self.assertEqual(sorted(n.rsplit(".")[-1] for n in files), ["docx", "md", "pdf"])
        for name, part in files.items():
            data = part.get_content()
            start = data.encode() if isinstance(data, str) else data
            self.assertTrue(start.startswith({"pdf": b"%PDF-", "docx": b"PK", "md": b"# "}[name.rsplit(".")[-1]]))
        self.assertTrue(b"with esmtpsa" in raw and b"with esmtps " in second)  # what exim noted: it came encrypted

    def check_bodies(self, message):
        for part in message.walk():
            self.assertEqual(part.defects, [])
        text = message.get_body(("plain",)).get_content()
        self.assertTrue(text.startswith("# " + QUESTION))
        self.assertIn("Three things limit grid batteries", text)
        self.assertIn("\u00b7", text)
        reader = Reader()
        reader.feed(message.get_body(("html",)).get_content())
        words = " ".join("".join(reader.words).split())
        self.assertEqual((reader.suspect, reader.open), ([], []))
        self.assertIn("Three things limit grid batteries", words)
        self.assertIn("Sources", words)
        self.assertIn("\u00b7", words)

    def test_the_delivery_is_kept_as_an_event(self):
        self.deliver(**self.exim.settings())
        events = self.home.run("events", "last")[0].decode()
        self.assertIn('"type":"delivered"', events)
        self.assertIn('"target":"email:ada@example.org","status":"sent"', events)

    def test_a_research_sends_its_report_when_it_is_done(self):
        before = len(self.exim.messages(0))
        home = Home()
        try:
            err = home.research("--deliver", "email:ada@example.org", **self.exim.settings())[1]
            self.assertIn("Delivered to email:ada@example.org.", err)
            self.assertEqual(len(self.exim.messages(before + 1)), before + 1)
        finally:
            home.close()

    def test_an_unknown_certificate_is_refused(self):
        settings = self.exim.settings()
        del settings["FATHOM_CA_FILE"]
        self.assertIn("certificate", self.deliver(expect=1, **settings))

    def test_a_wrong_password_is_not_tried_again(self):
        err = self.deliver(expect=1, **self.exim.settings(), SMTP_USER="me", SMTP_PASSWORD="guessed-wrong")
        self.assertIn("535", err)
        self.assertNotIn("guessed-wrong", err + self.home.run("events", "last")[0].decode())

    def test_a_recipient_that_is_refused_is_named(self):
        self.assertIn("relay not permitted", self.deliver(expect=1, to="email:eve@elsewhere.org", **self.exim.settings()))

    def test_no_starttls_sends_nothing(self):
        server = Faulty({})
        err = self.deliver(expect=1, **server.settings(tls="required"))
        server.close()
        self.assertIn("STARTTLS", err)
        self.assertFalse(any(c.startswith(("MAIL", "AUTH", "DATA")) for c in server.seen[0][0]))

    def faulty(self, *connections, expect=0):
        server = Faulty(*connections)
        err = self.deliver(expect=expect, **server.settings())
        server.close()
        return server, err

    def test_temporary_faults_are_tried_again_with_the_same_message(self):
        for fault in ({"banner": "421 busy"}, {"MAIL": "451 later"}, {"RCPT": "450 greylisted"}, {"DATA": "451 later"},
                      {"end": "452 full"}, {"DATA": "drop"}, {"middle": "drop"}, {"end": "drop"}, {"EHLO": "drop"}):
            with self.subTest(fault=fault):
                server, _ = self.faulty(fault, {})
                self.assertEqual(len(server.seen), 2)
                last = email.message_from_bytes(b"".join(server.seen[-1][1]), policy=email.policy.default)
                self.assertEqual(last.defects, [])
                if server.seen[0][1]:
                    self.assertIn(last["Message-ID"].encode(), b"".join(server.seen[0][1]) + last["Message-ID"].encode())

    def test_final_refusals_are_not_tried_again(self):
        for fault in ({"MAIL": "550 no"}, {"RCPT": "550 unknown user"}, {"end": "554 spam"}):
            with self.subTest(fault=fault):
                server, err = self.faulty(fault, {}, expect=1)
                self.assertEqual(len(server.seen), 1)
                self.assertIn(list(fault.values())[0], err)

    def test_a_server_that_always_fails_is_given_up_and_the_report_stays(self):
        server, err = self.faulty({"MAIL": "451 later"}, expect=1)
        self.assertEqual(len(server.seen), 4)  # once, and three retries
        self.assertIn("451 later", err)
        self.assertIn(b"Three things limit", self.home.run("report", "last")[0])

    def test_a_delivery_that_was_killed_is_known_and_can_be_sent_again(self):
        home, server = Home(), Faulty({"end": "hang"}, {}, {})
        try:
            home.research("-q")
            sending = home.start("deliver", "last", "email:ada@example.org", **server.settings())
            self.assertTrue(server.hanging.wait(60))
            sending.kill()
            sending.wait(60)
            shown = json.loads(home.run("show", "last", "--json")[0])["deliveries"]
            self.assertEqual([(d["target"], d["status"]) for d in shown], [("email:ada@example.org", "unknown")])
            self.assertIn(b"not known whether it was sent", home.run("show", "last")[0])
            self.assertIn(b"Three things limit", home.run("report", "last")[0])
            err = home.run("deliver", "last", "email:ada@example.org", **server.settings())[1]
            self.assertIn("never told its end, so it may have arrived, too", err)
            first, second = (email.message_from_bytes(b"".join(message))["Message-ID"] for _, message in server.seen)
            self.assertEqual(first, second)
            again = json.loads(home.run("deliver", "last", "email:ada@example.org", "--json", **server.settings())[0])
            self.assertEqual(again["before"], "sent")
            shown = json.loads(home.run("show", "last", "--json")[0])["deliveries"]
            self.assertEqual([(d["id"], d["status"]) for d in shown], [(again["delivery"], "sent")])
            self.assertIn(b"email:ada@example.org: sent at", home.run("show", "last")[0])
        finally:
            server.close()
            home.close()

    def test_a_failed_delivery_of_a_research_leaves_its_report(self):
        home, server = Home(), Faulty({"MAIL": "550 no"})
        try:
            out, err = home.research("--deliver", "email:ada@example.org", expect=1, **server.settings())
            self.assertIn(b"Three things limit", out)
            self.assertIn("Not delivered to email:ada@example.org", err)
            self.assertIn("fathom deliver run-", err)
        finally:
            server.close()
            home.close()

    def test_dots_arrive_as_they_were(self):
        server, _ = self.faulty({})
        self.assertFalse(any(line.startswith(b".") and not line.startswith(b"..") for line in server.seen[0][1]))


if __name__ == "__main__":
    unittest.main()
