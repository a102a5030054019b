"""A plan that is reviewed over HTTP: the run waits with it, nothing was searched, and numbered lines replace it."""
import unittest

from harness import Case

SETTINGS = {'models': ['openai/test'], 'search': ['searxng'], 'workflow': 'loop', 'depth': 'light'}


class Review(Case):
    script = '''
serve openai reply by-hash
serve searxng reply by-hash
'''

    def test_the_plan_is_a_question_of_the_run(self):
        run = self.server.research({**SETTINGS, 'query': 'What limits grid batteries?', 'reviewPlan': True})
        data = self.server.get(f'/research/{run}').data
        self.assertEqual((data['status'], data['asks']['type'], len(data['asks']['plan'])), ('waiting', 'plan', 3))
        self.assertIn('1. ' + data['asks']['plan'][0], data['questions'][0])
        self.assertEqual(data['searchesPerformed'], 0)
        answered = self.server.post(f'/research/{run}/answers', {'answer': '1. prices of cells\n2. fire rules'})
        self.assertEqual(answered.status, 202, answered)
        self.assertEqual(self.server.until(run), 'completed')
        data = self.server.get(f'/research/{run}').data
        self.assertEqual([q['query'] for q in data['state']['subQueries']][:2], ['prices of cells', 'fire rules'])

    def test_an_answer_edits_lines_as_the_prompt_does(self):
        run = self.server.research({**SETTINGS, 'query': 'What limits grid batteries?', 'reviewPlan': True})
        plan = self.server.get(f'/research/{run}').data['asks']['plan']
        refused = self.server.post(f'/research/{run}/answers', {'answer': 'drop 9'})
        self.assertEqual(refused.status, 400, refused)
        self.assertIn(f'There is no line 9: the plan has {len(plan)}.', refused.error['message'])
        self.assertEqual(self.server.get(f'/research/{run}').data['status'], 'waiting')
        answered = self.server.post(f'/research/{run}/answers', {'answer': 'drop 1\n2: fire rules\nok, go'})
        self.assertEqual(answered.status, 202, answered)
        self.assertEqual(self.server.until(run), 'completed')
        data = self.server.get(f'/research/{run}').data
        self.assertEqual([q['query'] for q in data['state']['subQueries']][:2], ['fire rules', *plan[2:]][:2])

    def test_an_estimate_calls_nobody_and_leaves_no_run(self):
        before = len(self.server.get('/research?limit=100').data['researches'])
        plan = self.server.post('/research/plan', {**SETTINGS, 'query': 'What limits grid batteries?'})
        self.assertEqual(plan.status, 200, plan)
        self.assertEqual(len(self.server.get('/research?limit=100').data['researches']), before)

    def test_a_plan_that_is_asked_for_comes_with_the_estimate_and_waits(self):
        for models, cost in ((['openai/test'], None), (['extractive'], 0)):
            plan = self.server.post('/research/plan', {**SETTINGS, 'models': models, 'query': 'What limits grid batteries?', 'reviewPlan': True})
            self.assertEqual(plan.status, 200, plan)
            run = self.server.get(f'/research/{plan.data["run"]}').data
            self.assertEqual((run['status'], run['asks']['plan'], run['searchesPerformed']), ('waiting', plan.data['plan'], 0))
            self.assertGreaterEqual(len(plan.data['plan']), 1)
            self.assertEqual(plan.data['mostUsd'], cost)
            self.assertEqual(self.server.post(f'/research/{plan.data["run"]}/answers', {'answer': ''}).status, 202)
            self.assertEqual(self.server.until(plan.data['run']), 'completed')

    def test_a_workflow_that_plans_nothing_first_gives_its_estimate(self):
        plan = self.server.post('/research/plan', {**SETTINGS, 'workflow': 'reflect', 'mode': 'simple', 'query': 'What is a volt?', 'reviewPlan': True})
        self.assertEqual((plan.status, plan.data['plan'], plan.data['run']), (200, [], None), plan)


if __name__ == '__main__':
    unittest.main()
