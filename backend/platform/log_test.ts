import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { addToContext, inContext } from './context.ts';
import { createLog, type Level } from './log.ts';

const NOW = new Date('2026-05-04T12:00:00.000Z');

function open(level: Level = 'debug') {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => NOW, level });
  const last = () => JSON.parse(lines.at(-1)!);
  return { log, lines, last };
}

describe('the log', () => {
  it('writes one line of JSON with time, level, message and fields', () => {
    const { log, lines } = open();
    log.info('price set', { listingId: 7, at: NOW });
    assert.deepEqual(lines, [
      '{"time":"2026-05-04T12:00:00.000Z","level":"info","message":"price set","listingId":7,"at":"2026-05-04T12:00:00.000Z"}',
    ]);
  });

  it('keeps quiet below its level', () => {
    const { log, lines } = open('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d', new Error('e'));
    assert.equal(lines.length, 2);
  });

  it('carries the fields of a child into every line', () => {
    const { log, last } = open();
    log.child({ companyId: 1 }).child({ requestId: 'r' }).warn('slow');
    assert.deepEqual([last().companyId, last().requestId], [1, 'r']);
  });

  it('redacts values with the name of a secret, at any depth', () => {
    const { log, lines } = open();
    log.info('called', {
      password: 'hunter2',
      headers: { Authorization: 'Bearer hunter2', cookie: 'hunter2', 'x-api-key': 'hunter2' },
      list: [{ refresh_token: 'hunter2', accessToken: 'hunter2', clientSecret: 'hunter2' }],
      postgresPassword: 'hunter2',
      vaultKey: 'hunter2',
      credentials: { deep: 'hunter2' },
    });
    assert.equal(lines[0]!.includes('hunter2'), false);
    assert.equal(lines[0]!.match(/\[redacted\]/g)?.length, 10);
  });

  it('cuts a long text at whitespace, so that no part of a secret stays, in linear time', () => {
    const { log, lines, last } = open();
    const address = `postgres://app:hunter2${'x'.repeat(1_000_000)}@db/x`;
    log.warn('odd', { text: `${'word '.repeat(1_637)}${address}`, whole: address });
    assert.equal(lines[0]!.includes('hunter2'), false);
    assert.match(last().text, /^(word ){1636}word\[1000028 more characters\]$/);
    assert.equal(last().whole, '[1000027 more characters]');
    log.error('odd', new Error('passw'.repeat(200_000)));
    assert.ok(lines[1]!.length < 10_000);
  });

  it('redacts secrets in texts too', () => {
    const { log, lines } = open();
    log.error(
      'no answer from postgres://app:hunter2@db:5432/x',
      new Error('tried postgres://app:hunter2@db/x with Bearer hunter2.abc'),
    );
    assert.equal(lines[0]!.includes('hunter2'), false);
    assert.ok(lines[0]!.includes('@db:5432/x'));
  });

  it('redacts secrets by their form or name, also in causes', () => {
    const { log, lines } = open();
    const secrets = [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0',
      'APP_USR-123-hunter2',
      'TG-hunter2',
      'Atza|hunter2',
      'Atzr|hunter2/x+y=',
      'refresh_token=hunter2&x=1',
      '"password":"hunter2"',
      "client_secret='hunter2'",
      'authorization: Bearer hunter2',
      'Cookie: sid=hunter2',
      'https://files.test/r?X-Amz-Signature=hunter2',
      'amqp://user:hunter2@mq/x',
    ];
    for (const secret of secrets) {
      const root = Object.assign(new Error(`root ${secret}`), { detail: { query: [secret] } });
      const fault = new AggregateError([root], 'outer', { cause: new Error(secret) });
      log.error(`told ${secret}`, fault, { list: [{ text: secret }] });
      assert.doesNotMatch(lines.at(-1)!, /hunter2|c2VjcmV0/, secret);
    }
  });

  it('shortens e-mail addresses', () => {
    const { log, last } = open();
    log.error('mail to ana.prado@example.test', new Error('no box: ana.prado@example.test'), {
      to: 'ana.prado@example.test',
    });
    assert.deepEqual(
      [last().message, last().error.message, last().to],
      ['mail to a…@example.test', 'no box: a…@example.test', 'a…@example.test'],
    );
  });

  it('has in each line which request or job it belongs to, however long that waits', async () => {
    const { log, lines } = open();
    const work = async (n: number) => {
      await new Promise((wake) => setTimeout(wake, n));
      addToContext({ personId: n });
      log.info('worked');
    };
    await Promise.all([3, 1, 2].map((n) => inContext({ requestId: `r${n}` }, () => work(n))));
    // They end in any order: timers keep none on a busy machine.
    lines.sort();
    inContext({ queue: 'q', jobs: ['j1'] }, () =>
      inContext({ companyId: 7 }, () => log.info('nested')),
    );
    log.info('outside');
    assert.deepEqual(
      lines.map((line) => {
        const { requestId, personId, queue, jobs, companyId } = JSON.parse(line);
        return [requestId, personId, queue, jobs, companyId].filter((each) => each !== undefined);
      }),
      [['r1', 1], ['r2', 2], ['r3', 3], ['q', ['j1'], 7], []],
    );
  });

  it('logs an error with its stack, its code and every cause', () => {
    const { log, last } = open();
    const root = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    log.error('failed', new Error('outer', { cause: new AggregateError([root], 'all failed') }));
    const { error } = last();
    assert.equal(error.message, 'outer');
    assert.match(error.stack, /log_test/);
    assert.equal(error.cause.errors[0].code, 'ECONNREFUSED');
  });

  it('survives circles, bytes, big numbers and things that are no errors', () => {
    const { log, last } = open();
    const circle: Record<string, unknown> = {
      big: 10n,
      bytes: new Uint8Array(3),
      bad: new Date(Number.NaN),
    };
    circle.self = circle;
    log.error('odd', 'just a text', { circle, run: () => 1 });
    assert.equal(last().error, 'just a text');
    assert.equal(last().circle.big, '10');
    assert.equal(last().circle.bytes, '[3 bytes]');
  });
});
