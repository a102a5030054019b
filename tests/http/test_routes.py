"""Every route: what it answers, and what it refuses."""
import base64, concurrent.futures, json, unittest

from harness import Case, GIVEN, ROOT, TEXT

JSON = {'Content-Type': 'application/json'}


class Runs(Case):
    """Runs that need no service."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_id = cls.server.research()

    def test_a_research_is_accepted_with_its_address(self):
        answer = self.server.post('/research', GIVEN)
        self.assertEqual(answer.status, 202)
        self.assertEqual(answer.headers['Location'], '/research/' + answer.data['id'])
        self.assertEqual(answer.data['status'], 'queued')
        self.assertEqual(self.server.until(answer.data['id']), 'completed')

    def test_prompt_is_another_word_for_query(self):
        settings = {**GIVEN, 'prompt': GIVEN['query']}
        del settings['query']
        self.assertEqual(self.server.get('/research/' + self.server.research(settings)).data['query'], GIVEN['query'])
        self.assertError(self.server.post('/research', {**GIVEN, 'prompt': 'x'}), 400, 'INVALID_REQUEST', 'prompt')

    def test_bad_bodies_are_refused_with_the_field(self):
        for body, field in (({}, 'query'), ({'query': ''}, 'query'), ({'query': 'x', 'dpeth': 'light'}, 'dpeth'),
                            ({'query': 'x', 'depth': 'bottomless'}, 'depth'), ({'query': 'x', 'maxSources': 'many'}, 'maxSources'),
                            ({'query': 'x', 'contexts': [{'name': 'a'}]}, 'contexts[0].text'), ({'query': 'x', 'timeout': 5}, 'timeout')):
            with self.subTest(body):
                answer = self.server.post('/research', body)
                self.assertError(answer, 400, 'INVALID_REQUEST', field)
        self.assertIn('POST /research', self.server.post('/research', {'query': ' '}).error['message'])
        for raw in (b'', b'{', b'[]', b'"x"', b'{"query":"x"}{}', b'\xff', b'{"query":"\\ud800"}', b'[' * 5000):
            with self.subTest(raw):
                answer = self.server.ask('POST', '/research', raw=raw, headers=JSON)
                self.assertError(answer, 400, 'INVALID_REQUEST')

    def test_another_type_than_json_is_refused(self):
        for kind in ('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', ''):
            answer = self.server.ask('POST', '/research', raw=json.dumps(GIVEN).encode(), headers={'Content-Type': kind})
            self.assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type')
        answer = self.server.ask('POST', '/research', raw=json.dumps(GIVEN).encode(), headers={'Content-Type': 'Application/JSON; charset=utf-8'})
        self.assertEqual(answer.status, 202)
        self.server.until(answer.data['id'])
        # Without a body the type may be left out, but not be another.
        run = self.run_id
        self.assertError(self.server.post(f'/research/{run}/cancel', headers={'Content-Type': 'text/plain'}), 415, 'UNSUPPORTED_MEDIA_TYPE')

    def test_a_path_of_the_server_cannot_be_named(self):
        answer = self.server.post('/research', {'query': 'x', 'models': ['extractive'], 'corpora': ['/etc']})
        self.assertError(answer, 400, 'INVALID_REQUEST')
        self.assertIn('GET /corpora', answer.error['message'])

    def test_a_run_shows_the_report_and_where_it_stands(self):
        data = self.server.get(f'/research/{self.run_id}').data
        for name in ('id', 'status', 'workflow', 'depth', 'query', 'answer', 'citations', 'claims', 'usage', 'costUsd', 'createdAt',
                     'hasReport', 'warnings', 'skipped', 'events'):
            self.assertIn(name, data)
        self.assertEqual(data['status'], 'completed')
        self.assertIn('moisture', data['answer'])

    def test_runs_are_listed(self):
        data = self.server.get('/research?limit=1').data
        self.assertEqual(len(data['researches']), 1)
        self.assertTrue(all(r['status'] == 'completed' for r in self.server.get('/research?status=completed').data['researches']))
        self.assertError(self.server.get('/research?limit=0'), 400, 'INVALID_REQUEST', 'limit')
        self.assertError(self.server.get('/research?status=odd'), 400, 'INVALID_REQUEST', 'status')
        self.assertError(self.server.get('/research?colour=red'), 400, 'INVALID_REQUEST', 'colour')

    def test_events_are_polled_from_a_number_on(self):
        events = self.server.get(f'/research/{self.run_id}/events').data['events']
        self.assertEqual([e['seq'] for e in events], list(range(1, len(events) + 1)))
        self.assertEqual(events[0]['type'], 'run_created')
        self.assertEqual(events[-1]['type'], 'run_completed')
        rest = self.server.get(f'/research/{self.run_id}/events?since=3&limit=2').data['events']
        self.assertEqual([e['seq'] for e in rest], [4, 5])
        self.assertError(self.server.get(f'/research/{self.run_id}/events?since=x'), 400, 'INVALID_REQUEST', 'since')

    def test_a_report_has_the_format_that_is_asked_for(self):
        path = f'/research/{self.run_id}/report'
        self.assertTrue(self.server.get(path).body.startswith(b'# What limits'))
        self.assertIn(b'<h1', self.server.get(path + '?format=html').body)
        self.assertEqual(json.loads(self.server.get(path + '?format=json').body)['id'], self.run_id)
        bundle = self.server.get(path + '?format=fathom')
        self.assertIn(f'filename="{self.run_id}.fathom"', bundle.headers['Content-Disposition'])
        file = self.home + '/bundle.fathom'
        with open(file, 'wb') as out:
            out.write(bundle.body)
        self.assertEqual(self.server.command('verify', file).returncode, 0)
        types = {f: self.server.get(f'{path}?format={f}').headers['Content-Type'].split(';')[0] for f in ('md', 'html', 'json', 'fathom')}
        self.assertEqual(types, {'md': 'text/markdown', 'html': 'text/html', 'json': 'application/json', 'fathom': 'application/octet-stream'})
        self.assertError(self.server.get(path + '?format=gif'), 400, 'INVALID_REQUEST', 'format')
        self.assertError(self.server.get(path + '?fromat=md'), 400, 'INVALID_REQUEST', 'fromat')

    def test_sources_claims_and_provenance(self):
        run = f'/research/{self.run_id}'
        self.assertEqual(self.server.get(run + '/sources').data['sources'][0]['title'], 'cells.txt')
        claims = self.server.get(run + '/claims').data['claims']
        number = claims[0]['number']
        self.assertEqual(self.server.get(f'{run}/claims/{number}').data, claims[0])
        self.assertError(self.server.get(f'{run}/claims/999'), 404, 'NOT_FOUND')
        self.assertError(self.server.get(f'{run}/claims/first'), 400, 'INVALID_REQUEST', 'n')
        self.assertIn(b'#', self.server.get(run + '/provenance').body)
        self.assertIsInstance(self.server.get(run + '/provenance?format=json').data, dict)
        self.assertEqual(self.server.get(run + '/why').data['status'], 'completed')

    def test_what_is_not_there_is_404(self):
        for method, path in (('GET', ''), ('DELETE', ''), ('GET', '/events'), ('GET', '/report'), ('GET', '/sources'), ('GET', '/claims'),
                             ('GET', '/claims/1'), ('GET', '/provenance'), ('GET', '/why'), ('POST', '/cancel'), ('POST', '/finish'),
                             ('POST', '/resume'), ('POST', '/answers')):
            body = {'answer': 'x'} if path == '/answers' else None
            with self.subTest(method + path):
                self.assertError(self.server.ask(method, '/research/run-000000000000' + path, body), 404, 'NOT_FOUND')
        self.assertError(self.server.get('/nothing'), 404, 'NOT_FOUND')
        self.assertError(self.server.get('/app/'), 404, 'NOT_FOUND')
        self.assertError(self.server.get('/research/'), 404, 'NOT_FOUND')

    def test_the_wrong_state_is_409(self):
        for path, body in (('/cancel', None), ('/finish', None), ('/resume', None), ('/answers', {'answer': 'x'})):
            with self.subTest(path):
                self.assertError(self.server.post(f'/research/{self.run_id}{path}', body), 409, 'CONFLICT')

    def test_another_method_is_405_with_those_that_are_taken(self):
        answer = self.server.ask('PUT', f'/research/{self.run_id}')
        self.assertError(answer, 405, 'METHOD_NOT_ALLOWED')
        self.assertIn('GET', answer.headers['Allow'])
        self.assertError(self.server.ask('DELETE', '/healthz'), 405, 'METHOD_NOT_ALLOWED')

    def test_head_is_get_without_its_body(self):
        answer = self.server.ask('HEAD', '/version')
        self.assertEqual((answer.status, answer.body), (200, b''))
        self.assertGreater(int(answer.headers['Content-Length']), 10)

    def test_a_run_is_deleted(self):
        run = self.server.research()
        self.assertEqual(self.server.ask('DELETE', f'/research/{run}').status, 200)
        self.assertError(self.server.get(f'/research/{run}'), 404, 'NOT_FOUND')

    def test_a_run_can_be_deleted_as_soon_as_it_has_ended(self):
        """Its thread may still be leaving then, all the more when others work beside it."""
        def use(_):
            run = self.server.research(wait=False)
            while self.server.get(f'/research/{run}').data['status'] != 'completed':
                pass
            return self.server.ask('DELETE', f'/research/{run}').status

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(set(pool.map(use, range(80))), {200})

    def test_a_deletion_is_taken_back(self):
        run = self.server.research()
        self.server.ask('DELETE', f'/research/{run}')
        self.assertEqual(self.server.post(f'/research/{run}/undelete').status, 200)
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'completed')
        self.assertError(self.server.post(f'/research/{run}/undelete'), 404, 'NOT_FOUND')

    def test_marks(self):
        run = self.server.research()
        self.assertEqual(self.server.ask('PATCH', f'/research/{run}/favourite', {'favourite': True}).status, 200)
        self.assertIn(run, [r['id'] for r in self.server.get('/research?favourite=true').data['researches']])
        self.assertEqual(self.server.ask('PATCH', f'/research/{run}/title', {'title': 'Cells'}).status, 200)
        self.assertEqual(self.server.get(f'/research/{run}').data['title'], 'Cells')
        for wrong in ('perhaps', 'true', 'yes', 1, 0, None):
            self.assertError(self.server.ask('PATCH', f'/research/{run}/favourite', {'favourite': wrong}), 400, 'INVALID_REQUEST', 'favourite')
        self.assertError(self.server.get('/research?favourite=perhaps'), 400, 'INVALID_REQUEST', 'favourite')

    def test_words_that_name_nothing_are_refused(self):
        for field, wrong in (('clarify', 'true'), ('clarify', 1), ('includeDomains', ['']), ('includeDomains', ['https://example.org/a']), ('excludeDomains', ['a b']), ('search', ['']),
                             ('models', [' ']), ('language', 'Klingonese'), ('language', 'de-XX')):
            with self.subTest(field=field, wrong=wrong):
                self.assertError(self.server.post('/research', {**GIVEN, field: wrong}), 400, 'INVALID_REQUEST', field)
        run = self.server.research({**GIVEN, 'language': 'German'})
        self.assertEqual(self.server.get(f'/research/{run}/settings').data['settings']['language'], 'de')

    def test_a_link_opens_the_report_until_it_is_closed(self):
        run = self.server.research()
        shared = self.server.post(f'/research/{run}/share')
        self.assertEqual(shared.status, 201, shared)
        token = shared.data['token']
        self.assertGreaterEqual(len(token), 22)     # 128 random bits at least
        page = self.server.get(f'/share/{token}')
        self.assertEqual((page.status, page.headers['Content-Type']), (200, 'text/html; charset=utf-8'))
        self.assertIn(b'moisture', page.body)
        self.assertIn(b'Content-Security-Policy', page.body)
        self.assertEqual(self.server.ask('DELETE', f'/research/{run}/share').status, 200)
        self.assertError(self.server.get(f'/share/{token}'), 404, 'NOT_FOUND')
        again = self.server.post(f'/research/{run}/share').data['token']
        self.assertNotEqual(again, token)

    def test_effects_have_a_beginning_and_an_end(self):
        effects = self.server.get(f'/research/{self.run_id}/effects').data['effects']
        self.assertTrue(effects)

    def test_models_providers_and_version(self):
        self.assertTrue(self.server.get('/models').data['models'])
        self.assertTrue(self.server.get('/providers').data['providers'])
        self.assertIn('version', self.server.get('/version').data)

    def test_health_readiness_and_metrics(self):
        self.assertEqual(self.server.get('/healthz').body, b'ok\n')
        self.assertEqual(self.server.get('/readyz').body, b'ready\n')
        metrics = self.server.get('/metrics').body.decode()
        self.assertRegex(metrics, r'fathom_http_requests_total\{method="POST",route="/research",status="2xx"\} \d+')
        for line in metrics.splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^}]*\})? [0-9.e+]+)$')

    def test_every_answer_forbids_guessing_its_type_and_keeping_it(self):
        for path in ('/version', '/nothing', f'/research/{self.run_id}/report?format=html'):
            headers = self.server.get(path).headers
            self.assertEqual((headers['X-Content-Type-Options'], headers['Cache-Control']), ('nosniff', 'no-store'))


class Corpora(Case):
    def test_a_corpus_is_made_searched_used_and_removed(self):
        server = self.server
        self.assertEqual(server.get('/corpora').data['corpora'], [])
        added = server.post('/corpora/cells', {'documents': [{'name': 'a.txt', 'text': TEXT}, {'name': 'b.txt', 'text': 'Bananas are yellow.'}]})
        self.assertEqual((added.status, added.data['documents']), (200, 2), added)
        self.assertEqual(server.get('/corpora').data['corpora'][0]['name'], 'cells')
        self.assertEqual({d['name'] for d in server.get('/corpora/cells').data['documents']}, {'a.txt', 'b.txt'})
        hits = server.get('/corpora/cells/search?query=moisture&count=1').data['hits']
        self.assertEqual([h['doc'] for h in hits], ['a.txt'])
        run = server.research({'query': 'What do perovskite cells suffer from?', 'models': ['extractive'], 'corpora': ['cells']})
        self.assertEqual(server.get(f'/research/{run}').data['status'], 'completed')
        self.assertError(server.post('/corpora/cells', {'paths': ['/etc/hosts']}), 403, 'FORBIDDEN')
        self.assertError(server.post('/corpora/cells', {}), 400, 'INVALID_REQUEST')
        pdf = base64.b64encode((ROOT / 'tests/cases/site/energy/two-pages.pdf').read_bytes()).decode()
        added = server.post('/corpora/cells', {'documents': [{'name': 'c.pdf', 'data': pdf}, {'name': 'd.txt', 'data': '!'}, {'name': 'e.txt', 'text': ' '}]}).data
        self.assertEqual((added['documents'], added['skipped']), (1, 2), added)
        self.assertEqual(server.ask('DELETE', '/corpora/cells').status, 200)
        for answer in (server.get('/corpora/cells'), server.ask('DELETE', '/corpora/cells'), server.get('/corpora/cells/search?query=a')):
            self.assertError(answer, 404, 'NOT_FOUND')


class Access(Case):
    environment = {'FATHOM_SERVER_ORIGINS': 'https://page.example', 'FATHOM_SERVER_HOSTS': 'fathom.test'}

    def test_a_name_that_points_here_is_refused(self):
        for host in ('evil.example', 'evil.example:7474', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '[::2]', 'a b', ''):
            with self.subTest(host):
                self.assertIn(self.server.get('/version', headers={'Host': host}).status, (400, 403))
        for host in ('localhost', 'LOCALHOST:1', '127.0.0.1:80', '127.1.2.3', '[::1]:7474', 'fathom.test'):
            with self.subTest(host):
                self.assertEqual(self.server.get('/version', headers={'Host': host}).status, 200)

    def test_pages_of_other_origins_may_not_call(self):
        for origin in ('https://evil.example', 'null', 'https://page.example.evil.example', 'http://page.example', 'file://'):
            with self.subTest(origin):
                self.assertError(self.server.get('/version', headers={'Origin': origin}), 403, 'FORBIDDEN', 'Origin')
                self.assertError(self.server.post('/research', GIVEN, headers={'Origin': origin}), 403, 'FORBIDDEN', 'Origin')
        self.assertError(self.server.post('/research', GIVEN, headers={'Sec-Fetch-Site': 'cross-site'}), 403, 'FORBIDDEN', 'Origin')
        self.assertEqual(self.server.get('/research').data['researches'], [])

    def test_configured_origins_and_our_own_may(self):
        own = self.server.get('/version', headers={'Origin': self.server.address})
        self.assertEqual((own.status, own.headers['Access-Control-Allow-Origin']), (200, None))
        other = self.server.get('/version', headers={'Origin': 'https://page.example'})
        self.assertEqual((other.status, other.headers['Access-Control-Allow-Origin'], other.headers['Vary']), (200, 'https://page.example', 'Origin'))
        asked = {'Origin': 'https://page.example', 'Access-Control-Request-Method': 'POST'}
        answer = self.server.ask('OPTIONS', '/research', headers=asked)
        self.assertEqual((answer.status, answer.headers['Access-Control-Allow-Origin']), (204, 'https://page.example'))
        self.assertIn('POST', answer.headers['Access-Control-Allow-Methods'])
        self.assertEqual(self.server.ask('OPTIONS', '/research', headers={**asked, 'Origin': 'https://evil.example'}).status, 403)
        self.assertEqual(self.server.ask('OPTIONS', '/research').status, 405)


if __name__ == '__main__':
    unittest.main()
