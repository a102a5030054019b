"""/v1/chat/completions: a research as a chat, whole and as a stream."""
import http.client, json, threading, unittest

from harness import Case, GIVEN, PATIENCE

SETTINGS = {k: v for k, v in GIVEN.items() if k != 'query'}
CLEAR = '{\\"complexity\\":\\"moderate\\",\\"follow_up_type\\":\\"new_topic\\",\\"is_ambiguous\\":false,\\"clarifying_questions\\":[],\\"recommended_depth\\":\\"light\\",\\"reasoning\\":\\"clear now\\"}'
UNCLEAR = CLEAR.replace('\\"is_ambiguous\\":false', '\\"is_ambiguous\\":true').replace('[]', '[\\"Which kind of battery?\\",\\"Which years?\\"]')


class Chat(Case):
    script = f'''
serve openai
  when role=coordinate query~"battery stuff" body!~"Sodium cells"  reply text "{UNCLEAR}"
  when role=coordinate  reply text "{CLEAR}"
serve searxng reply by-hash
'''
    light = {'models': ['openai/test'], 'search': ['searxng'], 'workflow': 'reflect', 'depth': 'light'}

    def chat(self, messages, model='fathom', settings=SETTINGS, **more):
        if isinstance(messages, str):
            messages = [{'role': 'user', 'content': messages}]
        return self.server.post('/v1/chat/completions', {'model': model, 'messages': messages, 'fathom': settings, **more})

    def stream(self, body):
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        connection.request('POST', '/v1/chat/completions', json.dumps(body), {'Content-Type': 'application/json'})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.headers['Content-Type']), (200, 'text/event-stream'))
        lines = [line.decode().rstrip('\n') for line in answer]
        connection.close()
        self.assertTrue(all(line.startswith('data: ') or line == '' for line in lines))
        data = [line[6:] for line in lines if line]
        self.assertEqual(data[-1], '[DONE]')
        return [json.loads(d) for d in data[:-1]]

    def test_a_question_is_answered_with_the_report(self):
        answer = self.chat('What limits perovskite solar cells?')
        self.assertEqual(answer.status, 200, answer)
        data = answer.json
        self.assertEqual((data['object'], data['model']), ('chat.completion', 'fathom'))
        choice = data['choices'][0]
        self.assertEqual((choice['finish_reason'], choice['message']['role']), ('stop', 'assistant'))
        content = choice['message']['content']
        self.assertIn('moisture', content)
        run = answer.headers['X-Fathom-Run']
        self.assertEqual(data['id'], f'chatcmpl-{run}')
        self.assertTrue(content.rstrip().endswith(f'[//]: # ({run})'))
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'completed')
        self.assertEqual(set(data['usage']) >= {'prompt_tokens', 'completion_tokens', 'total_tokens'}, True)
        for note in choice['message']['annotations']:
            cited = note['url_citation']
            self.assertRegex(content[cited['start_index']:cited['end_index']], r'^\[\d+\]$')
            self.assertEqual(cited['title'], 'cells.txt')

    def test_a_stream_has_progress_then_the_same_report(self):
        chunks = self.stream({'model': 'fathom', 'messages': [{'role': 'user', 'content': [{'type': 'text', 'text': 'What limits perovskite solar cells?'}]}],
                              'stream': True, 'stream_options': {'include_usage': True}, 'fathom': SETTINGS, 'temperature': 0.2})
        self.assertTrue(all(c['object'] == 'chat.completion.chunk' for c in chunks))
        self.assertEqual(len({c['id'] for c in chunks}), 1)
        deltas = [c['choices'][0]['delta'] for c in chunks if c['choices']]
        self.assertEqual(deltas[0]['role'], 'assistant')
        reasoning = ''.join(d.get('reasoning_content', '') for d in deltas)
        self.assertIn('Writing the report.', reasoning)
        content = ''.join(d.get('content', '') for d in deltas)
        run = chunks[0]['id'].removeprefix('chatcmpl-')
        self.assertTrue(content.startswith(self.server.get(f'/research/{run}').data['answer']))
        self.assertTrue(any(d.get('annotations') for d in deltas))
        self.assertEqual([c['choices'][0]['finish_reason'] for c in chunks if c['choices']][-1], 'stop')
        self.assertIn('total_tokens', chunks[-1]['usage'])

    def test_the_model_names_workflow_and_depth(self):
        for model, workflow, depth in (('fathom/loop-light', 'loop', 'light'), ('fathom/reflect', 'reflect', None)):
            run = self.chat('What limits perovskite solar cells?', model=model).headers['X-Fathom-Run']
            data = self.server.get(f'/research/{run}').data
            self.assertEqual(data['workflow'], workflow)
            self.assertIn(data['depth'], (depth,) if depth else ('light', 'medium', 'extended'))

    def test_a_clarifying_question_is_an_answer_and_the_next_message_answers_it(self):
        first = self.chat('battery stuff', settings=self.light)
        content = first.json['choices'][0]['message']['content']
        self.assertTrue(content.startswith('1. Which kind of battery?\n2. Which years?'), content)
        run = first.headers['X-Fathom-Run']
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'waiting')
        second = self.chat([{'role': 'user', 'content': 'battery stuff'}, {'role': 'assistant', 'content': content},
                            {'role': 'user', 'content': 'Sodium cells, 2020 to 2024'}], settings=self.light)
        self.assertEqual(second.headers['X-Fathom-Run'], run, second)
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'completed')

    def test_a_question_can_be_kept_from_being_asked_back(self):
        answer = self.chat('battery stuff', settings={**self.light, 'clarify': False})
        self.assertEqual(self.server.get(f"/research/{answer.headers['X-Fathom-Run']}").data['status'], 'completed')

    def test_a_follow_up_continues_the_run_of_the_last_answer(self):
        first = self.chat('What limits perovskite solar cells?')
        messages = [{'role': 'user', 'content': 'What limits perovskite solar cells?'}, first.json['choices'][0]['message'],
                    {'role': 'user', 'content': 'Which efficiency did they reach?'}]
        second = self.chat(messages, settings={'models': ['extractive']})
        self.assertEqual(second.status, 200, second)
        self.assertIn('26.1', second.json['choices'][0]['message']['content'])
        # Where the run is not known, what was said is told to the roles.
        messages[1] = {'role': 'assistant', 'content': 'Moisture. [//]: # (run-000000000000)'}
        self.assertEqual(self.chat(messages).status, 200)

    def test_what_is_wrong_is_said_as_openai_does(self):
        good = [{'role': 'user', 'content': 'x'}]
        for body, status, param in (
                ({'model': 'gpt-5', 'messages': good}, 404, 'model'), ({'messages': good}, 404, 'model'), ({'model': 'fathom/nothing', 'messages': good}, 404, 'model'),
                ({'model': 'fathom/loop-bottomless', 'messages': good}, 404, 'model'), ({'model': 'fathom'}, 400, 'messages'), ({'model': 'fathom', 'messages': []}, 400, 'messages'),
                ({'model': 'fathom', 'messages': 'x'}, 400, 'messages'), ({'model': 'fathom', 'messages': [{'role': 'assistant', 'content': 'x'}]}, 400, 'messages'),
                ({'model': 'fathom', 'messages': [{'role': 'user', 'content': ' '}]}, 400, 'messages'),
                ({'model': 'fathom', 'messages': [{'role': 'user', 'content': [{'type': 'image_url'}]}]}, 400, 'messages'),
                ({'model': 'fathom', 'messages': good, 'fathom': 3}, 400, 'fathom'), ({'model': 'fathom', 'messages': good, 'fathom': {'dpeth': 'x'}}, 400, 'fathom.dpeth'),
                ({'model': 'fathom', 'messages': good, 'fathom': {'corpora': ['/etc']}}, 400, None)):
            with self.subTest(body):
                answer = self.server.post('/v1/chat/completions', body)
                self.assertEqual(answer.status, status, answer)
                error = answer.json['error']
                self.assertEqual(set(error), {'message', 'type', 'param', 'code'})
                self.assertEqual(error['param'], param) if param else None
        answer = self.server.ask('POST', '/v1/chat/completions', raw=b'{', headers={'Content-Type': 'application/json'})
        self.assertEqual((answer.status, answer.json['error']['code']), (400, 'invalid_json'))

    def test_a_research_that_fails_is_an_error(self):
        failing = {'models': ['openai/test'], 'search': ['searxng'], 'workflow': 'loop', 'budgetTokens': 1}
        self.testd.control('script', self.script + '\nserve searxng reply fault unavailable\nserve openai reply fault bad-key\n')
        try:
            answer = self.chat('Which quantum error correction codes exist?', settings=failing)
            self.assertIn(answer.status, (200, 502), answer)
            if answer.status != 200:
                self.assertTrue(answer.json['error']['message'])
        finally:
            self.testd.control('script', self.script)

    def test_models_are_listed(self):
        data = self.server.get('/v1/models').json
        self.assertEqual(data['object'], 'list')
        names = [m['id'] for m in data['data']]
        for name in ('fathom', 'fathom/loop', 'fathom/reflect-extended', 'fathom/panel-light'):
            self.assertIn(name, names)
        self.assertEqual(self.server.get('/v1/models/fathom%2Floop').json['id'], 'fathom/loop')
        self.assertEqual(self.server.get('/v1/models/gpt-5').json['error']['code'], 'model_not_found')


class Waiting(Case):
    script = Chat.script

    def test_a_run_that_waits_keeps_its_stream_open_until_it_is_answered(self):
        run = self.server.research({**Chat.light, 'query': 'battery stuff', 'clarify': True})
        self.assertEqual(self.server.get(f'/research/{run}').data['questions'], ['Which kind of battery?', 'Which years?'])
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        connection.request('GET', f'/research/{run}/stream')
        answer = connection.getresponse()
        lines = iter(answer)
        while b'clarification_needed' not in next(lines):
            pass
        answered = self.server.post(f'/research/{run}/answers', {'answer': 'Sodium cells, 2020 to 2024'})
        self.assertEqual((answered.status, answered.headers['Location']), (202, f'/research/{run}'))
        rest = b''.join(lines)
        connection.close()
        self.assertIn(b'answers_received', rest)
        self.assertIn(b'"status":"completed"', rest.split(b'event: end')[1])
        self.assertError(self.server.post(f'/research/{run}/answers', {'answer': 'again'}), 409, 'CONFLICT')
        self.assertError(self.server.post(f'/research/{run}/answers', {}), 400, 'INVALID_REQUEST', 'answer')

    def test_two_answers_at_the_same_moment_and_one_is_taken(self):
        run = self.server.research({**Chat.light, 'query': 'battery stuff', 'clarify': True})
        got = []
        threads = [threading.Thread(target=lambda: got.append(self.server.post(f'/research/{run}/answers', {'answer': 'Sodium cells'}).status)) for _ in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(got), [202] + [409] * 5)
        self.assertEqual(self.server.until(run, ('completed',)), 'completed')


class Leaving(Case):
    script = '''
serve openai
  when role=decide body~"slow batteries"  reply by-hash latency 120s
  when role=decide  reply text "{\\"action\\":\\"research_complete\\",\\"query\\":\\"\\",\\"rationale\\":\\"enough\\"}" latency 1s
serve searxng reply by-hash
'''
    settings = {'models': ['openai/test'], 'search': ['searxng']}

    def leave(self, settings, question='What limits grid batteries?'):
        """Opens a stream, reads its first chunk, goes. The run."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        connection.request('POST', '/v1/chat/completions', json.dumps({'model': 'fathom/loop-light', 'stream': True, 'fathom': settings, 'messages': [
            {'role': 'user', 'content': question}]}), {'Content-Type': 'application/json'})
        answer = connection.getresponse()
        answer.readline()
        connection.close()
        return answer.headers['X-Fathom-Run']

    def test_a_client_that_leaves_does_not_stop_the_run(self):
        self.assertEqual(self.server.until(self.leave(self.settings)), 'completed')

    def test_it_does_if_it_asked_for_that(self):
        self.assertEqual(self.server.until(self.leave({**self.settings, 'cancelOnDisconnect': True}, 'What limits slow batteries?')), 'cancelled')


if __name__ == '__main__':
    unittest.main()
