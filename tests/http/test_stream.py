"""Server-sent events: everything, in order, once, whoever comes late, leaves, returns or does not read."""
import http.client, json, signal, socket, threading, time, unittest

from harness import Case, GIVEN, PATIENCE, Server


class Reader:
    """One stream, event by event."""

    def __init__(self, server, path, headers=None):
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
        self.connection.request('GET', path, headers=headers or {})
        self.answer = self.connection.getresponse()

    def __iter__(self):
        event = {}
        for line in self.answer:
            line = line.decode().rstrip('\n')
            if line.startswith(':'):
                yield {'comment': line[1:]}
            elif line:
                name, _, value = line.partition(': ')
                event[name] = value
            elif event:
                if 'data' in event or 'retry' in event:
                    yield event
                event = {}

    def close(self):
        self.connection.close()


def stored(events):
    """The stored events among them, as objects."""
    return [json.loads(e['data']) for e in events if 'id' in e]


class Streams(Case):
    script = '''
serve openai
  when role=decide body~"followed batteries"  reply text "{\\"action\\":\\"research_complete\\",\\"query\\":\\"\\",\\"rationale\\":\\"enough\\"}" latency 3s
  when role=decide  reply text "{\\"action\\":\\"research_complete\\",\\"query\\":\\"\\",\\"rationale\\":\\"enough\\"}" latency 300ms
serve searxng reply by-hash
'''
    asked = {'query': 'What limits grid batteries?', 'workflow': 'loop', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng']}

    def polled(self, run):
        return self.server.get(f'/research/{run}/events').data['events']

    def test_a_run_is_followed_from_its_first_event_to_its_end(self):
        run = self.server.research({**self.asked, 'query': 'What limits followed batteries?'}, wait=False)
        reader = Reader(self.server, f'/research/{run}/stream')
        self.assertEqual((reader.answer.status, reader.answer.headers['Content-Type']), (200, 'text/event-stream'))
        events = list(reader)
        reader.close()
        self.assertEqual(stored(events), self.polled(run))
        self.assertEqual(events[0], {'retry': '2000'})
        self.assertEqual((events[-1]['event'], json.loads(events[-1]['data'])), ('end', {'run': run, 'status': 'completed'}))
        for e in events:
            if 'id' in e:
                self.assertEqual(int(e['id']), json.loads(e['data'])['seq'])
        # Text that is written while the stream runs has no number.
        text = [json.loads(e['data']) for e in events if e.get('event') == 'text']
        self.assertTrue(text)
        self.assertTrue(all(set(t) == {'path', 'attempt', 'offset', 'text'} for t in text))
        self.assertTrue(all('id' not in e for e in events if e.get('event') == 'text'))

    def test_who_comes_late_reads_what_was_missed(self):
        run = self.server.research()
        events = self.polled(run)
        for since in (0, 1, len(events) // 2, len(events) - 1):
            for path, headers in ((f'/research/{run}/stream?since={since}', {}), (f'/research/{run}/stream?since=0', {'Last-Event-ID': str(since)})):
                reader = Reader(self.server, path, headers)
                self.assertEqual(stored(list(reader)), events[since:])
                reader.close()

    def test_a_stream_that_has_nothing_to_come_is_204(self):
        run = self.server.research()
        last = len(self.polled(run))
        self.assertEqual(self.server.get(f'/research/{run}/stream?since={last}').status, 204)
        self.assertEqual(self.server.get(f'/research/{run}/stream?since={last + 5}').status, 204)

    def test_bad_places_and_runs_are_refused(self):
        run = self.server.research()
        for since in ('x', '-1', '1.5', '99999999999999999999', ''):
            self.assertError(self.server.get(f'/research/{run}/stream?since={since}'), 400, 'INVALID_REQUEST', 'since')
        self.assertError(self.server.get(f'/research/{run}/stream', headers={'Last-Event-ID': 'abc'}), 400, 'INVALID_REQUEST', 'Last-Event-ID')
        self.assertError(self.server.get(f'/research/{run}/stream?from=1'), 400, 'INVALID_REQUEST', 'from')
        self.assertError(self.server.get('/research/run-000000000000/stream'), 404, 'NOT_FOUND')

    def test_a_reader_that_leaves_and_returns_loses_nothing(self):
        run = self.server.research(self.asked, wait=False)
        seen, last = [], 0
        while True:
            reader = Reader(self.server, f'/research/{run}/stream', {'Last-Event-ID': str(last)})
            ended, taken = reader.answer.status == 204, 0
            for event in reader if not ended else ():
                if 'id' in event:
                    seen.append(json.loads(event['data']))
                    last, taken = int(event['id']), taken + 1
                ended = ended or event.get('event') == 'end'
                if taken == 4 or ended:
                    break
            reader.close()
            if ended:
                break
        self.assertEqual(seen, self.polled(run))

    def test_many_readers_of_one_run_read_the_same(self):
        run = self.server.research(self.asked, wait=False)
        got = [None] * 50

        def follow(i):
            reader = Reader(self.server, f'/research/{run}/stream')
            got[i] = stored(list(reader))
            reader.close()

        threads = [threading.Thread(target=follow, args=(i,)) for i in range(len(got))]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        events = self.polled(run)
        self.assertTrue(all(g == events for g in got))

    def test_streams_are_counted_and_forgotten(self):
        run = self.server.research(self.asked, wait=False)
        readers = [Reader(self.server, f'/research/{run}/stream') for _ in range(5)]
        self.assertIn('\nfathom_http_streams 5\n', self.server.get('/metrics').body.decode())
        self.server.until(run)
        for r in readers:
            list(r)
            r.close()
        deadline = time.monotonic() + PATIENCE
        while '\nfathom_http_streams 0\n' not in self.server.get('/metrics').body.decode():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_an_http_1_0_reader_gets_the_stream_without_chunks(self):
        run = self.server.research()
        answer = self.server.exchange(f'GET /research/{run}/stream HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'.encode(), half=True)
        head, _, body = answer.partition(b'\r\n\r\n')
        self.assertNotIn(b'chunked', head)
        self.assertTrue(body.startswith(b'retry: 2000\n\nid: 1\n'), body[:100])
        self.assertIn(b'event: end', body)


class SlowReader(Case):
    """Whoever does not read is cut off and counted, and nobody else notices."""
    script = Streams.script.replace('300ms', '10ms')
    environment = {'FATHOM_SERVER_IDLE_TIMEOUT': '1s'}

    def test_a_reader_that_takes_nothing_is_closed_and_counted(self):
        run = self.server.research({**Streams.asked, 'depth': 'extended'})
        events = self.server.get(f'/research/{run}/events').body
        self.assertGreater(len(events), 60000, 'too little to fill the buffers')
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        s.connect((self.server.host, self.server.port))
        s.sendall(f'GET /research/{run}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.encode())
        deadline = time.monotonic() + PATIENCE
        while '\nfathom_http_streams_slow_total 1\n' not in self.server.get('/metrics').body.decode():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        # The others go on as before.
        reader = Reader(self.server, f'/research/{run}/stream')
        self.assertEqual(stored(list(reader)), json.loads(events)['data']['events'])
        reader.close()
        s.close()

    def test_who_never_ends_a_request_is_closed(self):
        for part in (b'', b'GET /version HTTP/1.1\r\nHost: 1', b'POST /research HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'):
            with self.subTest(part):
                self.assertNotIn(b' 200 ', self.server.exchange(part, half=True))


class DrippingReader(Case):
    """A byte now and then does not keep a connection."""
    environment = {'FATHOM_SERVER_REQUEST_TIMEOUT': '2s'}

    def drip(self, start, byte):
        with socket.create_connection((self.server.host, self.server.port), timeout=PATIENCE) as s:
            s.sendall(start)
            s.settimeout(0.2)
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                try:
                    s.sendall(byte)
                    if s.recv(4096) == b'':
                        return
                except TimeoutError:
                    continue
                except OSError:
                    return
        self.fail('the connection was never closed')

    def test_a_head_that_drips_is_closed(self):
        self.drip(b'GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ', b'a')

    def test_a_body_that_drips_is_closed(self):
        self.drip(b'POST /research HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{', b' ')


class Stopping(Case):
    script = Streams.script.replace('300ms', '3s')

    def test_a_server_that_stops_ends_its_streams_and_keeps_its_runs(self):
        run = self.server.research(Streams.asked, wait=False)
        reader = Reader(self.server, f'/research/{run}/stream')
        events = iter(reader)
        while json.loads(next(events).get('data', '{}')).get('type') != 'run_started':
            pass
        self.server.process.send_signal(signal.SIGTERM)
        rest = list(events)
        reader.close()
        self.assertNotIn('end', [e.get('event') for e in rest])
        self.assertIn('Stopping', self.server.stop())
        self.assertEqual(self.server.process.returncode, 0)
        self.server.start()
        self.assertEqual(self.server.until(run), 'completed')
        reader = Reader(self.server, f'/research/{run}/stream')
        self.assertEqual([e['seq'] for e in stored(list(reader))], [e['seq'] for e in self.server.get(f'/research/{run}/events').data['events']])
        reader.close()


if __name__ == '__main__':
    unittest.main()
