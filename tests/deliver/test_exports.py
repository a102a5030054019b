"""PDF and DOCX: what poppler and LibreOffice read in them."""
import os, pathlib, re, shutil, subprocess, tempfile, unittest, zlib

from harness import Home, QUESTION, ROOT


def png_size_and_ink(data):
    """Width, height, and whether anything but one colour is on it (8-bit grey PNG without interlace)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    body, at = b"", 8
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] == b"IDAT":
            body += data[at + 8:at + 8 + length]
        at += length + 12
    return width, height, len(set(zlib.decompress(body))) > 4


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = Home()
        cls.home.research("-q")
        cls.folder = pathlib.Path(cls.home.path)

    @classmethod
    def tearDownClass(cls):
        cls.home.close()

    def export(self, name):
        self.home.run("export", "last", "-o", name)
        return self.folder / name

    def test_a_pdf_has_its_text_its_links_and_its_outline(self):
        path = self.export("report.pdf")
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()
        for words in (QUESTION, "Three things limit grid batteries", "Contents", "Sources"):
            self.assertIn(words, text)
        self.assertRegex(text, r"1 ?/ ?2\n\x0c")
        markdown = self.home.run("report", "last")[0].decode()
        plain = re.sub(r"\W+", " ", text)
        for sentence in re.findall(r"^[A-Z][^\n\[*|]{40,}?\.", markdown, re.M)[:10]:
            self.assertIn(re.sub(r"\W+", " ", sentence).strip(), plain)
        info = subprocess.run(["pdfinfo", path], capture_output=True, check=True).stdout.decode()
        self.assertIn(f"Title:           {QUESTION}", info)
        self.assertIn(b"/URI (https://storagedesk.example/)", path.read_bytes())
        self.assertIn(b"/Dest", path.read_bytes())
        self.assertIn(b"/Outlines", path.read_bytes())

    def test_a_pdf_can_be_drawn(self):
        path = self.export("drawn.pdf")
        done = subprocess.run(["pdftoppm", "-r", "40", "-gray", "-png", path, self.folder / "page"], capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        pages = sorted(self.folder.glob("page-*.png"))
        self.assertEqual(len(pages), 2)
        for page in pages:
            width, height, ink = png_size_and_ink(page.read_bytes())
            self.assertEqual((width, height), (331, 468))
            self.assertTrue(ink)

    def test_the_same_run_gives_the_same_files(self):
        for ending in ("pdf", "docx"):
            self.assertEqual(self.export(f"a.{ending}").read_bytes(), self.export(f"b.{ending}").read_bytes())

    def test_libreoffice_reads_the_docx(self):
        path = self.export("report.docx")
        done = subprocess.run(["soffice", f"-env:UserInstallation=file://{self.folder}/office", "--headless",
                               "--convert-to", "txt:Text (encoded):UTF8", "--outdir", self.folder, path],
                              capture_output=True, timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        text = (self.folder / "report.txt").read_text(encoding="utf-8-sig")
        for words in (QUESTION, "Three things limit grid batteries", "Contents", "Sources", "[1]"):
            self.assertIn(words, text)

    def test_a_machine_without_fonts_says_so(self):
        (self.folder / "none.conf").write_text("<fontconfig></fontconfig>")
        _, err = self.home.run("export", "last", "-o", "none.pdf", expect=None, FONTCONFIG_FILE=self.folder / "none.conf",
                               XDG_DATA_HOME="/nowhere")
        if (self.folder / "none.pdf").exists():
            self.assertTrue((self.folder / "none.pdf").read_bytes().startswith(b"%PDF-"))
        else:
            self.assertIn("no font is installed", err)

    def test_the_commands_of_the_manual_do_what_they_say(self):
        blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/delivery.md").read_text(), re.S)
        commands = [line.split("#")[0].split() for block in blocks for line in block.splitlines()]
        local = [words[1:] for words in commands if not any(w.startswith(("email:", "webhook:")) for w in words)]
        self.assertGreaterEqual(len(local), 7)
        for words in local:
            with self.subTest(words=words):
                self.home.run(*words)

    def test_a_file_is_delivered_once(self):
        self.home.run("deliver", "last", "file:out.pdf")
        self.assertTrue((self.folder / "out.pdf").read_bytes().startswith(b"%PDF-"))
        (self.folder / "mine.md").write_text("mine")
        self.assertIn("already there", self.home.run("deliver", "last", "file:mine.md", expect=2)[1])
        self.assertEqual((self.folder / "mine.md").read_text(), "mine")
        self.home.run("deliver", "last", "file:mine.md", "--overwrite")
        self.assertIn(QUESTION, (self.folder / "mine.md").read_text())


if __name__ == "__main__":
    unittest.main()
