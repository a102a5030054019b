"""A plan that is reviewed over MCP: research_plan makes it, a client with a form sees it in the form, and an answer changes it."""
import time

from client import Served

SCRIPT = '''serve openai reply by-hash
serve searxng reply by-hash
'''
ASKED = {'query': 'What limits grid batteries?', 'workflow': 'loop', 'depth': 'light', 'models': ['openai/test'], 'search': ['searxng'], 'reviewPlan': True}
EDITED = '1. prices of cells\n2. fire rules'
FORM = {'elicitation': {}}


class Review(Served):
    script = SCRIPT

    def call(self, c, name, **arguments):
        result = c.modern('tools/call', {'name': name, 'arguments': arguments})['result']
        self.assertNotIn('isError', result, result)
        return result['structuredContent']

    def searched(self, c, run):
        return [q['query'] for q in self.call(c, 'research_status', id=run)['state']['subQueries']][:2]

    def wait(self, c, run):
        until = time.monotonic() + 60
        while (status := self.call(c, 'research_status', id=run))['status'] in ('queued', 'running') and time.monotonic() < until:
            time.sleep(0.02)
        return status

    def test_the_tool_for_plans_makes_one_and_the_run_waits_with_it(self):
        c = self.client()
        free = self.call(c, 'research_plan', **{**ASKED, 'reviewPlan': False})
        self.assertEqual((free['plan'], free['run']), ([], None))
        made = self.call(c, 'research_plan', **ASKED)
        self.assertEqual(len(made['plan']), 3, made)
        self.assertGreater(made['calls']['most'], 0)
        status = self.call(c, 'research_status', id=made['run'])
        self.assertEqual((status['status'], status['asks']['plan']), ('waiting', made['plan']))
        self.call(c, 'research_answer', id=made['run'], answer=EDITED)
        self.assertEqual(self.wait(c, made['run'])['status'], 'completed')
        self.assertEqual(self.searched(c, made['run']), ['prices of cells', 'fire rules'])

    def test_an_answer_edits_lines_as_the_prompt_does(self):
        c = self.client()
        made = self.call(c, 'research_plan', **ASKED)
        wrong = c.modern('tools/call', {'name': 'research_answer', 'arguments': {'id': made['run'], 'answer': 'drop 9'}})['result']
        self.assertTrue(wrong['isError'], wrong)
        self.assertIn('There is no line 9', wrong['content'][0]['text'])
        self.call(c, 'research_answer', id=made['run'], answer='drop 1\n2: fire rules\nok, go')
        self.assertEqual(self.wait(c, made['run'])['status'], 'completed')
        self.assertEqual(self.searched(c, made['run']), ['fire rules', *made['plan'][2:]][:2])

    def test_without_a_model_the_plan_is_made_by_code(self):
        made = self.call(self.client(), 'research_plan', **{**ASKED, 'models': ['extractive']})
        self.assertGreaterEqual(len(made['plan']), 1, made)
        self.assertEqual(made['mostUsd'], 0)

    def test_a_client_with_a_form_sees_the_plan_and_edits_it_there(self):
        c = self.client()
        c.hello(FORM)
        asked = []

        def answer(method, params):
            asked.append(params)
            return {'action': 'accept', 'content': {name: EDITED for name in params['requestedSchema']['properties']}}
        c.answer = answer
        result = c.ask('tools/call', {'name': 'deep_research', 'arguments': ASKED})['result']['structuredContent']
        self.assertEqual((len(asked), result['status']), (1, 'completed'))
        self.assertIn('1. ', str(asked[0]))
        self.assertEqual(self.searched(c, result['id']), ['prices of cells', 'fire rules'])

    def test_who_accepts_the_plan_as_it_is_gets_a_report_by_it(self):
        c = self.client()
        c.hello(FORM)
        c.answer = lambda method, params: {'action': 'accept', 'content': {name: '' for name in params['requestedSchema']['properties']}}
        result = c.ask('tools/call', {'name': 'deep_research', 'arguments': ASKED})['result']['structuredContent']
        self.assertEqual(result['status'], 'completed')

    def test_without_a_form_the_run_waits_and_the_reply_shows_the_plan(self):
        c = self.client()
        result = c.modern('tools/call', {'name': 'deep_research', 'arguments': ASKED})['result']
        self.assertEqual(result['structuredContent']['status'], 'waiting')
        self.assertIn('1. ', result['content'][0]['text'] + str(result['structuredContent']))


if __name__ == '__main__':
    import unittest
    unittest.main()
