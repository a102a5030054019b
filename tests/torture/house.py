"""What the torture tests share: testd, a private home, the program, its database. Standard library only."""
import json, os, pathlib, shutil, signal, sqlite3, subprocess, tempfile, time, urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = os.environ.get('FATHOM', str(ROOT / 'build/hooks/fathom'))
TESTD = os.environ.get('TESTD', str(ROOT / 'build/hooks/testd'))


class Testd:
    """The outside world; ends with the object."""

    def __init__(self, *args, script=None):
        self.process = subprocess.Popen([TESTD, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.info = json.loads(self.process.stdout.readline())
        if script:
            self.control('script', script.encode())

    def control(self, what, body=None):
        request = urllib.request.Request(self.info['url'] + '/_control/' + what, data=body)
        return urllib.request.urlopen(request, timeout=10).read().decode()

    def reset(self):
        self.control('reset', b'')

    def log(self):
        return [json.loads(line) for line in self.control('log').splitlines()]

    def environment(self, *services):
        env = {}
        for name in services:
            service = self.info['services'][name]
            env[service['urlVariable']] = service['baseUrl']
            if service.get('keyVariable'):
                env[service['keyVariable']] = 'test-key-' + name
        return env

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class House:
    """A private home for the program."""

    def __init__(self, env):
        self.folder = tempfile.mkdtemp(prefix='fathom-torture-')
        keep = {k: v for k, v in os.environ.items() if k in ('PATH', 'LANG', 'ASAN_OPTIONS', 'TSAN_OPTIONS')}
        self.env = dict(keep, HOME=self.folder, FATHOM_HOME=self.folder + '/home',
                        FATHOM_FETCH_SCOPE='corpus-only', **env)

    def start(self, *args, **env):
        return subprocess.Popen([FATHOM, *args], env=dict(self.env, **env), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)

    def run(self, *args, timeout=60, **env):
        p = self.start(*args, **env)
        try:
            out, err = p.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            p.kill()
            out, err = p.communicate()
            raise SystemExit(f'{args} hung for {timeout} s\n{err.decode()[-2000:]}')
        return p.returncode, out.decode(), err.decode()

    def query(self, sql, *args):
        path = self.folder + '/home/fathom.db'
        if not os.path.exists(path):
            return []
        db = sqlite3.connect(path)
        try:
            return db.execute(sql, args).fetchall()
        except sqlite3.OperationalError:
            return []
        finally:
            db.close()

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding='utf-8') as f:
            return f.read()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def services_asked(log):
    return [row for row in log if not row['service'].startswith('_')]
