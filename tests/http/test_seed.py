"""The panel's own interface: its tools by their names and parameters over HTTP, and its usage patterns as they are written there."""
import time, unittest

from harness import Case

STATUSES = ('draft', 'pending', 'processing', 'retrying', 'synthesizing', 'awaiting_confirmation', 'completed', 'failed')


class Tools:
    """createResearch(…) and the others: the parameters are the body, the result is `data`."""

    def __init__(self, server):
        self.server = server

    def call(self, method, path, body=None):
        answer = self.server.ask(method, path, body)
        assert answer.status < 300, answer
        return answer.data

    def createResearch(self, **params): return self.call('POST', '/research', params)
    def createDraftResearch(self, **params): return self.call('POST', '/internal/research/draft', params)
    def saveDraft(self, **params): return self.call('POST', '/research/draft', params)
    def listResearches(self, **params): return self.call('GET', '/research?' + '&'.join(f'{k}={v}' for k, v in params.items()))
    def getResearch(self, id): return self.call('GET', f'/research/{id}')
    def updateDraft(self, id, **params): return self.call('PATCH', f'/research/{id}', params)
    def approveResearch(self, id): return self.call('POST', f'/research/{id}/approve')
    def confirmPartialFailure(self, id, **params): return self.call('POST', f'/research/{id}/confirm', params)
    def retryFromFailed(self, id): return self.call('POST', f'/research/{id}/retry')
    def enhanceResearch(self, id, **params): return self.call('POST', f'/research/{id}/enhance', params)
    def deleteResearch(self, id): return self.call('DELETE', f'/research/{id}')
    def unshareResearch(self, id): return self.call('DELETE', f'/research/{id}/share')
    def toggleFavourite(self, id, **params): return self.call('PATCH', f'/research/{id}/favourite', params)
    def validateInput(self, **params): return self.call('POST', '/research/validate-input', params)
    def improveInput(self, **params): return self.call('POST', '/research/improve-input', params)

    def poll(self, id):
        """Step 2 of the basic flow."""
        research = self.getResearch(id)
        while research['status'] in ('pending', 'processing', 'retrying', 'synthesizing'):
            time.sleep(0.05)
            research = self.getResearch(id)
        return research


class Patterns(Case):
    script = '''
serve gemini reply by-hash
serve anthropic
  when body~"Fails in part" role=panel_answer reply fault bad-key
  else reply by-hash
serve perplexity reply by-hash
'''

    def setUp(self):
        self.tools = Tools(self.server)

    def checkResearch(self, r):
        """interface Research"""
        for name in ('id', 'userId', 'title', 'prompt', 'synthesisModel', 'status', 'createdAt'):
            self.assertIsInstance(r[name], str, name)
        self.assertIn(r['status'], STATUSES)
        self.assertIsInstance(r['favourite'], bool)
        self.assertEqual(sorted(r['llmResults']), sorted(r['selectedModels']))
        for result in r['llmResults'].values():
            self.assertIn(result['status'], ('pending', 'processing', 'completed', 'failed'))
            if result['status'] == 'completed':
                self.assertIsInstance(result['content'], str)
                self.assertEqual({k: type(v) for k, v in result['tokenUsage'].items()}, {'input': int, 'output': int})
            if result['status'] == 'failed':
                self.assertIsInstance(result['error'], str)
        if 'researchContext' in r:
            context = r['researchContext']
            self.assertIn(context['domain'], ('technical', 'business', 'academic', 'creative', 'general'))
            self.assertIn(context['mode'], ('deep_dive', 'quick_answer', 'comparison', 'standard'))
            self.assertIsInstance(context['language'], str)
            self.assertIsInstance(context['intent_summary'], str)

    def test_basic_research_flow(self):
        created = self.tools.createResearch(prompt='What are the implications of quantum computing on cryptography?',
                                            selectedModels=['gemini-2.5-pro', 'claude-opus-4.5', 'sonar-pro'], synthesisModel='gemini-2.5-pro')
        self.assertEqual(created['status'], 'pending')
        research = self.tools.poll(created['id'])
        self.assertEqual(research['status'], 'completed')
        self.assertTrue(research['synthesizedResult'])
        self.assertEqual(research['selectedModels'], ['gemini-2.5-pro', 'claude-opus-4.5', 'sonar-pro'])
        self.checkResearch(research)
        self.assertIsInstance(research['completedAt'], str)

    def test_natural_language_model_selection(self):
        draft = self.tools.createDraftResearch(prompt='Research quantum computing', originalMessage='Use Claude and Gemini to research quantum computing')
        self.assertEqual((draft['status'], draft['selectedModels']), ('draft', ['claude-opus-4.5', 'gemini-2.5-pro']))
        # "User has: … NO key": there is none of OpenAI here.
        self.assertEqual(self.tools.createDraftResearch(prompt='x', originalMessage='Use GPT and Gemini')['selectedModels'], ['gemini-2.5-pro'])
        self.assertEqual(self.tools.createDraftResearch(prompt='x', originalMessage='Use GPT and o4-mini-deep-research')['selectedModels'], [])
        self.assertEqual(self.tools.createDraftResearch(prompt='x', originalMessage='Whatever you like')['selectedModels'], [])

    def test_draft_and_approve_flow(self):
        id = self.tools.saveDraft(prompt='Draft prompt to refine later')['id']
        self.checkResearch(self.tools.getResearch(id))
        self.tools.updateDraft(id, prompt='What limits grid batteries?', selectedModels=['claude-sonnet-4.5'], inputContexts=[{'content': 'Fire rules limit them.', 'label': 'note'}])
        self.assertEqual(self.tools.approveResearch(id)['status'], 'pending')
        self.assertEqual(self.tools.poll(id)['status'], 'completed')

    def test_handle_partial_failures(self):
        for action, ends in (('proceed', 'completed'), ('retry', 'awaiting_confirmation'), ('cancel', 'failed')):
            id = self.tools.createResearch(prompt=f'Fails in part, {action}', selectedModels=['gemini-2.5-pro', 'claude-opus-4.5'])['id']
            research = self.tools.poll(id)
            self.assertEqual(research['status'], 'awaiting_confirmation')
            self.checkResearch(research)
            confirmed = self.tools.confirmPartialFailure(id, action=action)
            self.assertEqual((confirmed['action'], type(confirmed['message'])), (action, str))
            self.assertEqual(self.tools.poll(id)['status'], ends)
        retried = self.tools.retryFromFailed(id)
        self.assertEqual((retried['action'], retried['retriedModels']), ('retried_llms', ['claude-opus-4.5']))

    def test_the_other_tools(self):
        id = self.tools.createResearch(prompt='What limits grid batteries?', selectedModels=['gemini-2.5-flash', 'sonar'], skipSynthesis=True)['id']
        research = self.tools.poll(id)
        self.assertEqual((research['status'], 'synthesizedResult' in research), ('completed', False))
        self.checkResearch(self.tools.toggleFavourite(id, favourite=True))
        enhanced = self.tools.enhanceResearch(id, additionalModels=['claude-opus-4.5'], additionalContexts=[{'content': 'Fire rules limit them.'}], synthesisModel='claude-opus-4.5')
        self.assertNotEqual(enhanced['id'], id)
        self.assertEqual(self.tools.poll(enhanced['id'])['status'], 'completed')
        page = self.tools.listResearches(limit=1)
        self.assertEqual((len(page['researches']), page['researches'][0]['id']), (1, enhanced['id']))
        self.assertEqual(self.tools.listResearches(limit=1, cursor=page['nextCursor'])['researches'][0]['status'] in STATUSES, True)
        self.tools.unshareResearch(id)
        self.assertEqual(self.tools.retryFromFailed(id)['action'], 'already_completed')
        quality = self.tools.validateInput(prompt='What limits grid batteries?', includeImprovement=True)
        self.assertIn(quality['quality'], (0, 1, 2))
        self.assertIsInstance(quality['reason'], str)
        self.assertTrue(self.tools.improveInput(prompt='batteries')['improvedPrompt'])
        self.tools.deleteResearch(id)
        self.assertEqual(self.server.get(f'/research/{id}').error['code'], 'NOT_FOUND')
        # "Draft Before Approve", "Retry Only Failed", "Enhance Only Completed", "At Least One Source".
        draft = self.tools.saveDraft(prompt='x')['id']
        for path, body, status in (('approve', None, 400), ('retry', None, 409), ('enhance', {'additionalModels': ['sonar']}, 409)):
            self.assertEqual(self.server.post(f'/research/{draft}/{path}', body).status, status, path)
        self.assertEqual(self.server.post(f'/research/{enhanced["id"]}/approve').status, 409)


if __name__ == '__main__':
    unittest.main()
