"""A home with a finished report, the program, a mail server (exim), and servers that misbehave."""
import os, pathlib, pwd, shutil, socket, subprocess, tempfile, threading, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = str(ROOT / "build/hooks/fathom")
QUESTION = "What limits grid batteries?"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Home:
    """A data folder of its own. The research needs no network and no model."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="fathom-deliver-")

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def environment(self, variables):
        env = {"PATH": os.environ["PATH"], "HOME": self.path, "FATHOM_HOME": self.path + "/data", "LC_ALL": "C.UTF-8",
               "MAIL_FROM": "Fath\u00f6m Research <research@example.org>"}
        env.update({k: str(v) for k, v in variables.items()})
        return env

    def start(self, *words, **variables):
        return subprocess.Popen([FATHOM, *words], env=self.environment(variables), cwd=self.path, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def run(self, *words, expect=0, **variables):
        done = subprocess.run([FATHOM, *words], env=self.environment(variables), cwd=self.path, capture_output=True, timeout=120)
        err = done.stderr.decode()
        if expect is not None and done.returncode != expect:
            raise AssertionError(f"fathom {' '.join(words)}: exit {done.returncode}, not {expect}\n{err}")
        return done.stdout, err

    def research(self, *more, **variables):
        return self.run(QUESTION, "--corpus", str(ROOT / "examples/corpus"), "-m", "extractive", *more, **variables)


CONFIG = """
primary_hostname = localhost
daemon_smtp_ports = {starttls} : {tls}
tls_on_connect_ports = {tls}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = {folder}/cert.pem
tls_privatekey = {folder}/key.pem
spool_directory = {folder}/spool
log_file_path = {folder}/log/%slog
pid_file_path = {folder}/exim.pid
keep_environment =
acl_smtp_rcpt = check
acl_smtp_data = take
deliver_drop_privilege = true
begin acl
check:
  accept domains = example.org
  deny message = relay not permitted
take:
  accept
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  directory = {folder}/mail
  maildir_format
  user = {user}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if and{{{{eq{{$auth2}}{{me}}}}{{eq{{$auth3}}{{secret}}}}}}}}
  server_advertise_condition = ${{if def:tls_in_cipher}}
"""


class Exim:
    """Debian's mail server on loopback, with a certificate of its own; what it takes lies in a maildir."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="fathom-exim-")
        self.starttls, self.tls = free_port(), free_port()
        # exim gives up its rights for a configuration that is not its own: it delivers as its user, or as ours.
        user = "Debian-exim" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        for name in ("mail", "spool", "log"):
            os.mkdir(f"{self.folder}/{name}")
            os.chmod(f"{self.folder}/{name}", 0o777)
        os.chmod(self.folder, 0o755)
        make_certificate(self.folder, "localhost")
        with open(f"{self.folder}/exim.conf", "w") as f:
            f.write(CONFIG.format(folder=self.folder, starttls=self.starttls, tls=self.tls, user=user))
        self.process = subprocess.Popen(["/usr/sbin/exim4", "-C", f"{self.folder}/exim.conf", "-bdf"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for port in (self.starttls, self.tls):
            wait_for(lambda: can_connect(port), "exim")

    def settings(self, tls=False):
        return {"SMTP_URL": f"smtps://localhost:{self.tls}" if tls else f"smtp://localhost:{self.starttls}",
                "FATHOM_CA_FILE": f"{self.folder}/cert.pem"}

    def messages(self, n):
        """The messages that arrived, oldest first, when there are n."""
        box = pathlib.Path(self.folder, "mail/new")
        wait_for(lambda: n == 0 or (box.exists() and len(list(box.iterdir())) >= n), f"{n} messages")
        return [p.read_bytes() for p in sorted(box.glob("*"), key=lambda p: p.stat().st_mtime_ns)]

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


def make_certificate(folder, name):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/key.pem", "-out",
                    f"{folder}/cert.pem", "-days", "2", "-subj", f"/CN={name}", "-addext",
                    f"subjectAltName=DNS:{name},IP:127.0.0.1"], check=True, capture_output=True)
    os.chmod(f"{folder}/key.pem", 0o644)


def can_connect(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


def wait_for(ready, what):
    end = time.monotonic() + 60
    while not ready():
        if time.monotonic() > end:
            raise AssertionError(f"waited a minute for {what}")
        time.sleep(0.05)


class Faulty:
    """A mail server without TLS that answers by a script: replies by command, one list per connection."""

    def __init__(self, *connections):
        self.script = list(connections)
        self.seen = []
        self.hanging = threading.Event()  # a reply "hang" came: the client waits for ever
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def settings(self, tls="none"):
        return {"SMTP_URL": f"smtp://127.0.0.1:{self.port}", "FATHOM_MAIL_TLS": tls}

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            replies = self.script.pop(0) if len(self.script) > 1 else self.script[0]
            with connection, connection.makefile("rb") as lines:
                self.talk(connection, lines, replies)

    def talk(self, connection, lines, replies):
        commands, message = [], []
        self.seen.append((commands, message))
        connection.sendall((replies.get("banner", "220 hello") + "\r\n").encode())
        for line in lines:
            word = line.split()[0].upper().decode() if line.split() else ""
            commands.append(line.decode().strip())
            reply = replies.get(word, {"DATA": "354 go on", "QUIT": "221 bye"}.get(word, "250 fine"))
            if reply == "drop":
                return
            connection.sendall((reply + "\r\n").encode())
            if word == "DATA" and reply.startswith("354"):
                for part in lines:
                    if replies.get("middle") == "drop":
                        return
                    if part == b".\r\n":
                        break
                    message.append(part)
                if replies.get("end") == "drop":
                    return
                if replies.get("end") == "hang":
                    self.hanging.set()
                    lines.read()  # until the client is gone
                    return
                connection.sendall((replies.get("end", "250 taken") + "\r\n").encode())

    def close(self):
        self.listener.close()
