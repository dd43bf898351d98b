// The limits of one request, tested through a real socket.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ProblemBody } from './kernel/problem.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { type Behaviour, keyedWrites } from './testing/keyed-writes.ts';
import { bytesOf, exchange, type RawAnswer } from './testing/raw-http.ts';
import { type SeededCompany, seedCompany, testContext } from './testing/test-context.ts';

const LIMIT = 1024 * 1024;

describe('a request has its limits:', () => {
  let database: TestDatabase;
  let company: SeededCompany;
  let behaviour: Behaviour = {};
  let server: Deno.HttpServer<Deno.NetAddr>;
  let port: number;
  /** The same with deadlines that are short enough for a test. */
  let hasty: Deno.HttpServer<Deno.NetAddr>;

  beforeAll(async () => {
    database = await testDatabase();
    company = await seedCompany(database.owner);
    const serve = (limits: { bodyMs?: number; answerMs?: number }) => {
      const app = keyedWrites(testContext(database.db), [company], () => behaviour, limits);
      const address = { port: 0, hostname: '127.0.0.1', onListen: () => undefined };
      return Deno.serve(address, app.fetch);
    };
    server = serve({});
    hasty = serve({ bodyMs: 300, answerMs: 300 });
    port = server.addr.port;
  });
  afterAll(async () => {
    await server.shutdown();
    await hasty.shutdown();
    await database.close();
  });

  const head = (...more: string[]) =>
    [
      'POST /api/things HTTP/1.1',
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${company.personId}`,
      ...more,
      '\r\n',
    ].join('\r\n');
  const json = 'content-type: application/json';
  const post = (body: string, { type = json, to = port } = {}) =>
    exchange(to, bytesOf(head(type, `content-length: ${bytesOf(body).length}`), body));
  /** Requests far beyond our limits are refused by the HTTP server itself. */
  const isRefusedByServer = (status: number | null) =>
    status === null || [400, 414, 431].includes(status);
  const problemOf = ({ status, body }: RawAnswer) => {
    const problem = ProblemBody.parse(
      JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)),
    );
    assert.equal(problem.status, status);
    return problem;
  };

  it('takes what is within', async () => {
    const { status, head: answered } = await post(
      JSON.stringify({ subject: 'x'.repeat(LIMIT / 2) }),
    );
    assert.equal(status, 200);
    assert.match(answered, /cache-control: no-store/i);
  });

  it('a body with a too large Content-Length is refused unread', async () => {
    const { code, values } = problemOf(
      await exchange(port, bytesOf(head(json, `content-length: ${LIMIT + 1}`), '{"subject":"')),
    );
    assert.deepEqual([code, values], ['body_too_large', { limit: LIMIT }]);
  });

  it('a body without a length is refused when it exceeds the limit', async () => {
    const chunk = bytesOf('8000\r\n', new Uint8Array(0x8000).fill(32), '\r\n');
    const chunks = [bytesOf(head(json, 'transfer-encoding: chunked')), ...Array(200).fill(chunk)];
    const answer = await exchange(port, chunks, { halfClose: true });
    assert.equal(problemOf(answer).code, 'body_too_large');
  });

  it('a slow body times out', async () => {
    const slow = [...'{"subject":"slow"}'].map((letter) => bytesOf(letter));
    const begun = bytesOf(head(json, `content-length: ${slow.length}`));
    const answer = await exchange(hasty.addr.port, [begun, ...slow], { pauseMs: 100 });
    assert.equal(problemOf(answer).code, 'request_timeout');
    const silent = await exchange(hasty.addr.port, begun);
    assert.equal(problemOf(silent).code, 'request_timeout');
  });

  it('a body that breaks off ends there', async () => {
    const { status } = await exchange(port, bytesOf(head(json, 'content-length: 18'), '{"sub'), {
      halfClose: true,
    });
    assert.ok(status === null || status === 400, `${status}`);
  });

  it('headers are bounded', async () => {
    const { code, values } = problemOf(
      await exchange(port, bytesOf(head(`cookie: ${'x'.repeat(20_000)}`))),
    );
    assert.deepEqual([code, values], ['headers_too_large', { limit: 16 * 1024 }]);
    const { status } = await exchange(port, bytesOf(head(`cookie: ${'x'.repeat(2_000_000)}`)));
    assert.ok(isRefusedByServer(status), `${status}`);
    const many = Array.from({ length: 5_000 }, (_, n) => `x-${n}: 1`);
    const { status: ofMany } = await exchange(port, bytesOf(head(...many)));
    assert.ok(isRefusedByServer(ofMany), `${ofMany}`);
  });

  it('the address is bounded', async () => {
    const get = (path: string) =>
      exchange(port, bytesOf(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));
    assert.equal(
      problemOf(await get(`/api/things?page=${'x'.repeat(9_000)}`)).code,
      'address_too_long',
    );
    const { status } = await get(`/${'x'.repeat(200_000)}`);
    assert.ok(isRefusedByServer(status), `${status}`);
  });

  it('the work is not waited for without end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    behaviour = { before: () => promise };
    const answer = await post('{"subject":"long"}', { to: hasty.addr.port });
    assert.equal(problemOf(answer).code, 'gateway_timeout');
    behaviour = {};
    resolve();
  });

  it('only JSON is read', async () => {
    for (const type of [
      'content-type: text/plain',
      'content-type: application/x-www-form-urlencoded',
      'x: y',
    ]) {
      const { code } = problemOf(await post('{"subject":"x"}', { type }));
      assert.equal(code, 'unsupported_media_type');
    }
    const type = 'content-type: application/json; charset=utf-8';
    assert.equal((await post('{"subject":"x"}', { type })).status, 200);
  });

  it('JSON has a depth and a number of values', async () => {
    const nested = (levels: number) =>
      `{"subject":"x","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    assert.equal((await post(nested(40))).status, 200);
    assert.equal(problemOf(await post(nested(100))).code, 'invalid_json');
    assert.equal(problemOf(await post(nested(300_000))).code, 'invalid_json');
    const wide = `{"subject":"x","a":[${Array(150_000).fill(0).join(',')}]}`;
    assert.equal(problemOf(await post(wide)).code, 'invalid_json');
  });
});
