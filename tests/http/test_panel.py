"""Panels over HTTP: the usage patterns of their clients, decisions of several clients at once, results from a worker outside."""
import concurrent.futures, json, time, unittest

from harness import Case, PATIENCE, TEXT

PANEL = {'prompt': 'What limits grid batteries?', 'workflow': 'panel', 'selectedModels': ['openai/test', 'anthropic/test-a'],
         'synthesisModel': 'openai/test'}
SCRIPT = '''
serve openai reply by-hash
serve anthropic reply by-hash
serve gemini reply by-hash
'''


def together(n, call):
    with concurrent.futures.ThreadPoolExecutor(n) as pool:
        return [f.result() for f in [pool.submit(call) for _ in range(n)]]


class Patterns(Case):
    script = SCRIPT

    def test_create_poll_and_read_the_result(self):
        answer = self.server.post('/research', PANEL)
        self.assertEqual((answer.status, answer.data['status']), (202, 'pending'))
        self.assertEqual(self.server.until(answer.data['id']), 'completed')
        research = self.server.get('/research/' + answer.data['id']).data
        self.assertEqual(research['userId'], 'local')
        self.assertEqual(research['runStatus'], 'completed')
        self.assertEqual(research['selectedModels'], PANEL['selectedModels'])
        self.assertEqual(research['prompt'], PANEL['prompt'])
        self.assertEqual(research['llmResults']['anthropic/test-a']['status'], 'completed')
        self.assertGreaterEqual(research['llmResults']['anthropic/test-a']['durationMs'], 0)
        self.assertIn('[1]', research['synthesizedResult'])

    def test_selected_models_make_a_panel(self):
        run = self.server.research({name: PANEL[name] for name in ('prompt', 'selectedModels', 'synthesisModel')})
        research = self.server.get(f'/research/{run}').data
        self.assertEqual((research['workflow'], sorted(research['llmResults'])), ('panel', sorted(PANEL['selectedModels'])))

    def test_texts_up_to_the_limit_are_taken_and_no_more(self):
        text = '\U0001f50b' * 60000       # the client writes twelve bytes for each
        texts = [{'content': text, 'label': f'note {i}'} for i in range(5)]
        self.assertEqual(self.server.post('/research/draft', {**PANEL, 'inputContexts': texts}).status, 201)
        for wrong in ([{'content': text + 'x'}], [{'content': 'x'}] * 6, [{'content': ' '}]):
            self.assertError(self.server.post('/research/draft', {**PANEL, 'inputContexts': wrong}), 400, 'INVALID_REQUEST', 'inputContexts')
            self.assertError(self.server.post('/research/draft', {**PANEL, 'contexts': wrong}), 400, 'INVALID_REQUEST', 'contexts')

    def test_models_out_of_plain_words(self):
        draft = self.server.post('/research/draft', {'prompt': 'Research quantum computing',
                                                     'originalMessage': 'Use Claude and Gemini to research quantum computing'})
        self.assertEqual(draft.status, 201)
        self.assertEqual(draft.data['status'], 'draft')
        self.assertEqual(draft.data['selectedModels'], ['claude-opus-4.5', 'gemini-2.5-pro'])
        self.assertEqual(self.server.get('/research/' + draft.data['id']).data['status'], 'draft')

    def test_a_draft_is_changed_and_approved(self):
        run = self.server.post('/research/draft', {'prompt': 'Draft prompt to refine later'}).data['id']
        self.assertError(self.server.post(f'/research/{run}/approve'), 400, 'INVALID_REQUEST')
        changed = self.server.ask('PATCH', f'/research/{run}', {'prompt': PANEL['prompt'], 'selectedModels': PANEL['selectedModels'],
                                                                'inputContexts': [{'content': 'Fire rules limit batteries.', 'label': 'note'}]})
        self.assertEqual(changed.data['selectedModels'], PANEL['selectedModels'])
        answer = self.server.post(f'/research/{run}/approve')
        self.assertEqual((answer.status, answer.data['status']), (202, 'pending'))
        self.assertEqual(self.server.until(run), 'completed')
        self.assertEqual(self.server.get(f'/research/{run}').data['inputContexts'][0]['label'], 'note')
        self.assertError(self.server.ask('PATCH', f'/research/{run}', {'prompt': 'x'}), 409, 'CONFLICT')

    def test_a_draft_is_checked_as_a_research_is(self):
        run = self.server.post('/research/draft', PANEL).data['id']
        asks = (lambda body: self.server.post('/research', {**PANEL, **body}), lambda body: self.server.post('/research/draft', {**PANEL, **body}),
                lambda body: self.server.post('/research/plan', {'query': 'x', **body}), lambda body: self.server.ask('PATCH', f'/research/{run}', body))
        for ask in asks:
            for workflow in ('', ' ', 'nothing', 'panel '):
                self.assertError(ask({'workflow': workflow}), 400, 'INVALID_REQUEST', 'workflow')
            self.assertError(ask({'corpora': ['@ada/cells']}), 400, 'INVALID_REQUEST')
            self.assertIn(ask({'deliver': ['file:/tmp/report.md']}).status, (400, 403))
            self.assertIn(ask({'continue': 'run-000000000000'}).status, (400, 404))
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'draft')

    def test_a_draft_keeps_its_corpora(self):
        self.server.post('/corpora/cells', {'documents': [{'name': 'cells.txt', 'text': TEXT}]})
        draft = {'query': 'What limits perovskite solar cells?', 'workflow': 'loop', 'models': ['extractive']}
        for body, change in (({**draft, 'corpora': ['cells']}, None), ({**draft, 'contexts': [{'name': 'a', 'text': 'Nothing.'}]}, {'corpora': ['cells']})):
            run = self.server.post('/research/draft', body).data['id']
            if change:
                self.assertEqual(self.server.ask('PATCH', f'/research/{run}', change).status, 200)
            self.assertEqual(self.server.post(f'/research/{run}/approve').status, 202)
            self.assertEqual(self.server.until(run), 'completed')
            self.assertIn('moisture', self.server.get(f'/research/{run}/report').body.decode())

    def test_of_many_who_approve_at_once_one_wins(self):
        for _ in range(3):
            run = self.server.post('/research/draft', PANEL).data['id']
            answers = together(8, lambda: self.server.post(f'/research/{run}/approve'))
            self.assertEqual(sorted(a.status for a in answers), [202] + [409] * 7)
            self.assertEqual(self.server.until(run), 'completed')

    def test_a_draft_is_begun_by_its_approval_alone(self):
        run = self.server.post('/research/draft', PANEL).data['id']
        for step in ('cancel', 'finish', 'resume'):
            self.assertError(self.server.post(f'/research/{run}/{step}'), 409, 'CONFLICT')
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'draft')

    def test_approved_and_deleted_at_once_is_one_of_both(self):
        for _ in range(10):
            run = self.server.post('/research/draft', PANEL).data['id']
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                approved = pool.submit(self.server.post, f'/research/{run}/approve')
                deleted = pool.submit(self.server.ask, 'DELETE', f'/research/{run}')
            if approved.result().status == 202 and deleted.result().status == 200:
                # deleted once it had ended, never while it works
                self.server.post(f'/research/{run}/undelete')
                self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'completed')

    def test_enhance_reuses_what_was_paid_for(self):
        run = self.server.research(PANEL)
        answer = self.server.post(f'/research/{run}/enhance', {'additionalModels': ['google/test-g'],
                                                               'additionalContexts': [{'content': 'Fire rules limit batteries.', 'label': 'note'}]})
        self.assertEqual(answer.status, 202)
        self.assertNotEqual(answer.data['id'], run)
        self.assertEqual(self.server.until(answer.data['id']), 'completed')
        results = self.server.get('/research/' + answer.data['id']).data['llmResults']
        self.assertTrue(results['openai/test']['reused'])
        self.assertFalse(results['google/test-g']['reused'])
        self.assertError(self.server.post(f'/research/{run}/enhance', {}), 400, 'INVALID_REQUEST')
        self.assertError(self.server.post(f'/research/{run}/enhance', {'additionalModels': ['openai/other']}), 400, 'INVALID_REQUEST')
        self.assertError(self.server.post(f'/research/{run}/confirm', {'action': 'proceed'}), 409, 'CONFLICT')
        self.assertEqual(self.server.post(f'/research/{run}/retry').data['action'], 'already_completed')

    def test_two_models_of_one_provider_and_a_missing_key(self):
        for path in ('/research', '/research/draft'):
            self.assertError(self.server.post(path, {**PANEL, 'selectedModels': ['openai/a', 'openai/b']}), 400, 'INVALID_REQUEST', 'selectedModels')
            self.assertError(self.server.post(path, {**PANEL, 'selectedModels': ['nobody']}), 400, 'INVALID_REQUEST', 'selectedModels')
        self.assertError(self.server.post('/research', {**PANEL, 'selectedModels': ['mistral/a']}), 422, 'MISCONFIGURED', 'selectedModels')
        self.assertError(self.server.post('/research', {**PANEL, 'synthesisModel': 'mistral/a'}), 422, 'MISCONFIGURED', 'synthesisModel')
        self.assertError(self.server.post('/research', {'query': 'x', 'models': ['mistral/a']}), 422, 'MISCONFIGURED', 'models')

    def test_a_favourite_and_a_shared_research_are_the_research(self):
        run = self.server.research(PANEL)
        answer = self.server.ask('PATCH', f'/research/{run}/favourite', {'favourite': True})
        research = self.server.get(f'/research/{run}').data
        for name in ('id', 'userId', 'title', 'prompt', 'selectedModels', 'synthesisModel', 'status', 'llmResults', 'synthesizedResult', 'createdAt', 'completedAt'):
            self.assertEqual(answer.data[name], research[name])
        self.assertEqual((answer.data['favourite'], 'shareInfo' in answer.data), (True, False))
        self.server.post(f'/research/{run}/share')
        self.assertEqual(self.server.get(f'/research/{run}').data['shareInfo'], {'shared': True})
        self.server.ask('DELETE', f'/research/{run}/share')
        self.assertNotIn('shareInfo', self.server.get(f'/research/{run}').data)

    def test_a_list_has_researches_without_their_texts(self):
        run = self.server.research(PANEL)
        one = self.server.get('/research?workflow=panel&limit=1').data['researches'][0]
        self.assertEqual((one['id'], one['status'], one['runStatus'], one['prompt'], one['userId']), (run, 'completed', 'completed', PANEL['prompt'], 'local'))
        self.assertEqual({m: r['status'] for m, r in one['llmResults'].items()}, dict.fromkeys(PANEL['selectedModels'], 'completed'))
        self.assertNotIn('content', one['llmResults']['openai/test'])


class Decisions(Case):
    script = SCRIPT.replace('serve anthropic reply by-hash', 'serve anthropic\n  when role=panel_answer reply fault bad-key\n  else reply by-hash')

    def waiting(self):
        run = self.server.research(PANEL)
        research = self.server.get(f'/research/{run}').data
        self.assertEqual((research['status'], research['runStatus']), ('awaiting_confirmation', 'waiting'))
        self.assertEqual(research['error']['code'], 'PARTIAL_FAILURE')
        self.assertEqual(research['error']['details']['failedModels'], ['anthropic/test-a'])
        return run

    def test_of_many_who_decide_at_once_one_wins(self):
        for action in ('proceed', 'cancel'):
            run = self.waiting()
            answers = together(8, lambda: self.server.post(f'/research/{run}/confirm', {'action': action}))
            self.assertEqual(sorted(a.status for a in answers), [202] + [409] * 7)
            self.assertEqual(self.server.until(run), 'completed' if action == 'proceed' else 'failed')

    def slowly(self):
        """A model that is asked again does not answer while the others are still deciding."""
        self.testd.control('script', self.script.replace('reply fault bad-key', 'reply by-hash latency 300s'))
        self.addCleanup(self.testd.control, 'script', self.script)

    def test_of_those_who_decide_differently_at_once_one_wins(self):
        runs = [self.waiting() for _ in range(4)]
        self.slowly()
        for run in runs:
            decisions = [('confirm', {'action': 'proceed'}), ('confirm', {'action': 'retry'}), ('confirm', {'action': 'cancel'}), ('answers', {'answer': 'proceed'}),
                         ('resume', {}), ('finish', None)]
            with concurrent.futures.ThreadPoolExecutor(len(decisions)) as pool:
                answers = [f.result() for f in [pool.submit(self.server.post, f'/research/{run}/{what}', body) for what, body in decisions]]
            # finish and resume may come late enough to find a run that is at work or was cancelled.
            won = [a for (what, _), a in zip(decisions, answers) if a.status < 300 and what not in ('finish', 'resume')]
            self.assertEqual(len(won), 1, answers)
            self.assertEqual({a.status for a in answers} - {200, 202, 409}, set(), answers)
            self.server.post(f'/research/{run}/cancel')

    def test_of_many_who_retry_one_wins(self):
        failed, waiting = self.waiting(), self.waiting()
        self.server.post(f'/research/{failed}/confirm', {'action': 'cancel'})
        self.assertEqual(self.server.until(failed), 'failed')
        self.slowly()
        for run in (failed, waiting):
            answers = together(8, lambda: self.server.post(f'/research/{run}/retry'))
            self.assertEqual(sorted(a.status for a in answers), [202] + [409] * 7)
            self.server.until(run, ('processing',))
            self.assertEqual(self.server.post(f'/research/{run}/cancel').status, 200)

    def asked(self):
        """How often the model that fails was asked."""
        return sum(json.loads(line)['role'] == 'panel_answer' for line in self.testd.control('log').splitlines() if json.loads(line)['service'] == 'anthropic')

    def test_a_confirmation_is_neither_resumed_nor_finished(self):
        run = self.waiting()
        for step in ('resume', 'finish'):
            self.assertError(self.server.post(f'/research/{run}/{step}'), 409, 'CONFLICT')
        self.assertError(self.server.post(f'/research/{run}/answers', {'answer': 'perhaps'}), 400, 'INVALID_REQUEST', 'answer')
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'awaiting_confirmation')

    def test_a_panel_cancelled_at_its_confirmation_says_so_and_can_be_retried(self):
        run = self.waiting()
        self.assertEqual(self.server.post(f'/research/{run}/cancel').data['status'], 'failed')
        research = self.server.get(f'/research/{run}').data
        self.assertEqual((research['status'], research['runStatus'], research['error']), ('failed', 'cancelled', {'code': 'CANCELLED', 'message': 'Cancelled by user'}))
        before = self.asked()
        answer = self.server.post(f'/research/{run}/retry')
        self.assertEqual((answer.status, answer.data['action'], answer.data['retriedModels']), (202, 'retried_llms', ['anthropic/test-a']))
        self.assertEqual(self.server.until(run), 'awaiting_confirmation')
        self.assertEqual(self.asked() - before, 1)

    def test_lists_know_the_words_of_panels(self):
        waiting, cancelled = self.waiting(), self.waiting()
        self.server.post(f'/research/{cancelled}/confirm', {'action': 'cancel'})
        self.server.until(cancelled)

        def listed(status, **more):
            found, cursor = [], ''
            while cursor is not None:
                data = self.server.get(f'/research?status={status}&limit=1{cursor}').data
                found += data['researches']
                cursor = data['nextCursor'] and f'&cursor={data["nextCursor"]}'
            return {r['id']: (r['status'], r['runStatus']) for r in found}
        self.assertEqual(listed('awaiting_confirmation')[waiting], ('awaiting_confirmation', 'waiting'))
        self.assertEqual(listed('waiting')[waiting], ('awaiting_confirmation', 'waiting'))
        self.assertNotIn(cancelled, listed('awaiting_confirmation'))
        self.assertEqual(listed('failed')[cancelled], ('failed', 'cancelled'))
        self.assertEqual(listed('cancelled')[cancelled], ('failed', 'cancelled'))
        self.assertNotIn(waiting, listed('failed'))
        for status in ('pending', 'processing', 'retrying', 'synthesizing'):
            self.assertNotIn(waiting, listed(status))
        self.assertError(self.server.get('/research?status=asleep'), 400, 'INVALID_REQUEST', 'status')

    def test_retry_is_confirmed_twice_and_no_more(self):
        run = self.waiting()
        answer = self.server.post(f'/research/{run}/confirm', {'action': 'retry'})
        self.assertEqual(answer.data['action'], 'retry')
        self.assertEqual(self.server.until(run), 'awaiting_confirmation')
        answer = self.server.post(f'/research/{run}/retry')
        self.assertEqual((answer.data['action'], answer.data['retriedModels']), ('retried_llms', ['anthropic/test-a']))
        self.assertEqual(self.server.until(run), 'awaiting_confirmation')
        self.assertError(self.server.post(f'/research/{run}/confirm', {'action': 'retry'}), 409, 'CONFLICT')
        self.assertError(self.server.post(f'/research/{run}/confirm', {'action': 'maybe'}), 400, 'INVALID_REQUEST', 'action')
        self.server.post(f'/research/{run}/confirm', {'action': 'cancel'})
        self.assertEqual(self.server.until(run), 'failed')
        self.assertEqual(self.server.get(f'/research/{run}').data['runStatus'], 'cancelled')

    def test_a_server_that_dies_while_it_waits_goes_on(self):
        run = self.waiting()
        self.server.stop(9)
        self.server.start()
        self.assertEqual(self.server.until(run), 'awaiting_confirmation')
        self.server.post(f'/research/{run}/confirm', {'action': 'proceed'})
        self.assertEqual(self.server.until(run), 'completed')


class Workers(Case):
    script = SCRIPT.replace('serve anthropic reply by-hash', 'serve anthropic\n  when role=panel_answer reply by-hash latency 60s\n  else reply by-hash')

    def pending(self):
        run = self.server.research(PANEL, wait=False)
        while self.server.get(f'/research/{run}').data['llmResults'].get('openai/test', {}).get('status') != 'completed':
            pass
        return run

    def test_a_result_from_outside_completes_the_call(self):
        run = self.pending()
        result = {'model': 'anthropic/test-a', 'status': 'completed', 'content': 'Fire rules limit grid batteries.',
                  'tokenUsage': {'input': 10, 'output': 20}, 'sources': [{'url': 'https://fire.example/rules', 'title': 'Rules'}]}
        path = f'/internal/research/{run}/llm-result'
        self.assertError(self.server.post(path, {**result, 'model': 'google/test-g'}), 409, 'CONFLICT')
        self.assertError(self.server.post(path, {**result, 'content': ''}), 400, 'INVALID_REQUEST', 'content')
        self.assertTrue(self.server.post(path, result).data['accepted'])
        self.assertFalse(self.server.post(path, result).data['accepted'])
        self.assertEqual(self.server.until(run), 'completed')
        got = self.server.get(f'/research/{run}').data['llmResults']['anthropic/test-a']
        self.assertIn('Fire rules limit grid batteries.', got['content'])
        self.assertEqual(got['tokenUsage'], {'input': 10, 'output': 20})
        self.assertError(self.server.post(path, {**result, 'model': 'openai/test'}), 409, 'CONFLICT')

    def test_a_failure_from_outside_is_one(self):
        run = self.pending()
        pushed = together(6, lambda: self.server.post(f'/internal/research/{run}/llm-result', {'model': 'anthropic/test-a', 'status': 'failed', 'error': 'out of credit'}))
        self.assertEqual(sum(a.status == 202 and a.data['accepted'] for a in pushed), 1, pushed)       # of many at once one counts
        self.assertEqual(self.server.until(run), 'awaiting_confirmation')
        self.assertIn('out of credit', self.server.get(f'/research/{run}').data['error']['message'])


class Pages(Case):
    """A model that cites more pages than are read."""
    script = Workers.script
    environment = {'FATHOM_FETCH_REQUESTS_PER_MINUTE': '100000'}

    def test_at_most_twenty_of_the_pages_that_were_cited_are_read(self):
        run = self.server.research(PANEL, wait=False)
        deadline = time.monotonic() + PATIENCE
        while self.server.get(f'/research/{run}').data['llmResults'].get('openai/test', {}).get('status') != 'completed':
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        site = self.testd.info['sites'][0]
        cited = [{'url': f'{site}/energy/page-{i}.html', 'title': f'Page {i}'} for i in range(30)]
        answer = {'model': 'anthropic/test-a', 'status': 'completed', 'content': 'Fire rules limit grid batteries.', 'sources': cited}
        self.assertTrue(self.server.post(f'/internal/research/{run}/llm-result', answer).data['accepted'])
        self.assertEqual(self.server.until(run), 'completed')
        read = {row['query'] for row in map(json.loads, self.testd.control('log').splitlines()) if row['role'] == 'page'}
        self.assertEqual(len([q for q in read if 'energy/page-' in q]), 20, read)


class Jobs(Case):
    """A model that works in the background at its service, and never ends."""
    script = SCRIPT.replace('serve openai reply by-hash', 'serve openai\n  when role=poll reply body "{\\"id\\":\\"resp_1\\",\\"status\\":\\"in_progress\\"}" type "application/json"\n  else reply by-hash')

    def asked(self, role):
        return sum((row['service'], row['role']) == ('openai', role) for row in map(json.loads, self.testd.control('log').splitlines()))

    def test_cancelling_a_run_cancels_its_job_at_the_service(self):
        run = self.server.research({**PANEL, 'selectedModels': ['openai/gpt-5.2', 'anthropic/test-a'], 'synthesisModel': 'anthropic/test-a'}, wait=False)
        deadline = time.monotonic() + PATIENCE
        while not self.asked('poll'):       # its id is known and stored by then
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual(self.asked('cancel'), 0)
        self.assertEqual(self.server.post(f'/research/{run}/cancel').status, 200)
        self.assertEqual(self.server.until(run), 'failed')
        self.assertEqual((self.asked('cancel'), self.server.get(f'/research/{run}').data['runStatus']), (1, 'cancelled'))
        # Resumed, it is handed in again: the old job is over.
        self.testd.control('script', SCRIPT)
        self.assertEqual(self.server.post(f'/research/{run}/retry').status, 202)
        self.assertEqual(self.server.until(run), 'completed')
        self.assertEqual(self.asked('panel_answer'), 2)


if __name__ == '__main__':
    unittest.main()
