import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import type { AppContext } from './app-context.ts';
import { type AppEnv, LIMITS, mount, route } from './http.ts';

const about = { method: 'get', tag: 'tests', summary: 'For tests', answer: z.string() } as const;
const rows = (count: number) => 'a row of a list, '.repeat(count);
const company = { ...about, access: 'company', needs: 'read' } as const;
const routes = [
  route(endpoint({ ...company, path: '/many' }), async () => rows(500)),
  route(endpoint({ ...company, path: '/few' }), async () => rows(5)),
  route(endpoint({ ...about, path: '/token', access: 'user' }), async () => rows(500)),
];

let server: Deno.HttpServer<Deno.NetAddr>;

beforeAll(() => {
  const app = new Hono<AppEnv>();
  const authenticate = async () => ({
    ...{ personId: 1, companyId: 1, role: 'owner' as const, sessionId: 's', opens: null },
    expiresAt: new Date(),
  });
  mount({} as AppContext, app, routes, { authenticate, checkAnswers: false, limits: LIMITS });
  server = Deno.serve({ port: 0, onListen() {} }, (received) => app.fetch(received));
});
afterAll(() => server.shutdown());

/** The answer as it is on the wire. */
const ask = (path: string, encodings?: string) =>
  new Promise<{ headers: IncomingHttpHeaders; bytes: Uint8Array }>((resolve, reject) => {
    const headers = {
      authorization: 'Bearer t',
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
    };
    request({ port: server.addr.port, path, headers, agent: false }, (answer) => {
      const parts: Uint8Array[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ headers: answer.headers, bytes: new Uint8Array(Buffer.concat(parts)) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('an answer of the API', () => {
  it('is packed where the caller takes gzip', async () => {
    const { headers, bytes } = await ask('/many', 'br;q=1.0, gzip;q=0.8');
    assert.equal(headers['content-encoding'], 'gzip');
    assert.match(headers.vary ?? '', /accept-encoding/);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(JSON.parse(gunzipSync(bytes).toString()), rows(500));
    assert.ok(bytes.length < 500);
  });

  it('is sent as it is where the caller does not take gzip', async () => {
    for (const encodings of [undefined, 'br', 'gzip;q=0', 'gzip; q=0.0, br']) {
      const { headers, bytes } = await ask('/many', encodings);
      assert.equal(headers['content-encoding'], undefined, encodings);
      assert.match(headers.vary ?? '', /accept-encoding/);
      assert.equal(JSON.parse(new TextDecoder().decode(bytes)), rows(500));
    }
  });

  it('is sent as it is where it is small', async () => {
    const { headers } = await ask('/few', 'gzip');
    assert.equal(headers['content-encoding'], undefined);
  });

  it('is sent as it is outside of companies, where tokens are answered', async () => {
    const { headers } = await ask('/token', 'gzip');
    assert.equal(headers['content-encoding'], undefined);
  });
});
