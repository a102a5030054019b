"""The client's own model: a research without a key asks it, in both eras, by every workflow, whatever the client does."""
import json, subprocess

from client import Served
from harness import FATHOM, PATIENCE
from sampler import Sampler

LENDS = {'sampling': {}}
ROUNDS = 10


def ask(workflow='loop', **more):
    return {'name': 'deep_research', 'arguments': {'query': 'What limits grid batteries?', 'depth': 'light', 'workflow': workflow,
                                                   'search': ['searxng'], **more}}


class Sampling(Served):
    script = 'serve openai\nserve searxng\n'

    def setUp(self):
        super().setUp()
        self.environment = {k: v for k, v in self.environment.items() if not k.startswith('OPENAI')}
        self.model = Sampler(self.testd)

    def rounds(self, c, params, capabilities=LENDS, answer=None):
        """Answers what the replies ask for until one is complete: it, and how many prompts each round had. A client gives up
        after ten rounds, as the official SDKs do."""
        sizes, state = [], {}
        while True:
            result = c.modern('tools/call', {**params, **state}, capabilities)['result']
            if result['resultType'] != 'input_required':
                return result, sizes
            self.assertLess(len(sizes), ROUNDS)
            sizes.append(len(result['inputRequests']))
            self.assertTrue(all(w['method'] == 'sampling/createMessage' for w in result['inputRequests'].values()))
            replies = {key: (answer or self.model)(w['params']) for key, w in result['inputRequests'].items()}
            state = {'requestState': result['requestState'], 'inputResponses': replies}

    def research_in_calls(self, c, params):
        """A whole research: what one call does not complete, research_status goes on with. The run, and the prompts of each round."""
        result, sizes = self.rounds(c, params)
        run = result['structuredContent']
        if run['status'] == 'running':
            self.assertEqual(len(sizes), ROUNDS)
            self.assertIn('research_status', run['next'])

        def over():
            nonlocal run
            result, more = self.rounds(c, {'name': 'research_status', 'arguments': {'id': run['id']}})
            sizes.extend(more)
            run = result['structuredContent']
            return run['status'] not in ('queued', 'running')
        self.until(over)
        return run, sizes

    def test_every_workflow_runs_on_the_model_of_an_old_client(self):
        for workflow in ('loop', 'reflect', 'supervisor', 'manager'):
            with self.subTest(workflow):
                c = self.client()
                c.hello(LENDS)
                c.answer = lambda method, params: self.model(params)
                self.model.prompts.clear()
                result = c.ask('tools/call', ask(workflow))['result']
                self.assertNotIn('isError', result, result)
                structured = result['structuredContent']
                self.assertEqual(structured['status'], 'completed')
                self.assertTrue(structured['citations'])
                self.assertEqual(structured['usage']['calls'], len(self.model.prompts))
                self.assertGreater(structured['usage']['inputTokens'], 0)
                self.assertIsNone(structured['costUsd'])

    def test_every_workflow_runs_on_the_model_of_a_new_client_several_prompts_a_round(self):
        longest = 0
        for workflow in ('loop', 'reflect', 'supervisor', 'manager'):
            with self.subTest(workflow):
                run, sizes = self.research_in_calls(self.client(), ask(workflow, depth='medium'))
                self.assertEqual(run['status'], 'completed', run)
                self.assertEqual(run['usage']['calls'], sum(sizes))
                self.assertLessEqual(max(sizes), 8)
                longest = max(longest, len(sizes))
        self.assertGreater(longest, ROUNDS)     # else nobody has shown that a second call goes on
        # Whether two prompts meet is a matter of a few milliseconds, so it may take several runs.
        self.assertTrue(any(max(self.rounds(self.client(), ask('supervisor', depth='medium'))[1]) > 1 for _ in range(10)))

    def research(self, c, name, **arguments):
        return c.modern('tools/call', {'name': name, 'arguments': arguments})['result']['structuredContent']

    def test_a_key_or_the_wish_for_no_model_comes_before_the_model_of_the_client(self):
        c = self.client(self.testd.environment())
        result, sizes = self.rounds(c, ask(models=['openai/test']))
        self.assertEqual((result['structuredContent']['status'], sizes), ('completed', []))
        c = self.client()
        result, sizes = self.rounds(c, ask(models=['extractive']))
        self.assertEqual((result['structuredContent']['status'], sizes), ('completed', []))

    def test_a_client_that_lends_nothing_gets_a_report_without_a_model(self):
        result = self.client().modern('tools/call', ask())['result']
        self.assertEqual((result['structuredContent']['status'], self.model.prompts), ('completed', []))

    def test_nobody_else_can_use_the_model_of_a_client(self):
        c = self.client()
        done = subprocess.run([FATHOM, '-m', 'mcp/client', 'Why?'], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertIn('MCP client', done.stderr)

    def test_what_the_client_answers_is_journaled_and_counted(self):
        c = self.client()
        result, sizes = self.rounds(c, ask())
        id = result['structuredContent']['id']
        replay = subprocess.run([FATHOM, 'replay', id], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(replay.returncode, 0, replay.stderr)
        events = subprocess.run([FATHOM, 'events', id, '--json'], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        told = [e for e in map(json.loads, events.stdout.splitlines()) if e['type'] == 'llm_call']
        self.assertEqual([t['data']['answeredBy'] for t in told], ['mcp/client'] * sum(sizes), events.stderr)

    def test_an_answer_that_is_left_out_is_asked_for_again(self):
        c = self.client()
        first = c.modern('tools/call', ask(), LENDS)['result']
        again = c.modern('tools/call', {**ask(), 'requestState': first['requestState'], 'inputResponses': {'other': {}}}, LENDS)['result']
        self.assertEqual(again['inputRequests'], first['inputRequests'])
        self.assertEqual(len(self.research(c, 'research_list')['runs']), 1)

    def test_nonsense_is_asked_about_again_and_then_told(self):
        for nonsense in ({}, {'content': 7}, {'role': 'assistant', 'content': {'type': 'text'}, 'model': 'm'},
                         {'role': 'assistant', 'content': [], 'model': 'm'}):
            with self.subTest(nonsense):
                asked = []

                def answer(params):
                    asked.append(params)
                    return nonsense if len(asked) < 3 else self.model(params)
                result, sizes = self.rounds(self.client(), ask(), answer=answer)
                self.assertEqual(result['structuredContent']['status'], 'completed', result)
        result, sizes = self.rounds(self.client(), ask(), answer=lambda params: {})
        self.assertTrue(result.get('isError') or result['structuredContent']['status'] == 'completed', result)
        self.assertLess(sum(sizes), 60)

    def test_prose_in_place_of_json_is_repaired_by_asking_again(self):
        asked = []

        def answer(params):
            asked.append(params)
            if len(asked) == 1:
                return {'role': 'assistant', 'content': [{'type': 'text', 'text': 'Gladly!'}], 'model': 'm', 'stopReason': 'endTurn'}
            return self.model(params)
        result, sizes = self.rounds(self.client(), ask(), answer=answer)
        self.assertEqual(result['structuredContent']['status'], 'completed')
        self.assertIn('could not be read', asked[1]['messages'][-1]['content']['text'])

    def test_an_answer_cut_at_the_limit_is_continued(self):
        halves = []

        def answer(params):
            if 'Your answer was cut off' in params['messages'][-1]['content']['text']:
                return {'role': 'assistant', 'content': {'type': 'text', 'text': halves[0]}, 'model': 'm', 'stopReason': 'endTurn'}
            whole = self.model(params)
            text = whole['content']['text']
            if not halves and len(text) > 40:
                halves.append(text[20:])
                return {**whole, 'content': {'type': 'text', 'text': text[:20]}, 'stopReason': 'maxTokens'}
            return whole
        result, _ = self.rounds(self.client(), ask(), answer=answer)
        self.assertEqual((result['structuredContent']['status'], len(halves)), ('completed', 1))

    def test_a_client_that_refuses_gets_the_reason_as_the_result(self):
        c = self.client()
        c.hello(LENDS)
        c.refuse = {'code': -1, 'message': 'User rejected sampling request'}
        result = c.ask('tools/call', ask())['result']
        self.assertTrue(result['isError'])
        self.assertIn('User rejected sampling request', result['content'][0]['text'])
        c.refuse, c.answer = None, lambda method, params: self.model(params)
        id = result['structuredContent']['id']
        c.ask('tools/call', {'name': 'research_resume', 'arguments': {'id': id}})
        self.until(lambda: c.ask('tools/call', {'name': 'research_status', 'arguments': {'id': id}})['result']['structuredContent']['status']
                   == 'completed')

    def test_a_client_that_never_answers_gets_an_error_in_time(self):
        c = self.client({'FATHOM_OPERATION_TIMEOUT': '2s'})
        c.hello(LENDS)
        result = c.ask('tools/call', ask())['result']
        self.assertTrue(result['isError'])
        # How late the machine lets the time run out is not the program's doing.
        self.assertRegex(result['content'][0]['text'], r'mcp/client: no client answered within \d+ s')

    def test_a_cancelled_call_takes_its_prompts_back_and_cancels_its_run(self):
        c = self.client()
        c.hello(LENDS)
        id = c.start('tools/call', ask())
        prompt = c.requests.get(timeout=PATIENCE)
        c.send({'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': id}})
        c.wait(lambda: [n for n in c.notes if n['method'] == 'notifications/cancelled' and n['params']['requestId'] == prompt['id']])
        self.until(lambda: [r['status'] for r in self.research(c, 'research_list')['runs']] == ['cancelled'])
        c.send({'jsonrpc': '2.0', 'id': prompt['id'], 'result': self.model(prompt['params'])})     # too late: nobody minds
        self.assertIn('result', c.ask('ping'))

    def asleep(self, c, id):
        """Has the run given its thread back? It has no worker then."""
        why = subprocess.run([FATHOM, 'why', id, '--json'], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(why.returncode, 0, why.stderr)
        return not json.loads(why.stdout)['worker']

    def test_an_answer_that_comes_while_the_run_sleeps_wakes_it_at_once(self):
        c = self.client({'FATHOM_SUSPEND_AFTER_MS': '20'})
        c.hello(LENDS)
        call = c.start('tools/call', {**ask(), '_meta': {'progressToken': 'p'}})
        prompts = 0
        while json.dumps(call) not in c.replies:
            c.wait(lambda: c.requests.qsize() or json.dumps(call) in c.replies)
            while c.requests.qsize():
                prompt = c.requests.get()
                runs = self.research(c, 'research_list')['runs']
                self.until(lambda: self.asleep(c, runs[0]['id']))
                c.send({'jsonrpc': '2.0', 'id': prompt['id'], 'result': self.model(prompt['params'])})
                prompts += 1
        self.assertEqual(c.reply(call)['result']['structuredContent']['status'], 'completed')
        self.assertGreater(prompts, 2)

    def test_started_researches_are_served_by_status_in_both_eras(self):
        start = {'name': 'research_start', 'arguments': ask()['arguments']}
        c = self.client()
        c.hello(LENDS)
        c.answer = lambda method, params: self.model(params)
        id = c.ask('tools/call', start)['result']['structuredContent']['id']
        status = {'name': 'research_status', 'arguments': {'id': id}}
        self.until(lambda: c.ask('tools/call', status)['result']['structuredContent']['status'] == 'completed')
        c = self.client()
        id = c.modern('tools/call', start, LENDS)['result']['structuredContent']['id']
        status = {'name': 'research_status', 'arguments': {'id': id[:-1]}}
        sizes = []

        def completed():
            result, more = self.rounds(c, status)
            sizes.extend(more)
            return result['structuredContent']['status'] == 'completed'
        self.until(completed)
        self.assertGreater(sum(sizes), 1)

    def test_tasks_ask_for_the_model_of_the_client_too(self):
        c = self.client()
        lends = {**LENDS, 'extensions': {'io.modelcontextprotocol/tasks': {}}}
        task = c.modern('tools/call', ask(), lends)['result']
        self.assertEqual(task['resultType'], 'task')
        asked = set()

        def done():
            now = c.modern('tasks/get', {'taskId': task['taskId']}, lends)['result']
            if now['status'] == 'input_required':
                self.assertTrue(now['inputRequests'].keys().isdisjoint(asked))
                asked.update(now['inputRequests'])
                c.modern('tasks/update', {'taskId': task['taskId'], 'inputResponses': {
                    key: self.model(w['params']) for key, w in now['inputRequests'].items()}}, lends)
            return now if now['status'] == 'completed' else None
        self.assertEqual(self.until(done)['result']['structuredContent']['status'], 'completed')
        self.assertGreater(len(asked), 1)
        c = self.client()
        c.hello(LENDS)
        c.answer = lambda method, params: self.model(params)
        task = c.ask('tools/call', {**ask(), 'task': {}})['result']['task']
        self.assertEqual(c.ask('tasks/result', {'taskId': task['taskId']})['result']['structuredContent']['status'], 'completed')

    def test_who_answers_elsewhere_is_told_who_must(self):
        c = self.client()
        started = self.rounds(c, {'name': 'research_start', 'arguments': {'query': 'AI stuff', 'workflow': 'manager', 'depth': 'light', 'clarify': True, 'search': ['searxng']}})[0]
        id = started['structuredContent']['id']
        self.until(lambda: self.rounds(c, {'name': 'research_status', 'arguments': {'id': id}})[0]['structuredContent']['status'] == 'waiting')
        elsewhere = subprocess.run([FATHOM, 'answer', id, 'healthcare'], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(elsewhere.returncode, 2, elsewhere.stderr)
        self.assertIn('its tool research_answer', elsewhere.stderr)
        self.assertNotIn('resume', elsewhere.stderr)
        self.assertEqual(self.rounds(c, {'name': 'research_status', 'arguments': {'id': id}})[0]['structuredContent']['status'], 'waiting')

    def test_a_later_client_takes_up_what_one_that_vanished_left(self):
        c = self.client()
        first = c.modern('tools/call', ask(), LENDS)['result']
        replies = {key: self.model(w['params']) for key, w in first['inputRequests'].items()}
        second = c.modern('tools/call', {**ask(), 'requestState': first['requestState'], 'inputResponses': replies}, LENDS)['result']
        self.assertEqual(second['resultType'], 'input_required')
        id = self.research(c, 'research_list')['runs'][0]['id']
        self.assertEqual(c.close(), 0)
        answered = len(self.model.prompts)

        without = subprocess.run([FATHOM, 'resume', id], env=c.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(without.returncode, 2)
        self.assertIn('research_resume', without.stderr)
        self.assertIn('--model MODEL', without.stderr)
        self.assertNotIn('fathom resume', without.stderr)

        c = self.client()
        self.assertEqual(self.research(c, 'research_resume', id=id)['id'], id)
        self.until(lambda: self.rounds(c, {'name': 'research_status', 'arguments': {'id': id}})[0]['structuredContent']['status']
                   == 'completed')
        self.assertNotIn(self.model.prompts[0], self.model.prompts[1:])     # what was answered is not asked again
        self.assertGreater(len(self.model.prompts), answered)
