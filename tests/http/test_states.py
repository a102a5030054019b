"""A panel in each of its states: the server is killed there, the next one goes on, and what was paid for is not paid again."""
import json, pathlib, signal, time, unittest

from harness import Case, PATIENCE
import test_users

QUICK = '''
serve openai reply by-hash
serve anthropic reply by-hash
'''
ASK = {'selectedModels': ['openai/test', 'anthropic/test-a'], 'synthesisModel': 'openai/test'}


def slow(service, role):
    """Services of which one takes longer than the test for one role."""
    return QUICK.replace(f'serve {service} reply by-hash', f'serve {service}\n  when role={role} reply by-hash latency 300s\n  else reply by-hash')


def failing():
    return QUICK.replace('serve anthropic reply by-hash', 'serve anthropic\n  when role=panel_answer reply fault bad-key\n  else reply by-hash')


class States(Case):
    script = QUICK

    def setUp(self):
        self.testd.control('script', QUICK)

    def services(self, script):
        self.testd.control('script', script)

    def die(self, script=QUICK):
        """Kills the server, lets the services answer as `script` says, and starts the next one."""
        self.server.stop(signal.SIGKILL)
        self.services(script)
        self.testd.control('reset', '')
        self.server.start()

    def asked(self, role):
        return [row['service'] for row in map(json.loads, self.testd.control('log').splitlines()) if row['role'] == role]

    def status(self, run):
        return self.server.get(f'/research/{run}').data['status']

    def reach(self, run, status):
        self.assertEqual(self.server.until(run, (status,)), status)

    def start(self, prompt):
        return self.server.post('/research', {'prompt': prompt, **ASK}).data['id']

    def test_a_server_that_ends_hands_its_runs_over(self):
        """Those at work and those that wait for their turn: the next one begins them before it listens."""
        self.server.stop()
        config = pathlib.Path(self.home, 'one.yaml')
        config.write_text('run_threads: 1\n')
        self.server.environment['FATHOM_CONFIG'] = str(config)
        self.server.start()
        self.services(slow('openai', 'panel_context'))
        works, waits = self.start('What limits grid batteries handed over?'), self.start('What limits grid batteries in the queue?')
        deadline = time.monotonic() + PATIENCE
        while not json.loads(self.testd.control('counts'))['services']['openai']['inFlight']:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        view = self.server.get(f'/research/{waits}').data
        self.assertEqual((view['interrupted'], view['events']), (False, 1))
        self.server.stop()
        self.assertIn('interrupted; to go on: fathom resume ' + works, self.server.command('show', works).stdout)
        self.assertIn('interrupted; to go on: fathom resume ' + waits, self.server.command('show', waits).stdout)
        del self.server.environment['FATHOM_CONFIG']
        self.services(QUICK)
        self.server.start()
        self.assertIn('2 runs are taken up.', self.server.said_first)
        for run in (works, waits):
            self.assertEqual(self.server.until(run), 'completed')

    def test_draft(self):
        run = self.server.post('/research/draft', {'prompt': 'What limits grid batteries in a draft?', **ASK}).data['id']
        self.die()
        self.assertEqual(self.status(run), 'draft')
        self.assertEqual(self.server.post(f'/research/{run}/approve').status, 202)
        self.assertEqual(self.server.until(run), 'completed')

    def test_processing(self):
        self.services(slow('anthropic', 'panel_answer'))
        run = self.start('What limits grid batteries at work?')
        deadline = time.monotonic() + PATIENCE
        while self.server.get(f'/research/{run}').data['llmResults'].get('openai/test', {}).get('status') != 'completed':
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual(self.status(run), 'processing')
        self.die()
        self.assertEqual(self.server.until(run), 'completed')
        self.assertEqual(self.asked('panel_answer'), ['anthropic'])     # the other had answered
        self.assertEqual(self.asked('panel_context'), [])

    def test_pending(self):
        """What the model that writes is asked first takes long: no model was asked yet."""
        self.services(slow('openai', 'panel_context'))
        run = self.start('What limits grid batteries that wait?')
        deadline = time.monotonic() + PATIENCE
        while not json.loads(self.testd.control('counts'))['services']['openai']['inFlight']:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual(self.status(run), 'pending')
        self.die()
        self.assertEqual(self.server.until(run), 'completed')

    def test_awaiting_confirmation_and_retrying(self):
        self.services(failing())
        run = self.start('What limits grid batteries that fail?')
        self.reach(run, 'awaiting_confirmation')
        self.die(slow('anthropic', 'panel_answer'))
        self.reach(run, 'awaiting_confirmation')
        self.assertEqual(self.server.post(f'/research/{run}/confirm', {'action': 'retry'}).status, 202)
        self.assertIn(self.server.until(run, ('retrying', 'processing')), ('retrying', 'processing'))
        self.die()
        self.assertEqual(self.server.until(run), 'completed')
        self.assertEqual(self.asked('panel_answer'), ['anthropic'])

    def test_a_decision_that_was_just_taken(self):
        """Killed at once after it was told that it goes on: it does."""
        for action in ('proceed', 'cancel'):
            self.services(failing())
            run = self.start(f'What limits grid batteries, {action}?')
            self.reach(run, 'awaiting_confirmation')
            self.assertEqual(self.server.post(f'/research/{run}/confirm', {'action': action}).status, 202)
            self.die()
            self.assertEqual(self.server.until(run), 'completed' if action == 'proceed' else 'failed')
            self.assertEqual(self.asked('panel_answer'), [])

    def test_synthesizing(self):
        self.services(slow('openai', 'panel_synthesis'))
        run = self.start('What limits grid batteries when it is written?')
        self.reach(run, 'synthesizing')
        self.die()
        self.assertEqual(self.server.until(run), 'completed')
        self.assertEqual(self.asked('panel_answer'), [])

    def test_failed_and_its_retry(self):
        self.services(failing().replace('serve openai reply by-hash', 'serve openai\n  when role=panel_answer reply fault bad-key\n  else reply by-hash'))
        run = self.start('What limits grid batteries that nobody knows?')
        self.reach(run, 'failed')
        self.die(slow('openai', 'panel_answer'))
        self.assertEqual(self.status(run), 'failed')
        self.assertEqual(self.server.post(f'/research/{run}/retry').data['action'], 'retried_llms')
        self.die()
        self.assertEqual(self.server.until(run), 'completed')

    def test_completed(self):
        run = self.start('What limits grid batteries in the end?')
        self.reach(run, 'completed')
        before = self.server.get(f'/research/{run}').data
        self.die()
        after = self.server.get(f'/research/{run}').data
        for name in ('status', 'synthesizedResult', 'llmResults', 'costs', 'title'):
            self.assertEqual(after[name], before[name])

    def test_every_state_is_named_here(self):
        listed = self.server.get('/openapi.json').json['paths']['/research']['get']['parameters']
        words = next(p for p in listed if p['name'] == 'status')['schema']['enum']
        self.assertEqual(set(words) & {'draft', 'pending', 'processing', 'retrying', 'synthesizing', 'awaiting_confirmation', 'completed', 'failed'},
                         set(words) - {'queued', 'running', 'waiting', 'cancelled', 'timed_out'})


class Queued(Case):
    """A user who may have one run at work: the second waits in the queue."""
    script = QUICK

    def test_pending_in_the_queue(self):
        self.server.get('/readyz')
        token = test_users.Users.add('ada', 'user', 0, self.server)
        self.server.command('users', 'set', 'ada', '--concurrent-runs', '1')
        self.server.stop()
        self.server.start()
        headers = {'Authorization': f'Bearer {token}'}
        self.testd.control('script', slow('anthropic', 'panel_answer'))
        first, second = (self.server.post('/research', {'prompt': f'What limits grid batteries ({i})?', **ASK}, headers=headers).data['id'] for i in range(2))
        self.assertEqual(self.server.until(first, ('processing',), headers=headers), 'processing')
        self.assertEqual(self.server.get(f'/research/{second}', headers=headers).data['status'], 'pending')
        self.assertIn(second, [r['id'] for r in self.server.get('/research?status=pending', headers=headers).data['researches']])
        self.assertIn(first, [r['id'] for r in self.server.get('/research?status=processing', headers=headers).data['researches']])
        self.server.stop(signal.SIGKILL)
        self.testd.control('script', QUICK)
        self.server.start()
        for run in (first, second):
            self.assertEqual(self.server.until(run, headers=headers), 'completed')


if __name__ == '__main__':
    unittest.main()
