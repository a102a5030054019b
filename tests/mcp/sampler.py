"""The model that a client lends: the test services' own, asked in the words of sampling/createMessage."""
import json, urllib.request

from harness import PATIENCE

SCHEMA = 'It must satisfy this JSON Schema:\n'


class Sampler:
    def __init__(self, testd):
        self.url = testd.info['services']['openai']['baseUrl'] + '/chat/completions'
        self.prompts = []

    def body(self, params):
        messages, schema = [], None
        for m in params['messages']:
            text = m['content']['text']
            if SCHEMA in text:
                text, _, words = text.partition(SCHEMA)
                schema = json.loads(words)
            messages.append({'role': m['role'], 'content': text})
        system = params.get('systemPrompt', '')
        if system:
            messages.insert(0, {'role': 'system', 'content': system})
        body = {'model': 'test', 'messages': messages, 'max_completion_tokens': params['maxTokens']}
        if schema:
            body['response_format'] = {'type': 'json_schema', 'json_schema': {'name': '', 'schema': schema}}
        return body

    def __call__(self, params):
        """The result of sampling/createMessage."""
        self.prompts.append(params)
        request = urllib.request.Request(self.url, json.dumps(self.body(params)).encode(),
                                         {'Content-Type': 'application/json', 'Authorization': 'Bearer key-of-openai'})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            message = json.load(answer)['choices'][0]['message']
        return {'role': 'assistant', 'content': {'type': 'text', 'text': message['content'] or ''}, 'model': 'host-model', 'stopReason': 'endTurn'}
