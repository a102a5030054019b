"""Asking again: the settings of a run, pages that are given by their address, a report written anew from other sources."""
import http.server, threading, unittest

from harness import Case, GIVEN, TEXT

GLASS = 'Glass covers keep moisture out of perovskite solar cells for about 20 years.'
HEAT = 'Heat above 85 degrees limits perovskite solar cells more than moisture does.'


class Pages(http.server.BaseHTTPRequestHandler):
    """Two pages of the web, and one that is not there."""
    texts = {'/glass': ('Glass covers', GLASS), '/heat': ('Heat', HEAT), '/cells': ('Cells', TEXT)}
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        page = self.texts.get(self.path)
        body = ('<!doctype html><title>%s</title><meta property="article:published_time" content="2024-05-06"><main><article><h1>%s</h1><p>%s</p></article></main>' % (page[0], *page) if page else 'gone').encode()
        self.send_response(200 if page else 404)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class WithPages(Case):
    environment = {'FATHOM_ALLOW_NETWORKS': '127.0.0.0/8', 'FATHOM_FETCH_REQUESTS_PER_MINUTE': '100000'}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Pages)
        cls.web = f'http://127.0.0.1:{cls.pages.server_address[1]}'
        threading.Thread(target=cls.pages.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.pages.shutdown()
        cls.pages.server_close()
        super().tearDownClass()

    def urls(self, run):
        return [s['url'] for s in self.server.get(f'/research/{run}/sources').data['sources']]

    def asked(self, *pages, **more):
        return {'query': 'What limits perovskite solar cells?', 'models': ['extractive'], 'sources': [self.web + p for p in pages], **more}


class Given(WithPages):
    def test_pages_are_read_and_researched_in_place_of_the_web(self):
        run = self.server.research(self.asked('/glass', '/heat'))
        self.assertEqual(sorted(self.urls(run)), [self.web + '/glass', self.web + '/heat'])
        report = self.server.get(f'/research/{run}').data
        self.assertEqual(report['status'], 'completed')
        self.assertIn('Heat above 85 degrees', report['answer'])

    def test_one_that_cannot_be_read_is_told_at_once(self):
        before = self.server.get('/research').data['total']
        answer = self.server.post('/research', self.asked('/glass', '/none'))
        self.assertError(answer, 400, 'INVALID_REQUEST', 'sources')
        self.assertIn('/none', answer.error['message'])
        for url in ('file:///etc/passwd', 'nothing', 'ftp://example.org/'):
            self.assertError(self.server.post('/research', {**self.asked(), 'sources': [url]}), 400, 'INVALID_REQUEST')
        self.assertEqual(self.server.get('/research').data['total'], before)

    def test_an_estimate_reads_none(self):
        Pages.asked.clear()
        self.assertEqual(self.server.post('/research/plan', self.asked('/heat')).status, 200)
        self.assertNotIn('/heat', Pages.asked)


class Guarded(Case):
    def test_addresses_of_the_machine_are_not_read(self):
        answer = self.server.post('/research', {'query': 'x', 'models': ['extractive'], 'sources': [self.server.address + '/healthz']})
        self.assertError(answer, 400, 'INVALID_REQUEST', 'sources')


class Settings(WithPages):
    def test_what_a_run_was_asked_with_asks_the_same_again(self):
        self.server.post('/corpora/cells', {'documents': [{'name': 'a.txt', 'text': TEXT}]})
        asked = {**self.asked('/glass'), 'workflow': 'loop', 'depth': 'light', 'contexts': [{'name': 'cells.txt', 'text': TEXT}], 'corpora': ['cells'],
                 'budgetUsd': 0.5, 'timeout': '7m', 'maxSources': 9, 'since': '2020-01-01', 'excludeDomains': ['example.com'], 'language': 'de',
                 'excludeUrls': ['https://example.org/a'], 'clarify': True, 'citations': 'natural', 'verify': 'quick', 'systemPrompt': 'Be brief.'}
        run = self.server.research(asked)
        settings = self.server.get(f'/research/{run}/settings').data['settings']
        for name, value in asked.items():
            if name == 'contexts':
                self.assertEqual([(c['name'], c['text']) for c in settings[name]], [('cells.txt', TEXT)])
            else:
                self.assertEqual(settings[name], value, name)
        self.assertNotIn('given', settings)
        again = self.server.research(settings)
        self.assertEqual(self.server.get(f'/research/{again}/settings').data['settings'], settings)
        self.assertEqual(self.urls(again), self.urls(run))

    def test_a_draft_and_a_plain_run(self):
        draft = self.server.post('/research/draft', {**GIVEN, 'workflow': 'loop', 'budgetUsd': 2}).data['id']
        settings = self.server.get(f'/research/{draft}/settings').data['settings']
        self.assertEqual((settings['query'], settings['models'], settings['budgetUsd'], settings['workflow']), (GIVEN['query'], ['extractive'], 2, 'loop'))
        self.assertNotIn('timeout', self.server.get(f'/research/{self.server.research()}/settings').data['settings'])


class Anew(WithPages):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_id = cls.server.research({'query': 'What limits perovskite solar cells?', 'models': ['extractive'], 'sources': [cls.web + '/glass', cls.web + '/heat']})

    def number(self, end):
        return next(str(s['number']) for s in self.server.get(f'/research/{self.run_id}/sources').data['sources'] if s['url'].endswith(end))

    def anew(self, run, body):
        answer = self.server.post(f'/research/{run}/rewrite', body)
        self.assertEqual(answer.status, 202, answer)
        self.assertEqual(self.server.until(answer.data['id']), 'completed')
        return answer.data['id']

    def test_a_source_is_excluded(self):
        run = self.anew(self.run_id, {'exclude': [int(self.number('/heat'))]})     # or the number as text
        self.assertEqual(self.urls(run), [self.web + '/glass'])
        self.assertNotIn('Heat above', self.server.get(f'/research/{run}').data['answer'])
        self.assertEqual(self.server.get(f'/research/{run}').data['parent'], self.run_id)
        self.assertIn((run, True), [(r['id'], r['anew']) for r in self.server.get(f'/research/{self.run_id}/history').data['runs']])
        self.assertIn('Heat above', self.server.get(f'/research/{self.run_id}').data['answer'])

    def test_a_source_is_added_and_what_was_read_is_not_read_again(self):
        Pages.asked.clear()
        run = self.anew(self.run_id, {'add': [self.web + '/cells']})
        self.assertEqual(sorted(self.urls(run)), [self.web + p for p in ('/cells', '/glass', '/heat')])
        self.assertEqual([p for p in Pages.asked if p != '/robots.txt'], ['/cells'])

    def test_dates_of_pages_are_kept(self):
        dates = lambda run: {s['url']: s['date'] for s in self.server.get(f'/research/{run}/sources').data['sources']}
        first = dates(self.run_id)
        self.assertEqual(set(first.values()), {'2024-05-06'})
        again = dates(self.anew(self.run_id, {'add': [self.web + '/cells']}))
        self.assertEqual({url: again.get(url) for url in first}, first)

    def test_what_cannot_be_done(self):
        path = f'/research/{self.run_id}/rewrite'
        self.assertError(self.server.post(path, {}), 400, 'INVALID_REQUEST')
        self.assertError(self.server.post(path, {'exclude': ['77']}), 400, 'INVALID_REQUEST', 'exclude')
        for wrong in ('x', '', 77):
            self.assertError(self.server.post(path, {'exclude': [wrong]}), 400, 'INVALID_REQUEST', 'exclude')
        self.assertError(self.server.post(path, {'add': [self.web + '/none']}), 400, 'INVALID_REQUEST', 'add')
        self.assertError(self.server.post(path, {'exclude': [self.number('/heat'), self.number('/glass')]}), 400, 'INVALID_REQUEST', 'exclude')
        draft = self.server.post('/research/draft', {**GIVEN, 'workflow': 'loop'}).data['id']
        self.assertError(self.server.post(f'/research/{draft}/rewrite', {'exclude': ['1']}), 409, 'CONFLICT')

    def test_a_corpus_does_not_bring_an_excluded_document_back(self):
        self.server.post('/corpora/two', {'documents': [{'name': 'a.txt', 'text': GLASS}, {'name': 'b.txt', 'text': HEAT}]})
        first = self.server.research({'query': 'What limits perovskite solar cells?', 'models': ['extractive'], 'corpora': ['two']})
        sources = self.server.get(f'/research/{first}/sources').data['sources']
        heat = next(s for s in sources if s['url'].endswith('b.txt'))
        run = self.anew(first, {'exclude': [str(heat['number'])]})
        self.assertEqual(self.urls(run), [s['url'] for s in sources if s is not heat])


if __name__ == '__main__':
    unittest.main()
