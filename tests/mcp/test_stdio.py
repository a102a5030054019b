"""Both eras over stdin and stdout."""
import json, pathlib, unittest

from client import Case, META, MODERN
from harness import ROOT

RESEARCH = {'name': 'deep_research',
            'arguments': {'query': 'What limits grid batteries?', 'corpora': ['sample'], 'models': ['extractive']}}


class Protocol(Case):
    def test_batches_are_taken_in_the_revision_that_has_them(self):
        c = self.client()
        c.hello(version='2025-03-26')
        c.write(json.dumps([{'jsonrpc': '2.0', 'id': 'a', 'method': 'ping'}, {'jsonrpc': '2.0', 'method': 'notifications/none'},
                            {'jsonrpc': '2.0', 'id': 'b', 'method': 'tools/list'}, 7]).encode() + b'\n')
        self.assertEqual(c.reply('a')['result'], {})
        self.assertIn('tools', c.reply('b')['result'])
        self.assertEqual(c.reply(None)['error']['code'], -32600)
        c.write(b'[]\n')
        c.wait(lambda: len(c.replies['null']) == 2)
        other = self.client()
        other.hello()
        other.write(b'[{"jsonrpc": "2.0", "id": "a", "method": "ping"}]\n')
        self.assertEqual(other.reply(None)['error']['code'], -32600)

    def test_both_eras_are_served_by_one_process(self):
        c = self.client()
        self.assertIn(MODERN, c.modern('server/discover')['result']['supportedVersions'])
        self.assertEqual(c.hello()['protocolVersion'], '2025-11-25')
        modern, legacy = c.modern('tools/list')['result'], c.ask('tools/list')['result']
        self.assertEqual([t['name'] for t in modern['tools']], [t['name'] for t in legacy['tools']])
        self.assertEqual((modern['resultType'], modern['cacheScope']), ('complete', 'public'))
        self.assertNotIn('resultType', legacy)

    def test_an_old_revision_is_echoed_and_an_unknown_one_answered_with_ours(self):
        for asked, given in (('2024-11-05', '2024-11-05'), ('2025-03-26', '2025-03-26'), ('1999-01-01', '2025-11-25')):
            self.assertEqual(self.client().hello(version=asked)['protocolVersion'], given)

    def test_faults_of_a_request_have_their_codes(self):
        c = self.client()
        meta = c.with_meta
        table = [
            (b'{"jsonrpc":"2.0","id":1,"method":', None, -32700),
            (b'[1]', None, -32600),
            (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
            (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600),
            (b'{"jsonrpc":"2.0","id":8,"method":"tools/list","params":[1]}', 8, -32600),
            (json.dumps({'jsonrpc': '2.0', 'id': 0, 'method': 'nothing', 'params': meta()}).encode(), 0, -32601),
            (json.dumps({'jsonrpc': '2.0', 'id': 'x', 'method': 'initialize', 'params': meta()}).encode(), 'x', -32601),
            (json.dumps({'jsonrpc': '2.0', 'id': 10, 'method': 'tools/call', 'params': meta({'name': 'no'})}).encode(), 10, -32602),
            (b'{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{}}', 11, -32602),
            (json.dumps({'jsonrpc': '2.0', 'id': 12, 'method': 'tools/list', 'params': {
                '_meta': {META + 'protocolVersion': MODERN}}}).encode(), 12, -32602),
        ]
        for line, id, code in table:
            before = len(c.lines)
            c.write(line + b'\n')
            c.wait(lambda: len(c.lines) > before)
            self.assertEqual((c.lines[-1]['id'], c.lines[-1]['error']['code']), (id, code), line)

    def test_an_unsupported_version_is_named_with_those_that_are(self):
        c = self.client()
        error = c.ask('tools/list', {'_meta': {META + 'protocolVersion': '2031-01-01', META + 'clientCapabilities': {}}})['error']
        self.assertEqual((error['code'], error['data']['requested']), (-32022, '2031-01-01'))
        self.assertIn(MODERN, error['data']['supported'])

    def test_a_message_that_is_too_long_is_refused_and_the_next_one_served(self):
        c = self.client()
        c.write(b'{"x":"' + b'a' * (9 << 20) + b'"}\n')
        self.assertIn('result', c.modern('server/discover'))
        self.assertEqual(c.lines[0]['error']['code'], -32600)

    def test_the_last_line_is_answered_without_its_end(self):
        for method, params in (('server/discover', {}), ('tools/call', {'name': 'research_list', 'arguments': {}})):
            c = self.client()
            c.write(json.dumps({'jsonrpc': '2.0', 'id': 0, 'method': method, 'params': c.with_meta(params)}).encode())
            self.assertEqual(c.close(), 0)
            self.assertEqual([('result' in m, m['id']) for m in c.lines], [(True, 0)])

    def test_half_a_message_and_the_end_of_input_end_the_process_with_an_error(self):
        c = self.client()
        c.write(b'{"jsonrpc":"2.0","id":1,"method":"pi')
        self.assertEqual(c.close(), 0)
        self.assertEqual([(m['id'], m['error']['code']) for m in c.lines], [(None, -32700)])

    def test_two_requests_with_one_id_are_told_apart(self):
        c = self.client()
        self.index_sample()
        c.start('tools/call', c.with_meta(RESEARCH), id=5)
        c.start('tools/call', c.with_meta(RESEARCH), id=5)
        c.wait(lambda: len(c.replies.get('5', [])) == 2)
        self.assertEqual(sorted('error' in r for r in c.replies['5']), [False, True])


class Documentation(Case):
    def test_it_names_every_tool_and_no_other(self):
        text = (ROOT / 'docs/mcp.md').read_text()
        table = [line.split('|')[1] for line in text.splitlines() if line.startswith('| `')]
        named = {name.strip(' `') for cell in table for name in cell.split(',')}
        self.assertEqual({t['name'] for t in self.client().modern('tools/list')['result']['tools']}, named)


class Research(Case):
    def test_a_research_gives_progress_a_report_and_a_resource(self):
        self.index_sample()
        c = self.client()
        result = c.modern('tools/call', RESEARCH, progressToken='p', logLevel='info')['result']
        steps = [n['params']['progress'] for n in c.notes if n['method'] == 'notifications/progress']
        self.assertTrue(steps and steps == sorted(set(steps)))
        self.assertTrue(any(n['method'] == 'notifications/message' for n in c.notes))
        structured = result['structuredContent']
        self.assertEqual((structured['status'], result['content'][0]['text']), ('completed', structured['answer']))
        uri = result['content'][1]['uri']
        read = c.modern('resources/read', {'uri': uri})['result']['contents'][0]
        self.assertIn(structured['answer'].splitlines()[2], read['text'])
        self.assertIn(uri, [r['uri'] for r in c.modern('resources/list')['result']['resources']])
        self.assertTrue(structured['citations'])

    def test_without_a_log_level_nothing_is_logged(self):
        self.index_sample()
        c = self.client()
        c.modern('tools/call', RESEARCH)
        self.assertEqual(c.notes, [])

    def test_a_bad_argument_is_an_error_the_model_can_mend(self):
        c = self.client()
        for arguments, word in (({'query': ''}, 'empty'), ({'query': 'x', 'depth': 'very'}, 'depth'), ({'query': 'x', 'zzz': 1}, 'zzz')):
            result = c.modern('tools/call', {'name': 'deep_research', 'arguments': arguments})['result']
            self.assertTrue(result['isError'])
            self.assertIn(word, result['content'][0]['text'])

    def test_errors_name_what_an_assistant_or_its_user_can_do(self):
        self.index_sample()
        c = self.client()
        for name, arguments, words in (
                ('corpus_search', {'corpora': ['none'], 'query': 'x'}, '"fathom corpus add none PATH" on the command line'),
                ('corpus_search', {'corpora': ['none'], 'query': 'x'}, '"fathom corpus list" on the command line'),
                ('deep_research', {'query': 'x', 'corpora': ['none']}, 'there is no corpus of that name. "fathom corpus list" on the command line'),
                ('check_claim', {'claim': 'x', 'against': ['none']}, '"fathom corpus list" on the command line'),
                ('deep_research', {'query': 'x', 'models': ['none']}, '"fathom models" on the command line'),
                ('deep_research', {'query': ' '}, 'deep_research'), ('research_report', {'id': 'run-none'}, 'run-none')):
            result = self.call(c, name, **arguments)
            self.assertTrue(result['isError'], result)
            text = result['content'][0]['text']
            self.assertIn(words, text)
            self.assertNotRegex(text, r'corpus_(add|list)|@[{]|--[a-z]')

    def test_texts_that_come_with_the_question_are_researched(self):
        text = 'Perovskite solar cells reached 26.1 percent in 2024. Moisture limits perovskite solar cells.'
        result = self.call(self.client(), 'deep_research', query='What limits perovskite solar cells?', models=['extractive'],
                           contexts=[{'name': 'cells.txt', 'text': text}])
        self.assertIn('oisture', result['structuredContent']['answer'])

    def test_a_model_cannot_have_files_of_this_machine_read(self):
        secret = pathlib.Path(self.home, 'secret.txt')
        secret.write_text('Cats sleep a lot, says the secret.')
        c = self.client()
        for source in (str(secret), '-'):       # "-" is the stream of messages itself
            answer = c.modern('tools/call', {'name': 'check_claim', 'arguments': {'claim': 'Cats sleep a lot.', 'against': [source]}})
            self.assertTrue(answer['result'].get('isError'), answer)
            self.assertNotIn('says the secret', json.dumps(answer))

    def test_results_fit_their_schemas(self):
        self.index_sample()
        c = self.client()
        schemas = {t['name']: t.get('outputSchema') for t in c.modern('tools/list')['result']['tools']}
        run = c.modern('tools/call', RESEARCH)['result']['structuredContent']['id']
        calls = {'research_status': {'id': run}, 'research_report': {'id': run}, 'research_list': {}, 'research_verify': {'target': run},
                 'corpus_search': {'corpora': ['sample'], 'query': 'lithium'}, 'deep_research': RESEARCH['arguments'],
                 'research_plan': RESEARCH['arguments'],
                 'check_claim': {'claim': 'Cats sleep.', 'evidence': ['Cats sleep a lot.']}}
        for name, arguments in calls.items():
            result = c.modern('tools/call', {'name': name, 'arguments': arguments})['result']
            self.assertNotIn('isError', result, result)
            self.assertEqual(misfits(result['structuredContent'], schemas[name], name), [])
        for form in ('pdf', 'docx', 'fathom'):  # bytes are no text
            result = c.modern('tools/call', {'name': 'research_report', 'arguments': {'id': run, 'format': form}})['result']
            self.assertTrue(result['isError'])
            self.assertIn('is no text', result['content'][0]['text'])

    def test_a_client_is_told_when_what_it_watches_changes(self):
        self.index_sample()
        old, new = self.client(), self.client()
        old.hello()
        run = old.ask('tools/call', {'name': 'research_start', 'arguments': RESEARCH['arguments']})
        run = run['result']['structuredContent']['id']
        uri = f'research://report/{run}'
        self.assertEqual(old.ask('resources/subscribe', {'uri': uri})['result'], {})
        listening = new.start('subscriptions/listen', new.with_meta({'notifications': {'resourceSubscriptions': [uri]}}))
        new.wait(lambda: new.notes)
        self.assertEqual(new.notes[0]['params']['notifications'], {'resourceSubscriptions': [uri]})
        self.assertEqual(new.notes[0]['params']['_meta'][META + 'subscriptionId'], listening)
        old.ask('tools/call', {'name': 'research_delete', 'arguments': {'id': run}})
        for client in (old, new):
            client.wait(lambda: any(n['method'] == 'notifications/resources/updated' for n in client.notes))
            told = [n for n in client.notes if n['method'] == 'notifications/resources/updated']
            self.assertEqual(told[0]['params']['uri'], uri)


def misfits(value, schema, at):
    """Where a value does not fit a schema of the kind the tools have."""
    kinds = {'string': str, 'integer': int, 'number': (int, float), 'boolean': bool, 'array': list, 'object': dict, 'null': type(None)}
    wanted = schema.get('type')
    wanted = [wanted] if isinstance(wanted, str) else wanted or list(kinds)
    if not any(isinstance(value, kinds[k]) and not (isinstance(value, bool) and k in ('integer', 'number')) for k in wanted):
        return [f'{at}: {value!r} is not {wanted}']
    found = []
    if isinstance(value, dict) and 'properties' in schema:
        found += [f'{at}.{name} is missing' for name in schema.get('required', []) if name not in value]
        for name, part in value.items():
            found += misfits(part, schema['properties'][name], f'{at}.{name}') if name in schema['properties'] else [f'{at}.{name} is not told']
    if isinstance(value, list) and 'items' in schema:
        for i, part in enumerate(value):
            found += misfits(part, schema['items'], f'{at}[{i}]')
    return found


if __name__ == '__main__':
    unittest.main()
