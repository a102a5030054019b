"""Bodies that are almost right: what is wrong is named as the client called it, and what is right is kept."""
import concurrent.futures, json, unittest

from harness import Case, GIVEN, SLOW_AND_PARTIAL, TEXT
from test_panel import PANEL

JSON = {'Content-Type': 'application/json'}


class Bodies(Case):
    script = SLOW_AND_PARTIAL

    def raw(self, path, text):
        return self.server.ask('POST', path, raw=text.encode(), headers=JSON)

    def test_texts_are_texts(self):
        for field, body in (('query', {**GIVEN, 'query': 1}), ('query', {**GIVEN, 'query': True}), ('systemPrompt', {**GIVEN, 'systemPrompt': 5}),
                            ('models[0]', {**GIVEN, 'models': [1]}), ('contexts[0].text', {**GIVEN, 'contexts': [{'text': 1}]}),
                            ('inputContexts[0].content', {**PANEL, 'inputContexts': [{'content': 1}]}), ('inputContexts[1].label', {**PANEL, 'inputContexts': [{'content': 'x'}, {'content': 'x', 'label': 2}]})):
            with self.subTest(json.dumps(body)[:80]):
                answer = self.server.post('/research', body)
                self.assertError(answer, 400, 'INVALID_REQUEST', field)
                self.assertTrue(answer.error['message'].startswith(field), answer)

    def test_a_member_is_given_once(self):
        for path, text in (('/research', '{"query":"a","query":"b"}'), ('/research', '{"query":"a","contexts":[{"text":"a","text":"b"}]}'), ('/research/draft', '{"prompt":"a","prompt":"b"}')):
            answer = self.raw(path, text)
            self.assertError(answer, 400, 'INVALID_REQUEST', 'body')
            self.assertIn('duplicate', answer.error['message'])
        self.assertEqual(self.raw('/v1/chat/completions', '{"model":"fathom","model":"x","messages":[]}').status, 400)

    def test_the_words_of_a_parser_are_not_told(self):
        for path in ('/research', '/v1/chat/completions'):
            answer = self.raw(path, '{"query":"a\\u0000b"}')
            self.assertEqual(answer.status, 400)
            self.assertNotIn(b'JSON_ALLOW_NUL', answer.body)
            self.assertIn(b'U+0000', answer.body)

    def test_every_refusal_names_its_field(self):
        for field, body in (('corpora', {**GIVEN, 'corpora': ['none']}), ('continue', {**GIVEN, 'continue': 'run-000000000000'}), ('query', {**GIVEN, 'query': 'a' * 200000}),
                            ('tiers', {**GIVEN, 'tiers': ['x=y']}), ('skipStages', {**GIVEN, 'skipStages': ['x']}), ('mode', {**GIVEN, 'workflow': 'loop', 'mode': 'simple'}),
                            ('contexts', {**GIVEN, 'contexts': [{'text': ' '}]}), ('contexts', {**GIVEN, 'contexts': [{'text': 'abc', 'pages': '9 1'}]}),
                            ('inputContexts', {**PANEL, 'inputContexts': [{'id': 'a', 'content': 'x'}, {'id': 'a', 'content': 'y'}]}),
                            ('inputContexts[0].content', {**PANEL, 'inputContexts': [{'label': 'x'}]}), ('synthesisModel', {**PANEL, 'synthesisModel': 'nobody/x'}),
                            ('selectedModels', {**PANEL, 'selectedModels': ['nobody/x']}), ('maxIterations', {**GIVEN, 'workflow': 'supervisor', 'maxIterations': 11})):
            with self.subTest(f'{field}: {json.dumps(body)[:80]}'):
                answer = self.server.post('/research', body)
                self.assertIn(answer.status, (400, 404), answer)
                self.assertEqual(answer.error['details']['field'], field, answer)
        self.assertError(self.server.post('/research', {'query': 'x', 'models': ['extractive'], 'search': ['nothing']}), 400, 'INVALID_REQUEST', 'search')
        self.assertError(self.server.post('/corpora/x', {}), 400, 'INVALID_REQUEST', 'documents')
        draft = self.server.post('/research/draft', PANEL).data['id']
        self.assertError(self.server.ask('PATCH', f'/research/{draft}', {'removeContextIds': ['nothing']}), 400, 'INVALID_REQUEST', 'removeContextIds')

    # --- drafts ---

    def test_the_ids_of_texts_are_the_clients(self):
        texts = [{'id': 'note-1', 'content': 'Cold cells charge slowly.', 'label': 'A'}, {'content': 'Vanadium is scarce.'}]
        draft = self.server.post('/research/draft', {**PANEL, 'inputContexts': texts}).data['id']
        kept = self.server.get(f'/research/{draft}').data['inputContexts']
        self.assertEqual(([c['id'] for c in kept][0], kept[1]['id'][:4], [c['content'] for c in kept]), ('note-1', 'ctx-', [t['content'] for t in texts]))
        self.assertError(self.server.ask('PATCH', f'/research/{draft}', {'inputContexts': [{'id': 'note-1', 'content': 'x'}]}), 400, 'INVALID_REQUEST', 'inputContexts')
        self.assertEqual(self.server.ask('PATCH', f'/research/{draft}', {'removeContextIds': [kept[1]['id']], 'inputContexts': [{'id': 'note-2', 'content': 'x'}]}).status, 200)
        self.assertEqual([c['id'] for c in self.server.get(f'/research/{draft}').data['inputContexts']], ['note-1', 'note-2'])
        self.server.post(f'/research/{draft}/approve')
        self.assertEqual(self.server.until(draft), 'completed')
        self.assertEqual([c['id'] for c in self.server.get(f'/research/{draft}').data['inputContexts']], ['note-1', 'note-2'])
        more = self.server.post(f'/research/{draft}/enhance', {'additionalContexts': [{'id': 'note-3', 'content': 'y'}], 'removeContextIds': ['note-1']})
        self.assertEqual(more.status, 202, more)
        self.assertEqual([c['id'] for c in self.server.get(f'/research/{more.data["id"]}').data['inputContexts']], ['note-2', 'note-3'])
        self.assertError(self.server.post(f'/research/{draft}/enhance', {'additionalContexts': [{'id': 'note-2', 'content': 'z'}]}), 400, 'INVALID_REQUEST', 'additionalContexts')

    def test_the_workflow_of_a_draft_is_changed(self):
        draft = self.server.post('/research/draft', {**GIVEN, 'workflow': 'reflect'}).data['id']
        self.assertEqual(self.server.ask('PATCH', f'/research/{draft}', {'workflow': 'loop'}).status, 200)
        self.assertEqual(self.server.get(f'/research/{draft}').data['workflow'], 'loop')
        self.assertError(self.server.ask('PATCH', f'/research/{draft}', {'workflow': 'nothing'}), 400, 'INVALID_REQUEST', 'workflow')
        self.assertEqual(self.server.post(f'/research/{draft}/approve').status, 202)
        self.assertEqual(self.server.until(draft), 'completed')
        self.assertEqual(self.server.get(f'/research/{draft}/report?format=json').json['workflow'], 'loop')

    def test_a_draft_that_becomes_a_panel_keeps_its_models(self):
        draft = self.server.post('/research/draft', {'query': PANEL['prompt'], 'workflow': 'loop', 'models': PANEL['selectedModels']}).data['id']
        self.assertEqual(self.server.ask('PATCH', f'/research/{draft}', {'workflow': 'panel'}).data['selectedModels'], PANEL['selectedModels'])
        self.assertEqual(self.server.get(f'/research/{draft}').data['selectedModels'], PANEL['selectedModels'])
        self.server.post(f'/research/{draft}/approve')
        self.assertEqual(self.server.until(draft), 'completed')
        self.assertEqual(sorted(self.server.get(f'/research/{draft}').data['llmResults']), sorted(PANEL['selectedModels']))

    def test_a_draft_that_is_delivered_is_to_be_approved(self):
        draft = self.server.post('/research/draft', PANEL).data['id']
        answer = self.server.post(f'/research/{draft}/deliver', {'target': 'webhook:http://127.0.0.1/'})
        self.assertError(answer, 409, 'CONFLICT')
        self.assertIn(f'POST /research/{draft}/approve', answer.error['message'])

    # --- why, and who comes late ---

    def test_what_a_run_waits_for_is_told_in_every_state(self):
        draft = self.server.post('/research/draft', PANEL).data['id']
        asking = self.server.research({**PANEL, 'prompt': 'partial batteries'})
        for run, says in ((draft, 'its approval'), (asking, 'a decision: proceed, retry or cancel')):
            why = self.server.get(f'/research/{run}/why').data
            self.assertEqual(why['waitingFor'], says)
            self.assertGreaterEqual(why['waitingMs'], 0)
        self.assertEqual(self.server.get(f'/research/{asking}/why').data['path'], 'confirm/0')
        done = self.server.research()
        self.assertEqual((self.server.get(f'/research/{done}/why').data['waitingFor'], self.server.get(f'/research/{done}/why').data['waitingMs']), (None, -1))

    def test_who_decides_second_is_told_so(self):
        asking = self.server.research({**PANEL, 'prompt': 'partial batteries'})
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: self.server.post(f'/research/{asking}/confirm', {'action': 'proceed'}), range(4)))
        self.assertEqual(sorted(a.status for a in answers), [202, 409, 409, 409])
        for late in (a for a in answers if a.status == 409):
            self.assertNotIn('retrying', late.error['message'])
        self.assertEqual(self.server.until(asking), 'completed')

    # --- chats ---

    def test_a_chat_refuses_what_it_cannot_do(self):
        chat = {'model': 'fathom', 'messages': [{'role': 'user', 'content': GIVEN['query']}], 'fathom': {'models': ['extractive'], 'contexts': GIVEN['contexts']}}
        for param, body in (('n', {**chat, 'n': 3}), ('n', {**chat, 'n': 'one'}), ('stream', {**chat, 'stream': 'yes'}), ('stream', {**chat, 'stream': 1}),
                            ('stream_options.include_usage', {**chat, 'stream_options': {'include_usage': 'x'}}), ('fathom', {**chat, 'fathom': []}),
                            ('fathom.cancelOnDisconnect', {**chat, 'fathom': {'cancelOnDisconnect': 'x'}}), ('fathom.query', {**chat, 'fathom': {'query': 'y'}}),
                            ('fathom.nonsense', {**chat, 'fathom': {'nonsense': 1}}), ('fathom.depth', {**chat, 'fathom': {'depth': 'x'}}),
                            ('fathom.contexts[0].text', {**chat, 'fathom': {'contexts': [{'x': 1}]}}), ('messages', {**chat, 'messages': [{'role': 'user', 'content': 5}]}),
                            ('messages', {**chat, 'messages': [{'role': 'wizard', 'content': 'a'}, *chat['messages']]}), ('messages', {**chat, 'messages': {}})):
            with self.subTest(param):
                answer = self.server.post('/v1/chat/completions', body)
                self.assertEqual((answer.status, answer.json['error']['param']), (400, param), answer)
        for fine in ({'n': 1}, {'n': None, 'stream': None}, {'stream': False, 'temperature': 0.2, 'seed': 1, 'user': 'x'}):
            self.assertEqual(self.server.post('/v1/chat/completions', {**chat, **fine}).status, 200)


if __name__ == '__main__':
    unittest.main()
