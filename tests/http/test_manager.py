"""The manager workflow over HTTP and as a chat: rounds of questions, the phases, a follow-up that sees the conversation."""
import unittest

from harness import Case

SETTINGS = {'models': ['openai/test'], 'search': ['searxng'], 'workflow': 'manager', 'depth': 'light'}
ASKS = '{\\"questions\\":[\\"%s\\"],\\"searches\\":[],\\"assumptions\\":[]}'


class Manager(Case):
    script = f'''
serve openai
  when role=plan_searches query~"AI stuff" body!~"Answered: hospitals"  reply text "{ASKS % 'Which part of it?'}"
  when role=plan_searches query~"AI stuff" body!~"Answered: since 2023"  reply text "{ASKS % 'Which years?'}"
  when role=plan_searches query~"And in winter" body!~"User: How safe are night trains in the north?"  reply 400
  when role=manage query~"And in winter" body!~"User: How safe are night trains in the north?"  reply 400
serve searxng reply by-hash
'''

    def phases(self, run):
        return [e['data']['phase'] for e in self.server.get(f'/research/{run}/events').data['events'] if e['type'] == 'phase_started']

    def answer(self, run, text):
        answered = self.server.post(f'/research/{run}/answers', {'answer': text})
        self.assertEqual(answered.status, 202, answered)
        return self.server.until(run)

    def test_questions_come_in_rounds_and_the_query_stays(self):
        run = self.server.research({**SETTINGS, 'query': 'AI stuff', 'clarify': True})
        data = self.server.get(f'/research/{run}').data
        self.assertEqual((data['status'], data['phase'], data['questions'], data['query']),
                         ('waiting', 'waiting_for_answers', ['Which part of it?'], 'AI stuff'))
        self.assertEqual(data['state']['clarifications'], [])
        self.assertEqual(self.answer(run, 'hospitals'), 'waiting')
        data = self.server.get(f'/research/{run}').data
        self.assertEqual((data['questions'], data['query'], data['phase']), (['Which years?'], 'AI stuff', 'waiting_for_answers'))
        self.assertEqual([r['answer'] for r in data['state']['clarifications']], ['hospitals'])
        self.assertEqual(self.answer(run, 'since 2023'), 'completed')
        data = self.server.get(f'/research/{run}').data
        self.assertEqual((data['query'], data['state']['phase']), ('AI stuff', 'complete'))
        self.assertEqual([r['answer'] for r in data['state']['clarifications']], ['hospitals', 'since 2023'])
        self.assertEqual(self.phases(run), ['initial', 'waiting_for_answers', 'researching', 'complete'])
        self.assertError(self.server.post(f'/research/{run}/answers', {'answer': 'again'}), 409, 'CONFLICT')

    def test_a_follow_up_sees_the_conversation(self):
        run = self.server.research({**SETTINGS, 'query': 'How safe are night trains in the north?'})
        self.assertEqual(self.phases(run), ['initial', 'researching', 'complete'])
        next_run = self.server.research({**SETTINGS, 'query': 'And in winter, in the same trains?', 'continue': run})
        self.assertEqual(self.server.get(f'/research/{next_run}').data['status'], 'completed')

    def test_in_a_chat_questions_are_turns_of_the_assistant(self):
        messages = [{'role': 'user', 'content': 'AI stuff'}]
        for said, wanted in ((None, 'Which part of it?'), ('hospitals', 'Which years?'), ('since 2023', None)):
            if said:
                messages.append({'role': 'user', 'content': said})
            settings = {k: v for k, v in SETTINGS.items() if k not in ('workflow', 'depth')}
            answer = self.server.post('/v1/chat/completions', {'model': 'fathom/manager-light', 'messages': messages, 'fathom': settings})
            self.assertEqual(answer.status, 200, answer)
            messages.append(answer.json['choices'][0]['message'])
            if wanted:
                self.assertIn(wanted, messages[-1]['content'])
        run = answer.headers['X-Fathom-Run']
        self.assertEqual(self.server.get(f'/research/{run}').data['state']['phase'], 'complete')

    def test_who_may_not_be_asked_is_not_asked(self):
        run = self.server.research({**SETTINGS, 'query': 'AI stuff', 'clarify': False})
        data = self.server.get(f'/research/{run}').data
        self.assertEqual((data['status'], data['state']['clarifications']), ('completed', []))
        self.assertNotIn('waiting_for_answers', self.phases(run))


if __name__ == '__main__':
    unittest.main()
