"""A research as a task, in both eras."""
from client import META, Served
from test_questions import ASK, SCRIPT

TASKS = {'extensions': {META + 'tasks': {}}, 'elicitation': {}}


class Tasks(Served):
    script = SCRIPT

    def task_in(self, get, status):
        def reached():
            task = get()
            self.assertIn(task['status'], ('working', status))
            return task if task['status'] == status else None
        return self.until(reached)

    def test_a_new_client_starts_answers_and_fetches_a_task(self):
        c = self.client()
        started = c.modern('tools/call', ASK, TASKS)['result']
        self.assertEqual((started['resultType'], started['status'], started['ttlMs']), ('task', 'working', None))

        def get():
            return c.modern('tasks/get', {'taskId': started['taskId']}, TASKS)['result']
        (key, wanted), = self.task_in(get, 'input_required')['inputRequests'].items()
        names = list(wanted['params']['requestedSchema']['properties'])
        update = {'taskId': started['taskId'], 'inputResponses': {'other': {}, key: {'action': 'accept', 'content': {names[0]: 'Sodium cells'}}}}
        self.assertEqual(c.modern('tasks/update', update, TASKS)['result']['resultType'], 'complete')
        done = self.task_in(get, 'completed')
        self.assertEqual(done['result']['structuredContent']['status'], 'completed')
        self.assertEqual(c.modern('tasks/cancel', {'taskId': started['taskId']}, TASKS)['result']['resultType'], 'complete')

    def test_a_client_that_listens_is_told_how_a_task_goes_on(self):
        c = self.client()
        clear = {**ASK, 'arguments': {**ASK['arguments'], 'query': 'battery stuff'}}
        task = c.modern('tools/call', clear, TASKS)['result']['taskId']
        self.task_in(lambda: c.modern('tasks/get', {'taskId': task}, TASKS)['result'], 'input_required')
        wanted = {'notifications': {'taskIds': [task, 'run-none', 7], 'resourceSubscriptions': ['test://x']}}
        listening = c.start('subscriptions/listen', c.with_meta(wanted, TASKS))
        c.wait(lambda: c.notes)
        self.assertEqual(c.notes[0]['params']['notifications'], {'taskIds': [task]})
        self.call(c, 'research_answer', id=task, answer='Sodium cells')
        told = lambda: [n['params'] for n in c.notes if n['method'] == 'notifications/tasks']
        c.wait(lambda: told() and told()[-1]['status'] == 'completed')
        self.assertEqual({t['taskId'] for t in told()}, {task})
        self.assertEqual({t['_meta'][META + 'subscriptionId'] for t in told()}, {listening})
        self.assertEqual(told()[-1]['result']['structuredContent']['status'], 'completed')
        other = c.start('subscriptions/listen', c.with_meta(wanted))       # who does not declare tasks hears of none
        c.wait(lambda: any(n['params'].get('notifications') == {} for n in c.notes))
        for id in (listening, other):
            c.send({'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': id}})

    def test_who_has_no_tasks_gets_none_and_unknown_ones_are_refused(self):
        c = self.client()
        error = c.modern('tasks/get', {'taskId': 'run-1'})['error']
        self.assertEqual((error['code'], error['data']['requiredCapabilities']), (-32021, {'extensions': {META + 'tasks': {}}}))
        for id in ('run-1', '', 'last'):
            self.assertEqual(c.modern('tasks/get', {'taskId': id}, TASKS)['error']['code'], -32602)

    def test_an_old_client_starts_lists_and_waits_for_a_task(self):
        c = self.client()
        c.hello({'elicitation': {}})
        clear = {**ASK, 'arguments': {**ASK['arguments'], 'query': 'Sodium cells'}, 'task': {'ttl': 60000}}
        task = c.ask('tools/call', clear)['result']['task']
        self.assertIn(task['taskId'], [t['taskId'] for t in c.ask('tasks/list')['result']['tasks']])
        result = c.ask('tasks/result', {'taskId': task['taskId']})['result']
        self.assertEqual(result['structuredContent']['status'], 'completed')
        self.assertEqual(result['_meta']['io.modelcontextprotocol/related-task'], {'taskId': task['taskId']})
        self.assertEqual(c.ask('tasks/get', {'taskId': task['taskId']})['result']['status'], 'completed')
        self.assertEqual(c.ask('tasks/cancel', {'taskId': task['taskId']})['error']['code'], -32602)
        self.assertEqual(c.ask('tools/call', {'name': 'research_list', 'arguments': {}, 'task': {}})['error']['code'], -32601)
