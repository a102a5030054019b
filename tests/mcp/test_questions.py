"""Clarifying questions in the client's own window, and what becomes of a call that is cancelled or left alone."""
from client import Deaf, META, Served

UNCLEAR = ('{\\"complexity\\":\\"moderate\\",\\"follow_up_type\\":\\"new_topic\\",\\"is_ambiguous\\":true,\\"clarifying_questions\\":'
           '[\\"Which kind of battery?\\",\\"Which years?\\"],\\"recommended_depth\\":\\"light\\",\\"reasoning\\":\\"several readings\\"}')
CLEAR = UNCLEAR.replace('true', 'false')
SCRIPT = f'''serve openai
  when role=coordinate body!~"Sodium cells"  reply text "{UNCLEAR}"
  when role=coordinate  reply text "{CLEAR}"
serve searxng reply by-hash
'''
ASK = {'name': 'deep_research', 'arguments': {'query': 'battery stuff', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng'],
                                              'clarify': True}}
FORM = {'elicitation': {}}


ASKS = '{\\"questions\\":[\\"%s\\"],\\"searches\\":[],\\"assumptions\\":[]}'
MANAGED = f'''serve openai
  when role=plan_searches body!~"Sodium cells"  reply text "{ASKS % 'Which kind of battery?'}"
  when role=plan_searches body!~"2020 to 2024"  reply text "{ASKS % 'Which years?'}"
serve searxng reply by-hash
'''


class Questions(Served):
    script = SCRIPT

    def test_old_clients_are_asked_while_the_call_waits(self):
        c = self.client()
        c.hello(FORM)
        asked = []

        def answer(method, params):
            asked.append((method, params))
            names = list(params['requestedSchema']['properties'])
            return {'action': 'accept', 'content': {names[0]: 'Sodium cells', names[1]: '2020 to 2024'}}
        c.answer = answer
        result = c.ask('tools/call', ASK)['result']['structuredContent']
        self.assertEqual((len(asked), asked[0][0], result['status']), (1, 'elicitation/create', 'completed'))
        titles = [p['title'] for p in asked[0][1]['requestedSchema']['properties'].values()]
        self.assertEqual(titles, ['Which kind of battery?', 'Which years?'])

    def test_new_clients_are_asked_by_the_reply_and_answer_with_the_next_request(self):
        c = self.client()
        first = c.modern('tools/call', ASK, FORM)['result']
        self.assertEqual(first['resultType'], 'input_required')
        (key, wanted), = first['inputRequests'].items()
        names = list(wanted['params']['requestedSchema']['properties'])
        again = {**ASK, 'requestState': first['requestState'], 'inputResponses': {
            key: {'action': 'accept', 'content': {names[0]: 'Sodium cells', names[1]: '2020 to 2024'}}}}
        second = c.modern('tools/call', again, FORM)['result']
        self.assertEqual((second['resultType'], second['structuredContent']['status']), ('complete', 'completed'))
        self.assertEqual(len(c.modern('tools/call', {'name': 'research_list', 'arguments': {}})['result']['structuredContent']['runs']), 1)

    def test_a_state_that_was_changed_or_belongs_to_another_question_is_refused(self):
        c = self.client()
        state = c.modern('tools/call', ASK, FORM)['result']['requestState']
        other = {'name': 'deep_research', 'arguments': {**ASK['arguments'], 'query': 'other stuff'}}
        for params in ({**ASK, 'requestState': state[:-1] + ('0' if state[-1] != '0' else '1')}, {**ASK, 'requestState': 'nonsense'},
                       {**ASK, 'requestState': 7}, {**other, 'requestState': state}):
            self.assertEqual(c.modern('tools/call', params, FORM)['error']['code'], -32602)

    def test_who_declines_gets_a_report_with_assumptions_and_who_cancels_a_run_that_waits(self):
        for action, status in (('decline', 'completed'), ('cancel', 'waiting')):
            c = self.client()
            c.hello(FORM)
            c.answer = lambda method, params: {'action': action}
            self.assertEqual(c.ask('tools/call', ASK)['result']['structuredContent']['status'], status)

    def test_an_answer_that_does_not_keep_to_the_form_is_refused_and_the_run_waits_on(self):
        wrong = [({'action': 'accept', **content}, 'content') for content in (
            {}, {'content': None}, {'content': 7}, {'content': 'Sodium'}, {'content': ['Sodium']}, {'content': {}}, {'content': {'other': 'x'}},
            {'content': {'answer1': 7}}, {'content': {'answer1': None}}, {'content': {'answer1': ['Sodium'], 'answer2': 'x'}},
            {'content': {'answer1': 'Sodium', 'answer2': {}}})]
        wrong += [(reply, 'action') for reply in ({}, {'action': 'yes', 'content': {'answer1': 'x'}}, {'action': 7})]
        wrong += [({'action': 'accept', 'content': {'answer1': 'a' * (2 << 20)}}, 'too long')]
        old, new = self.client(), self.client()
        old.hello(FORM)
        tasks = {**FORM, 'extensions': {META + 'tasks': {}}}
        task = new.modern('tools/call', ASK, tasks)['result']['taskId']
        asked = self.until(lambda: new.modern('tasks/get', {'taskId': task}, tasks)['result'].get('inputRequests'))
        for reply, word in wrong:
            with self.subTest(str(reply)[:80]):
                old.answer = lambda method, params: reply
                first = new.modern('tools/call', ASK, FORM)['result']
                again = {**ASK, 'requestState': first['requestState'], 'inputResponses': dict.fromkeys(first['inputRequests'], reply)}
                for result in (old.ask('tools/call', ASK)['result'], new.modern('tools/call', again, FORM)['result']):
                    self.assertTrue(result['isError'], result)
                    text = result['content'][0]['text']
                    self.assertIn(word, text)
                    id = text.partition('The research ')[2].split()[0]
                    self.assertEqual(self.call(new, 'research_status', id=id)['structuredContent']['status'], 'waiting')
                error = new.modern('tasks/update', {'taskId': task, 'inputResponses': dict.fromkeys(asked, reply)}, tasks)['error']
                self.assertEqual(error['code'], -32602)
                self.assertIn(word, error['message'])
        self.assertEqual(new.modern('tasks/get', {'taskId': task}, tasks)['result']['inputRequests'], asked)

    def test_a_list_has_the_questions_and_a_resumed_run_has_not_ended(self):
        c = self.client()
        id = c.modern('tools/call', ASK)['result']['structuredContent']['id']
        runs = self.call(c, 'research_list')['structuredContent']['runs']
        self.assertEqual(runs[0]['questions'], ['Which kind of battery?', 'Which years?'])
        self.call(c, 'research_cancel', id=id)
        self.assertTrue(self.call(c, 'research_status', id=id)['structuredContent']['finishedAt'])
        self.call(c, 'research_resume', id=id)
        again = self.until(lambda: (run := self.call(c, 'research_status', id=id)['structuredContent'])['status'] == 'waiting' and run)
        self.assertFalse(again['finishedAt'], again)

    def test_a_client_that_cannot_ask_gets_the_questions_as_text(self):
        c = self.client()
        result = c.modern('tools/call', ASK)['result']
        structured = result['structuredContent']
        self.assertNotIn('isError', result)
        self.assertEqual((structured['status'], structured['questions']), ('waiting', ['Which kind of battery?', 'Which years?']))
        self.assertIn('research_answer', result['content'][0]['text'])
        answered = c.modern('tools/call', {'name': 'research_answer', 'arguments': {'id': structured['id'], 'answer': 'Sodium cells'}})
        self.assertEqual(answered['result']['structuredContent']['id'], structured['id'])

    def test_a_supervisor_that_pauses_asks_in_the_window_of_the_client_in_both_eras(self):
        ask = {'name': 'deep_research', 'arguments': {'query': 'battery stuff', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng'],
                                                      'workflow': 'supervisor'}}
        pauses = {'FATHOM_THINK_PAUSE': 'person'}
        asked = []

        def answer(method, params):
            asked.append(params['requestedSchema']['properties'])
            return {'action': 'accept', 'content': dict.fromkeys(asked[-1], 'Look at sodium.')}
        c = self.client(pauses)
        c.hello(FORM)
        c.answer = answer
        self.assertEqual(c.ask('tools/call', ask)['result']['structuredContent']['status'], 'completed')
        self.assertTrue(asked and all('After ' in q['title'] for a in asked for q in a.values()), asked)
        c, old, state = self.client(pauses), len(asked), {}
        while True:
            result = c.modern('tools/call', {**ask, **state}, FORM)['result']
            if result['resultType'] == 'complete':
                break
            state = {'requestState': result['requestState'], 'inputResponses': {
                key: answer(w['method'], w['params']) for key, w in result['inputRequests'].items()}}
        self.assertEqual((result['structuredContent']['status'], len(asked)), ('completed', 2 * old))

    def test_a_plain_search_asks_the_engines_and_no_model(self):
        c = self.client()
        found = c.modern('tools/call', {'name': 'search', 'arguments': {'query': 'grid batteries', 'engines': ['searxng'], 'count': 3}})
        hits = found['result']['structuredContent']['hits']
        self.assertEqual(len(hits), 3)
        self.assertTrue(all(h['url'].startswith('http') and h['engines'] == ['searxng'] for h in hits))
        self.assertNotIn('openai', self.testd.control('log'))
        none = c.modern('tools/call', {'name': 'search', 'arguments': {'query': 'x', 'engines': ['nobody']}})['result']
        self.assertTrue(none['isError'])
        self.assertIn('nobody', none['content'][0]['text'])


class Slow(Served):
    script = 'latency 600s\nserve openai\nserve searxng\n'

    def status(self, c):
        runs = c.modern('tools/call', {'name': 'research_list', 'arguments': {}})['result']['structuredContent']['runs']
        return [r['status'] for r in runs]

    def test_a_cancelled_call_cancels_its_run_and_is_not_answered(self):
        c = self.client()
        id = c.start('tools/call', c.with_meta(ASK, progressToken=1))
        c.wait(lambda: c.notes)
        c.send({'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': id}})
        self.until(lambda: self.status(c) == ['cancelled'])
        self.assertNotIn(str(id), c.replies)

    def test_the_end_of_input_ends_the_process_and_keeps_the_run(self):
        c = self.client()
        c.start('tools/call', c.with_meta(ASK, progressToken=1))
        c.wait(lambda: c.notes)
        self.assertEqual(c.close(), 0)
        self.assertEqual(self.status(self.client()), ['queued'])

    def test_the_end_of_input_ends_the_process_though_the_client_reads_nothing(self):
        c = self.client(kind=Deaf)
        c.start('tools/call', c.with_meta(ASK, progressToken=1))
        for method in ('tools/list', 'resources/list'):     # served by who reads, and beside it
            c.fill({'jsonrpc': '2.0', 'id': method, 'method': method, 'params': c.with_meta()})
        self.assertEqual(c.close(), 0)
        self.assertEqual(self.status(self.client()), ['queued'])

    def test_many_calls_at_once_are_served_beside_those_that_wait(self):
        c = self.client()
        for _ in range(10):
            c.start('tools/call', c.with_meta(ASK, progressToken=1))
        c.wait(lambda: c.notes)
        ids = [c.start('tools/call', c.with_meta({'name': 'research_list', 'arguments': {}})) for _ in range(200)]
        for id in ids:
            self.assertIn('structuredContent', c.reply(id)['result'])


class Rounds(Served):
    script = MANAGED

    def test_a_workflow_that_asks_in_rounds_asks_the_client_in_rounds(self):
        c = self.client()
        c.hello(FORM)
        asked, said = [], iter(('Sodium cells', '2020 to 2024'))

        def answer(method, params):
            (name, wanted), = params['requestedSchema']['properties'].items()
            asked.append(wanted['title'])
            return {'action': 'accept', 'content': {name: next(said)}}
        c.answer = answer
        managed = {'name': 'deep_research', 'arguments': {**ASK['arguments'], 'workflow': 'manager'}}
        result = c.ask('tools/call', managed)['result']['structuredContent']
        self.assertEqual((asked, result['status']), (['Which kind of battery?', 'Which years?'], 'completed'))
