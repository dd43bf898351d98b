import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { readRetryAfter } from './exchange.ts';
import { addressOf, createFetcher, type FetcherSettings, type ObservedCall } from './fetcher.ts';
import { neverLeft, type OutgoingCall } from './marketplace.ts';

const NOW = new Date('2026-04-01T10:00:00Z');
const get = (path = '/things', more: Partial<OutgoingCall> = {}): OutgoingCall => ({
  method: 'GET',
  operation: 'test',
  path,
  pace: 'seller',
  ...more,
});

const RATE_HEADER = 'x-rate-limit';

/** A fetcher over scripted answers: the last one is repeated. Time passes only by sleeping. */
function scripted(
  answers: (Response | Error | (() => Response))[],
  settings: Partial<FetcherSettings> = {},
) {
  const requests: Request[] = [];
  const pauses: number[] = [];
  const observed: ObservedCall[] = [];
  const circuits: boolean[] = [];
  let elapsed = 0;
  const fetcher = createFetcher(
    { baseUrl: 'https://api.example.test', rateHeader: RATE_HEADER, ...settings },
    {
      fetch: (input, init) => {
        requests.push(new Request(input as URL, init));
        const answer = answers[Math.min(requests.length, answers.length) - 1];
        if (answer instanceof Error) return Promise.reject(answer);
        return Promise.resolve(
          typeof answer === 'function' ? answer() : (answer ?? Response.json({})).clone(),
        );
      },
      clock: () => NOW,
      elapsed: () => elapsed,
      sleep: (ms) => {
        pauses.push(ms);
        elapsed += ms;
        return Promise.resolve();
      },
      random: () => 0.5,
      observe: (call) => observed.push(call),
      onCircuit: ({ isOpen }) => circuits.push(isOpen),
    },
  );
  return { fetcher, requests, pauses, observed, circuits, wait: (ms: number) => (elapsed += ms) };
}

const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status: code, headers });

describe('addressOf', () => {
  const base = 'https://api.example.test/v1/';

  it('puts path and query below the base', () => {
    const url = addressOf(base, { path: '/items/A1', query: { ids: 'a,b', q: 'x&y=z' } });
    assert.equal(url?.href, 'https://api.example.test/v1/items/A1?ids=a%2Cb&q=x%26y%3Dz');
  });

  for (const path of [
    '//evil.test/x',
    '/../secrets',
    '/a/../../b',
    '/a/%2e%2e/b',
    '/a?b=c',
    '/a#b',
    '/a\\b',
    'https://evil.test/',
    '@evil.test/',
    '',
    '/a b',
  ]) {
    it(`refuses ${JSON.stringify(path)}`, () => {
      assert.equal(addressOf(base, { path }), null);
    });
  }

  it('never leaves the base address, whatever the path', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        const url = addressOf(base, { path });
        return url === null || url.href.startsWith('https://api.example.test/v1/');
      }),
    );
  });
});

describe('readRetryAfter', () => {
  const cases: [string | null, number | null][] = [
    [null, null],
    ['', null],
    ['soon', null],
    ['0', null],
    ['0.0', null],
    ['3', 3_000],
    ['0.5', 500],
    ['-4', null],
    ['Wed, 01 Apr 2026 10:00:30 GMT', 30_000],
    ['Wed, 01 Apr 2026 09:00:00 GMT', null],
    ['Fri, 01 Apr 2126 10:00:00 GMT', 3_600_000],
    ['999999999', 3_600_000],
    ['9'.repeat(400), 3_600_000],
    // The header twice.
    ['5, 5', null],
    ['Infinity', null],
  ];
  const read = (reported: Record<string, string>) => readRetryAfter(new Headers(reported), NOW);
  for (const [header, ms] of cases) {
    it(`${JSON.stringify(header)} is ${ms} ms`, () => {
      assert.equal(read(header === null ? {} : { 'retry-after': header }), ms);
    });
  }

  it('a date is held against the clock of who wrote it', () => {
    const written = (date: string) =>
      read({ 'retry-after': 'Wed, 01 Apr 2026 09:50:30 GMT', date });
    assert.equal(written('Wed, 01 Apr 2026 09:50:00 GMT'), 30_000);
    assert.equal(written('Wed, 01 Apr 2026 09:51:00 GMT'), null);
    assert.equal(written('yesterday'), null);
  });
});

describe('fetcher', () => {
  it('sends JSON and forms as what they are', async () => {
    const { fetcher, requests } = scripted([Response.json({ id: 1 })]);
    await fetcher({
      method: 'PUT',
      operation: 'test',
      path: '/a',
      json: { price: 9.9 },
      pace: 's',
      headers: { x: 'y' },
    });
    await fetcher({
      method: 'POST',
      operation: 'test',
      path: '/b',
      form: { code: 'a b&c' },
      pace: 's',
    });
    assert.equal(requests[0]?.headers.get('content-type'), 'application/json');
    assert.equal(requests[0]?.headers.get('x'), 'y');
    assert.equal(await requests[0]?.text(), '{"price":9.9}');
    assert.match(
      requests[1]?.headers.get('content-type') ?? '',
      /^application\/x-www-form-urlencoded/,
    );
    assert.equal(await requests[1]?.text(), 'code=a+b%26c');
  });

  it('gives status and decoded body, and undefined where there is no JSON', async () => {
    const { fetcher } = scripted([Response.json([1]), new Response('<p>'), new Response(null)]);
    const answers = [await fetcher(get()), await fetcher(get()), await fetcher(get())];
    assert.deepEqual(
      answers.map((answer) => answer.ok && [answer.value.body, answer.value.failure]),
      [
        [[1], null],
        [undefined, null],
        [undefined, null],
      ],
    );
  });

  it('gives texts as a database takes them: no NUL, no half of a pair', async () => {
    const reported = String.raw`{"a":"x\u0000y","b":["\ud83d","\uDE00z","\ud83d\ude00"],"c":"\\ud83d \\\ud83d","\u0000k":1}`;
    const { fetcher } = scripted([new Response(reported)]);
    const answer = await fetcher(get());
    assert.deepEqual(answer.ok && answer.value.body, {
      a: 'xy',
      b: ['\ufffd', '\ufffdz', '😀'],
      c: '\\ud83d \\\ufffd',
      k: 1,
    });
  });

  const kinds: [number, string][] = [
    [301, 'invalid'],
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'invalid'],
    [422, 'invalid'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ];
  for (const [code, kind] of kinds) {
    it(`takes a ${code} for ${kind}`, async () => {
      const { fetcher } = scripted([status(code)], { retries: 0 });
      const answer = await fetcher(get());
      assert.equal(answer.ok && answer.value.failure?.kind, kind);
    });
  }

  it('tries a GET again after a passing fault, with growing pauses', async () => {
    const faults = [
      new TypeError('connection refused'),
      status(503),
      Response.json({ at: 'last' }),
    ];
    const { fetcher, requests, pauses } = scripted(faults);
    const answer = await fetcher(get());
    assert.deepEqual(answer.ok && answer.value.body, { at: 'last' });
    assert.equal(requests.length, 3);
    assert.deepEqual(pauses, [75, 150]);
  });

  it('gives up after its retries, and tries nothing again that is for good', async () => {
    const broken = scripted([status(500)]);
    assert.equal((await broken.fetcher(get())).ok, true);
    assert.equal(broken.requests.length, 3);
    const refused = scripted([status(400)]);
    await refused.fetcher(get());
    assert.equal(refused.requests.length, 1);
  });

  it('sends a write once, whatever the outcome', async () => {
    for (const fault of [new TypeError('reset'), status(500), status(429)]) {
      const { fetcher, requests } = scripted([fault]);
      await fetcher({ method: 'PUT', operation: 'test', path: '/a', json: {}, pace: 's' });
      await fetcher({ method: 'POST', operation: 'test', path: '/a', form: {}, pace: 't' });
      assert.equal(requests.length, 2);
    }
  });

  it('pauses also after a refusal with a Retry-After of zero', async () => {
    const { fetcher, requests } = scripted([status(429, { 'retry-after': '0' })], { retries: 0 });
    await fetcher(get());
    const held = await fetcher(get());
    assert.ok(!held.ok && neverLeft(held.error) && held.error.retryAfterMs === 1_000);
    assert.equal(requests.length, 1);
  });

  it('waits for a short Retry-After and returns a long one to the caller', async () => {
    const short = scripted([status(429, { 'retry-after': '1' }), Response.json({})]);
    const answer = await short.fetcher(get());
    assert.equal(answer.ok && answer.value.failure, null);
    assert.deepEqual(short.pauses, [1_075]);

    const long = scripted([status(429, { 'retry-after': '60' })]);
    const refused = await long.fetcher(get());
    assert.equal(refused.ok && refused.value.failure?.retryAfterMs, 60_000);
    assert.equal(long.requests.length, 1);
  });

  it('lets the whole account back off after a 429, and no other', async () => {
    const { fetcher, requests, wait } = scripted([
      status(429, { 'retry-after': '30' }),
      () => Response.json({}),
    ]);
    await fetcher(get());
    const resting = await fetcher(get('/else'));
    assert.equal(!resting.ok && resting.error.kind, 'rate_limited');
    assert.equal(!resting.ok && resting.error.retryAfterMs, 30_000);
    assert.equal(requests.length, 1);
    assert.equal((await fetcher(get('/else', { pace: 'other' }))).ok, true);
    wait(30_000);
    assert.equal((await fetcher(get('/else'))).ok, true);
  });

  it('pauses the account for the Retry-After of an unavailable server', async () => {
    const answers = [status(503, { 'retry-after': '30' }), () => Response.json({})];
    const { fetcher, requests, wait } = scripted(answers);
    await fetcher(get());
    const resting = await fetcher(get('/else'));
    assert.ok(!resting.ok && neverLeft(resting.error) && resting.error.retryAfterMs === 30_000);
    assert.equal(requests.length, 1);
    wait(30_000);
    assert.ok((await fetcher(get('/else'))).ok);
  });

  it('backs off after a 429 that names an instant which is past', async () => {
    const { fetcher, pauses } = scripted([
      status(429, { 'retry-after': 'Wed, 01 Apr 2026 09:00:00 GMT' }),
      Response.json({}),
    ]);
    assert.ok((await fetcher(get())).ok);
    assert.deepEqual(pauses, [1_075]);
  });

  it('does not include the request in a connection failure', async () => {
    const { fetcher } = scripted([new TypeError('sending Bearer abc to host failed')], {
      retries: 0,
    });
    const answer = await fetcher(get('/x', { headers: { authorization: 'Bearer abc' } }));
    assert.equal(answer.ok, false);
    assert.ok(!JSON.stringify(answer).includes('abc'));
  });

  it('signs each attempt again, and keeps what it signed with out of what is answered', async () => {
    let made = 0;
    const sign = () => ({
      query: { access_token: 'opens-the-shop', sign: `signature-${++made}` },
      headers: { 'x-attempt': String(made) },
    });
    const { fetcher, requests } = scripted([
      status(503),
      Response.json({ message: 'wrong: access_token=opens-the-shop&sign=signature-2' }),
    ]);
    const answer = await fetcher(get('/x', { query: { page: '1' }, sign }));
    assert.deepEqual(
      requests.map(({ url, headers }) => [new URL(url).search, headers.get('x-attempt')]),
      [1, 2].map((n) => [`?page=1&access_token=opens-the-shop&sign=signature-${n}`, String(n)]),
    );
    assert.ok(answer.ok);
    assert.deepEqual(answer.value.body, {
      message: 'wrong: access_token=[access_token]&sign=[sign]',
    });
  });

  it('uses the meaning of an answer whose status does not show it', async () => {
    const said = (error: string) => () => Response.json({ error });
    const faultOf: OutgoingCall['faultOf'] = (_status, body) => {
      const { error } = body as { error: string };
      const kind = error === 'busy' ? 'unavailable' : 'rate_limited';
      return error === '' ? null : { kind, code: error, message: error, retryAfterMs: null };
    };
    const limited = scripted([said('limit'), said('')]);
    assert.ok((await limited.fetcher(get('/x', { faultOf }))).ok);
    assert.deepEqual(limited.pauses, [1_075]);
    assert.deepEqual(
      limited.observed.map(({ outcome }) => outcome),
      ['rate_limited', 'ok'],
    );

    const down = scripted([said('busy')], { retries: 0 });
    for (let n = 0; n < 10; n++) await down.fetcher(get('/x', { faultOf, circuit: 'shop' }));
    assert.deepEqual(down.circuits, [true]);
  });

  it('keeps one quota for all who share it, and a circuit for each of them', async () => {
    const limits = { '*': { perSecond: 0.1, burst: 12 } };
    const broken = scripted([status(503)], { limits, retries: 0 });
    const of = (circuit: string) => broken.fetcher(get('/x', { pace: 'application', circuit }));
    for (let n = 0; n < 10; n++) await of('first');
    const again = await of('first');
    assert.equal(!again.ok && again.error.code, 'circuit_open');
    assert.ok((await of('second')).ok);
    const third = [];
    for (let n = 0; n < 4; n++) third.push(await of('third'));
    const held = third.at(-1);
    assert.equal(held && !held.ok && held.error.code, 'held_back');
  });

  it('stops reading an answer that is too large', async () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(new Uint8Array(1_000));
    const { fetcher } = scripted([() => new Response(new ReadableStream({ pull }))], {
      maxAnswerBytes: 10_000,
    });
    const answer = await fetcher(get());
    assert.equal(!answer.ok && answer.error.code, 'too_large');
  });

  it('calls nothing for an address outside', async () => {
    const { fetcher, requests } = scripted([Response.json({})]);
    const answer = await fetcher(get('//evil.test/'));
    assert.equal(!answer.ok && answer.error.code, 'address_refused');
    assert.equal(requests.length, 0);
  });

  it('keeps to the limit of an operation, and holds back what would wait too long', async () => {
    const limits = { slow: { perSecond: 0.1, burst: 1 }, quick: { perSecond: 10, burst: 10 } };
    const { fetcher, requests, pauses } = scripted([() => Response.json({})], { limits });
    const slow = get('/slow', { operation: 'slow' });
    assert.ok((await fetcher(slow)).ok);
    const held = await fetcher(slow);
    assert.ok(!held.ok && held.error.kind === 'rate_limited' && neverLeft(held.error));
    assert.equal(held.error.retryAfterMs, 10_000);
    assert.deepEqual(pauses, []);
    assert.ok((await fetcher({ ...slow, pace: 'other' })).ok);
    for (let n = 0; n < 10; n++) assert.ok((await fetcher(get('/q', { operation: 'quick' }))).ok);
    assert.equal(requests.length, 12);
  });

  it('counts operations without a limit of their own together where there is one for all', async () => {
    const limits = { '*': { perSecond: 0.1, burst: 2 } };
    const { fetcher } = scripted([() => Response.json({})], { limits });
    const ends = [];
    for (const operation of ['one', 'two', 'three'])
      ends.push((await fetcher(get('/x', { operation }))).ok);
    assert.deepEqual(ends, [true, true, false]);
  });

  it('corrects the rate by what an answer reports', async () => {
    const limits = { test: { perSecond: 0.1, burst: 1 } };
    const { fetcher } = scripted(
      [() => new Response('{}', { headers: { [RATE_HEADER]: '0.02' } })],
      { limits },
    );
    await fetcher(get());
    const held = await fetcher(get());
    assert.equal(!held.ok && held.error.retryAfterMs, 50_000);
  });

  for (const reported of ['0.0000001', '0', '-1', 'NaN', 'Infinity', '1e300', '5, 5', '']) {
    it(`is not held still by the rate ${JSON.stringify(reported)}`, async () => {
      const limits = { test: { perSecond: 0.1, burst: 1 } };
      const headers = { [RATE_HEADER]: reported };
      const { fetcher } = scripted([() => new Response('{}', { headers })], { limits });
      await fetcher(get());
      const held = await fetcher(get());
      const retryAfterMs = held.ok ? 0 : (held.error.retryAfterMs ?? 0);
      assert.ok(retryAfterMs >= 10_000 && retryAfterMs <= 1_000_000, `${retryAfterMs} ms`);
    });
  }

  it('stops calling a marketplace that does not answer, and reports it', async () => {
    const { fetcher, requests, circuits, observed } = scripted([new TypeError('refused')], {
      retries: 0,
      name: 'memory',
    });
    for (let n = 0; n < 8; n++) await fetcher(get());
    const refused = await fetcher(get());
    assert.ok(!refused.ok && refused.error.kind === 'unavailable' && neverLeft(refused.error));
    assert.ok((refused.error.retryAfterMs ?? 0) > 0);
    assert.equal(requests.length, 8);
    assert.deepEqual(circuits, [true]);
    const outcomes = observed.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, [...Array(8).fill('unavailable'), 'circuit_open']);
    assert.ok(observed.every(({ marketplace }) => marketplace === 'memory'));
    assert.ok((await fetcher(get('/x', { pace: 'other' }))).ok === false);
    assert.equal(requests.length, 9);
  });

  it('retries only within the account’s budget', async () => {
    const { fetcher, requests } = scripted([() => status(503)], { breaker: { openMs: 0 } });
    const calls = 100;
    for (let n = 0; n < calls; n++) await fetcher(get());
    assert.ok(requests.length <= calls + 10 + calls * 0.2, `${requests.length} requests`);
  });

  it('shows how each attempt ended', async () => {
    const { fetcher, observed } = scripted([status(500), status(429), status(404)], {
      breaker: { openMs: 0 },
    });
    await fetcher(get('/x', { operation: 'getThing' }));
    const seen = observed.map(({ operation, outcome }) => `${operation} ${outcome}`);
    assert.deepEqual(seen, ['getThing unavailable', 'getThing rate_limited', 'getThing not_found']);
  });
});
