// Every fault of the test services, as the bytes on the wire.
import { after, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { raw, startTestd } from './testd.mjs';

let testd;
before(async () => { testd = await startTestd(); });
after(() => testd.stop());
beforeEach(() => testd.reset());

const chat = '/openai/v1/chat/completions';
const body = (stream) => JSON.stringify({
  model: 'test', stream, temperature: 0.2, messages: [{ role: 'user', content: 'Question: What limits grid batteries?\n\n[1] One\nCells lost 12 percent of their capacity.' }],
});
const run = async (fault, stream = false, patience = 300) => {
  await testd.script(`serve openai reply fault ${fault}`);
  const { how, bytes } = await raw(testd.port, chat, body(stream), patience);
  const text = bytes.toString('latin1');
  const split = text.indexOf('\r\n\r\n');
  return { how, bytes, text, head: split < 0 ? '' : text.slice(0, split).toLowerCase(), content: split < 0 ? '' : text.slice(split + 4) };
};
const length = (head) => Number(/content-length: (\d+)/.exec(head)?.[1]);

test('by hash: whole answers, plain and streamed', async () => {
  await testd.script('serve openai reply by-hash');
  const plain = await raw(testd.port, chat, body(false));
  assert.equal(plain.how, 'end');
  const streamed = await raw(testd.port, chat, body(true));
  assert.match(streamed.bytes.toString(), /data: \[DONE\]\n\n\r\n0\r\n\r\n$/);
});

for (const [fault, status] of Object.entries({
  rate: 429, 'rate-ms': 429, 'rate-date': 429, 'rate-bare': 429, timeout: 408, conflict: 409, 'server-error': 500, 'bad-gateway': 502,
  unavailable: 503, overloaded: 529, 'bad-key': 401, quota: 429, 'no-model': 404, context: 400, 'bad-request': 400, forbidden: 403,
  'no-retry': 500, 'no-temperature': 400, 'proxy-page': 502,
}))
  test(`${fault} answers ${status}`, async () => {
    const { head, content } = await run(fault);
    assert.match(head, new RegExp(`^http/1.1 ${status} `));
    if (fault !== 'proxy-page') assert.ok(JSON.parse(content).error.message);
    if (fault === 'rate') assert.match(head, /retry-after: 1(\r|$)/);
    if (fault === 'rate-ms') assert.match(head, /retry-after-ms: 300/);
    if (fault === 'rate-date') {
      const at = Date.parse(/retry-after: (.*)/.exec(head)[1]);
      assert.ok(at - Date.now() > 500 && at - Date.now() <= 2000);
    }
    if (fault === 'quota') assert.equal(JSON.parse(content).error.code, 'insufficient_quota');
    if (fault === 'no-retry') assert.match(head, /x-should-retry: false/);
  });

test('a parameter that is not sent is not refused', async () => {
  for (const fault of ['no-max-tokens', 'no-schema', 'no-stream-options'])
    assert.match((await run(fault)).head, /^http\/1.1 200 /);
});

test('reset: not a byte, RST', async () => {
  const { how, bytes } = await run('reset');
  assert.deepEqual([how, bytes.length], ['reset', 0]);
});

test('close: not a byte, a clean end', async () => {
  const { how, bytes } = await run('close');
  assert.deepEqual([how, bytes.length], ['end', 0]);
});

for (const stream of [false, true]) {
  const way = stream ? 'streamed' : 'plain';

  test(`reset-mid, ${way}: half of it, then RST`, async () => {
    // Node takes a reset for an end when it comes with the last data: on a busy machine try again.
    for (let i = 0; i < 5; i++) {
      const { how, head, content } = await run('reset-mid', stream);
      assert.match(head, /^http\/1.1 200 /);
      assert.ok(content.length > 20);
      if (how === 'reset') return;
    }
    assert.fail('no reset');
  });

  test(`truncate, ${way}: half of it, then the end`, async () => {
    const { how, head, content } = await run('truncate', stream);
    assert.equal(how, 'end');
    assert.ok(content.length > 20);
    if (stream) assert.doesNotMatch(content, /\r\n0\r\n\r\n$/);
    else assert.ok(content.length < length(head));
  });

  test(`stall-headers, ${way}: headers, then nothing`, async () => {
    const { how, head, content } = await run('stall-headers', stream);
    assert.match(head, /^http\/1.1 200 /);
    assert.deepEqual([how, content], ['open', '']);
  });

  test(`stall-mid, ${way}: half of it, then nothing`, async () => {
    const { how, content } = await run('stall-mid', stream);
    assert.equal(how, 'open');
    assert.ok(content.length > 20);
  });

  test(`stall-end, ${way}: all but the end`, async () => {
    const { how, head, content } = await run('stall-end', stream);
    assert.equal(how, 'open');
    if (stream) assert.match(content, /\[DONE\]/);
    else assert.equal(content.length, length(head) - 1);
  });

  test(`drip, ${way}: whole, in small pieces`, async () => {
    const started = Date.now();
    await testd.script('serve openai reply fault drip gap 1ms');
    const slow = await raw(testd.port, chat, body(stream));
    assert.ok(Date.now() - started > 20);
    await testd.script('');
    const whole = await raw(testd.port, chat, body(stream));
    const content = (b) => b.toString().split('\r\n\r\n').slice(1).join('').replace(/(^|\r\n)[0-9A-F]+\r\n/g, '').trim();
    assert.equal(content(slow.bytes).replace(/\r\n/g, ''), content(whole.bytes).replace(/\r\n/g, ''));
  });

  test(`endless, ${way}: never ends`, async () => {
    const ended = await Promise.race([run('endless', stream, 60_000), new Promise((r) => setTimeout(r, 400, 'still'))]);
    assert.equal(ended, 'still');
  });

  test(`garbage, ${way}: no JSON, no events`, async () => {
    const { head, content } = await run('garbage', stream);
    assert.match(head, /^http\/1.1 200 /);
    assert.throws(() => JSON.parse(content));
    assert.doesNotMatch(content, /data: /);
  });

  test(`broken-json, ${way}`, async () => {
    const { content } = await run('broken-json', stream);
    if (stream) assert.match(content, /"content":"half\n\n/);
    else assert.throws(() => JSON.parse(content));
  });

  test(`empty, ${way}`, async () => {
    const { head, content } = await run('empty', stream);
    assert.match(head, /^http\/1.1 200 /);
    assert.equal(content.replace('0\r\n\r\n', ''), '');
  });

  test(`wrong-type, ${way}`, async () => {
    const { head, content } = await run('wrong-type', stream);
    assert.match(head, /content-type: text\/html/);
    assert.match(content, /<title>/);
  });

  test(`error-in-stream, ${way}: an error after 200`, async () => {
    const { head, content } = await run('error-in-stream', stream);
    assert.match(head, /^http\/1.1 200 /);
    assert.match(content, /"error":\{/);
    assert.doesNotMatch(content, /\[DONE\]/);
  });
}

test('stall: not a byte', async () => {
  const { how, bytes } = await run('stall');
  assert.deepEqual([how, bytes.length], ['open', 0]);
});

test('not-http: bytes that are no HTTP', async () => {
  const { text } = await run('not-http');
  assert.ok(text.length > 100);
  assert.doesNotMatch(text, /^HTTP/);
});

test('unended: the stream ends well, but without its end marker', async () => {
  const { content } = await run('unended', true);
  assert.doesNotMatch(content, /\[DONE\]|finish_reason":"/);
  assert.match(content, /\r\n0\r\n\r\n$/);
});

test('every fault has been tried here', async () => {
  const known = new Set(await testd.faults());
  for (const name of ['length', 'filter', 'refusal', 'no-text', 'no-usage', 'no-max-tokens', 'no-schema', 'no-stream-options']) assert.ok(known.has(name));
});

test('a client that leaves a stalled answer is noticed at once', async () => {
  await run('stall-mid', true, 50);
  await new Promise((r) => setTimeout(r, 20));
  const [row] = await testd.log();
  assert.equal(row.whole, false);
  assert.ok(row.endedMs - row.arrivedMs < 300);
});

test('latency is kept to the millisecond', async () => {
  await testd.script('latency 50ms\nserve openai reply by-hash');
  for (let i = 0; i < 5; i++) await raw(testd.port, chat, body(false));
  const times = (await testd.log()).map((row) => row.endedMs - row.arrivedMs);
  assert.ok(Math.min(...times) >= 50 && Math.min(...times) < 55, `${times} ms`);
});

test('the mix chooses by request and attempt, the same every time', async () => {
  const once = async () => {
    await testd.reset();
    await testd.script('serve searxng\n when mix=20% reply fault any\n');
    for (let i = 0; i < 200; i++) await raw(testd.port, `/searxng/search?format=json&q=query+${i}`, undefined, 100);
    return (await testd.log()).map((row) => row.fault);
  };
  const first = await once();
  assert.deepEqual(await once(), first);
  const share = first.filter(Boolean).length / first.length;
  assert.ok(share > 0.1 && share < 0.3, `${share}`);
  assert.ok(new Set(first).size > 8);
});

test('rules are tried in order; attempts count the same request, nth any of its role', async () => {
  await testd.script([
    'serve openai', ' when role=synthesize attempt=1 reply 503', ' when nth=2 reply text "second"', ' when model!=test reply 404',
    ' when query~"GRID" reply text "about grids"', ' else reply by-hash',
  ].join('\n'));
  const say = async (model = 'test') => {
    const answer = await fetch(testd.url + chat, { method: 'POST', headers: { authorization: 'Bearer k' }, body: body(false).replace('"test"', `"${model}"`) });
    return answer.ok ? (await answer.json()).choices[0].message.content : answer.status;
  };
  assert.deepEqual([await say(), await say(), await say(), await say('other'), await say('other')], [503, 'second', 'about grids', 503, 404]);
});

test('a script that makes no sense is refused with its line', async () => {
  for (const [text, message] of [['serve nobody', 'no such service'], ['serve openai\n when role=x reply fault wobble', 'line 2'], ['serve openai\n when colour=red reply 200', 'no such condition']])
    await assert.rejects(testd.script(text), (e) => e.message.includes(message));
});
