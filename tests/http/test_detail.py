"""What a run did, in detail: one call with its request and answer, one source with its cited passages."""
import json, time, unittest

from harness import Case, GIVEN, PATIENCE, TEXT

SCRIPT = '''
serve openai reply by-hash
serve searxng reply by-hash
'''
ASKED = {'query': 'What is a test?', 'workflow': 'loop', 'depth': 'light', 'models': ['openai/gpt-5-mini'], 'search': ['searxng']}


class Calls(Case):
    script = SCRIPT

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_id = cls.server.research(ASKED)
        cls.effects = cls.server.get(f'/research/{cls.run_id}/effects').data['effects']

    def effect(self, path, more=''):
        return self.server.get(f'/research/{self.run_id}/effect?path={path}{more}')

    def test_every_call_shows_what_was_asked_and_what_was_answered(self):
        before = len(self.testd.control('log').splitlines())
        kinds = set()
        for one in self.effects:
            with self.subTest(one['path']):
                data = self.effect(one['path']).data
                self.assertEqual((data['path'], data['answeredBy'], data['noRequest']), (one['path'], one['answeredBy'], None))
                request = json.loads(data['request'])
                kinds.add('messages' if 'messages' in request else request.get('type', 'other'))
                if one['state'] == 'done':
                    self.assertGreater(data['responseBytes'], 0)
        self.assertIn('messages', kinds)
        self.assertEqual(len(self.testd.control('log').splitlines()), before, 'a service was asked')

    def test_a_prompt_has_the_question_in_it(self):
        paid = [e['path'] for e in self.effects if e['kind'] == 'paid']
        self.assertTrue(any(ASKED['query'] in self.effect(path).data['request'] for path in paid))

    def test_keys_are_never_shown(self):
        for one in self.effects:
            self.assertNotIn('key-of-openai', self.effect(one['path'], '&whole=true').body.decode())
        run = self.server.research({**ASKED, 'query': 'Is key-of-openai a test?'})
        for one in self.server.get(f'/research/{run}/effects').data['effects']:
            answer = self.server.get(f'/research/{run}/effect?whole=true&path={one["path"]}')
            self.assertEqual(answer.status, 200, answer)
            self.assertNotIn('key-of-openai', answer.body.decode())

    def test_what_is_long_comes_whole_when_asked_for(self):
        run = self.server.research({**GIVEN, 'contexts': [{'name': 'long.txt', 'text': (TEXT + '\n\n') * 2000}]})
        longest = None
        for one in self.server.get(f'/research/{run}/effects').data['effects']:
            data = self.server.get(f'/research/{run}/effect?path={one["path"]}').data
            if not longest or data['responseBytes'] > longest['responseBytes']:
                longest = data
        self.assertGreater(longest['responseBytes'], 100000)
        self.assertLessEqual(len(longest['response'].encode()), 100000)
        whole = self.server.get(f'/research/{run}/effect?path={longest["path"]}&whole=true').data
        self.assertEqual(len(whole['response'].encode()), longest['responseBytes'])
        self.assertTrue(whole['response'].startswith(longest['response']))

    def test_a_call_that_was_not_made_is_not_there(self):
        self.assertError(self.effect('no/such/call'), 404, 'NOT_FOUND')
        self.assertError(self.server.get(f'/research/{self.run_id}/effect'), 400, 'INVALID_REQUEST', 'path')


class CallsBesideOneAtWork(Case):
    """What a run has asked for is shown while it waits for another answer: of the same batch, and on another branch."""
    steps = ','.join(json.dumps({'title': title, 'description': 'd', 'step_type': 'research', 'needs_search': True, 'independent': True}) for title in ('slow alpha', 'quick beta'))
    plan = json.dumps('{"title":"t","thought":"","has_enough_context":false,"steps":[' + steps + ']}')
    script = f'''
serve openai
  when role=panel_answer reply by-hash latency 600s
  when role=plan_steps reply text {plan}
  when role=search_queries body~"slow alpha: d" reply by-hash latency 600s
serve anthropic reply by-hash
serve searxng reply by-hash
'''

    def shown(self, settings, wanted):
        """Waits until calls of that path have ended while others have not; asks for each."""
        run, deadline = self.server.research(settings, wait=False), time.monotonic() + PATIENCE
        while True:
            effects = self.server.get(f'/research/{run}/effects').data['effects']
            done = [e['path'] for e in effects if e['state'] == 'done' and wanted in e['path']]
            if done and any(e['state'] != 'done' for e in effects):
                break
            self.assertLess(time.monotonic(), deadline, effects)
            time.sleep(0.02)
        for path in done:
            with self.subTest(path):
                data = self.server.get(f'/research/{run}/effect?path={path}').data
                self.assertIsNone(data['noRequest'])
                self.assertIn('What is a test?' if 'anthropic' in path else 'quick beta', data['request'])
        self.server.post(f'/research/{run}/cancel')
        self.server.until(run)

    def test_of_the_same_batch(self):
        self.shown({'prompt': 'What is a test?', 'workflow': 'panel', 'selectedModels': ['openai/test', 'anthropic/test-a'], 'synthesisModel': 'openai/test'}, 'anthropic:test-a')

    def test_on_another_branch(self):
        self.shown({'query': 'What is a test?', 'workflow': 'reflect', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng']}, 'step/0/1/queries')


class CallsOfOthers(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        tokens = {}
        for name in ('ada', 'bob'):
            cls.server.command('users', 'add', name)
            tokens[name] = {'Authorization': 'Bearer ' + cls.server.command('users', 'token', name).stdout.split()[0]}
        while cls.server.get('/session').status == 200:
            pass        # the server looks for users every second
        cls.ada, cls.bob = tokens['ada'], tokens['bob']
        cls.run_id = cls.server.research(GIVEN, headers=cls.ada)

    def test_only_the_owner_sees_calls_and_sources(self):
        path = self.server.get(f'/research/{self.run_id}/effects', headers=self.ada).data['effects'][0]['path']
        self.assertEqual(self.server.get(f'/research/{self.run_id}/effect?path={path}', headers=self.ada).status, 200)
        self.assertError(self.server.get(f'/research/{self.run_id}/effect?path={path}', headers=self.bob), 404, 'NOT_FOUND')
        for what in ('sources/1', 'history'):
            self.assertEqual(self.server.get(f'/research/{self.run_id}/{what}', headers=self.ada).status, 200)
            self.assertError(self.server.get(f'/research/{self.run_id}/{what}', headers=self.bob), 404, 'NOT_FOUND')


class Sources(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_id = cls.server.research({**GIVEN, 'contexts': [{'name': 'cells.txt', 'text': 'Ähnlich: ' + TEXT}]})

    def test_the_whole_text_of_a_source_with_the_passages_that_are_cited(self):
        listed = self.server.get(f'/research/{self.run_id}/sources').data['sources'][0]
        data = self.server.get(f'/research/{self.run_id}/sources/{listed["number"]}').data
        self.assertEqual((data['run'], data['source']), (self.run_id, listed))
        text = data['text'].encode()
        self.assertEqual(data['text'], 'Ähnlich: ' + TEXT)
        claims = {c['number']: c for c in self.server.get(f'/research/{self.run_id}/claims').data['claims']}
        self.assertTrue(data['passages'])
        for one in data['passages']:
            claim = claims[one['claim']]
            self.assertEqual((one['text'], one['verdict']), (claim['text'], claim['verdict']))
            self.assertIn(text[one['start']:one['end']].decode(), [s['quote'] for s in claim['spans'] + claim['alternates']])
        self.assertEqual(data['passages'], sorted(data['passages'], key=lambda p: (p['start'], p['claim'])))

    def test_what_is_not_there(self):
        self.assertError(self.server.get(f'/research/{self.run_id}/sources/99'), 404, 'NOT_FOUND')
        for number in ('0', '-1', 'x'):
            self.assertError(self.server.get(f'/research/{self.run_id}/sources/{number}'), 400, 'INVALID_REQUEST', 'number')

    def test_a_list_counts_the_claims_by_verdict(self):
        row = next(r for r in self.server.get('/research').data['researches'] if r['id'] == self.run_id)
        summary = self.server.get(f'/research/{self.run_id}/claims').data['summary']
        self.assertGreater(row['verdicts']['total'], 0)
        for name, count in row['verdicts'].items():
            self.assertEqual(count, summary[name], name)
        self.assertEqual(self.server.get(f'/research/{self.run_id}').data['verdicts'], row['verdicts'])


class Conversations(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.alone = cls.server.research()
        cls.first = cls.server.research()
        cls.second = cls.server.research({'query': 'What does moisture do?', 'models': ['extractive'], 'continue': cls.first})
        cls.third = cls.server.research({'query': 'How efficient are they?', 'models': ['extractive'], 'continue': cls.second})

    def test_every_run_of_a_conversation_tells_it_whole(self):
        for run in (self.first, self.second, self.third):
            runs = self.server.get(f'/research/{run}/history').data['runs']
            self.assertEqual([(r['id'], r['parent']) for r in runs], [(self.first, None), (self.second, self.first), (self.third, self.second)])
        self.assertEqual([r['id'] for r in self.server.get(f'/research/{self.alone}/history').data['runs']], [self.alone])
        self.assertEqual(self.server.get(f'/research/{self.third}').data['parent'], self.second)

    def test_a_list_of_conversations_has_their_beginnings(self):
        data = self.server.get('/research?conversations=true').data
        self.assertEqual(([r['id'] for r in data['researches']], data['total']), ([self.first], 1))

    def test_a_conversation_begins_later_when_its_beginning_is_deleted(self):
        self.server.ask('DELETE', f'/research/{self.first}')
        try:
            self.assertEqual([r['id'] for r in self.server.get(f'/research/{self.third}/history').data['runs']], [self.second, self.third])
            self.assertEqual([r['id'] for r in self.server.get('/research?conversations=true').data['researches']], [self.second])
        finally:
            self.server.post(f'/research/{self.first}/undelete')


if __name__ == '__main__':
    unittest.main()
