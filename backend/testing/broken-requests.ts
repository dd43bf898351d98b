// Malformed and hostile requests against the whole application over a real socket.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Broken, BYTES, broken, HURTS } from './broken-inputs.ts';
import { bytesOf, exchange, type RawAnswer } from './raw-http.ts';
import type { RouteCall } from './route-calls/route-call.ts';
import { ROUTE_CALLS } from './route-calls.ts';
import type { Things } from './things.ts';
import { openWholeApp, type WholeApp } from './whole-app.ts';

type Place = { holder: Record<string, unknown> | unknown[]; key: string | number };

function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    const holder = value as Record<string, unknown>;
    found.push({ holder, key });
    placesOf(holder[key], found);
  }
  return found;
}

/** The body with the changes made to it. */
function changed(good: unknown, changes: Broken['changes']): unknown {
  let body = structuredClone(good);
  for (const { at, how, key, value: given } of changes) {
    const value = structuredClone(given);
    const places = placesOf(body);
    const place = places[at % (places.length + 1)];
    if (place === undefined) {
      if (how === 'replace') body = value;
      if (how === 'wrap') body = [body];
      continue;
    }
    const holder = place.holder as Record<string, unknown>;
    if (how === 'replace') holder[place.key] = value;
    if (how === 'remove') delete holder[place.key];
    if (how === 'wrap') holder[place.key] = [holder[place.key]];
    if (how === 'add') {
      Object.defineProperty(holder, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return body;
}

const escaped = (text: string) =>
  encodeURI(text.toWellFormed()).replace(/[?#]/g, encodeURIComponent);

function addressOf(call: RouteCall, template: string, things: Things, input: Broken): string {
  const real = call.path?.(things) ?? template;
  const { segment } = input;
  const path =
    segment === null
      ? real
      : real.replace(
          /\/\d+(?=\/|$)|\{\w+\}/,
          () => `/${segment.startsWith('%') ? segment : escaped(segment)}`,
        );
  const query = input.query.map(([name, text, isRaw]) =>
    isRaw && !/[\s\r\n\u0080-\uffff]/.test(text) && !text.includes('\u0000')
      ? `${name}=${text}`
      : `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`,
  );
  const joint = path.includes('?') ? '&' : '?';
  return `/api${path}${query.length > 0 ? joint + query.join('&') : ''}`;
}

function framed(body: Uint8Array, framing: string): [header: string, body: Uint8Array] {
  const size = body.length;
  switch (framing) {
    case 'chunked':
      return [
        'transfer-encoding: chunked\r\n',
        bytesOf(`${size.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'),
      ];
    case 'bad chunk':
      return ['transfer-encoding: chunked\r\n', bytesOf('zz\r\n', body)];
    case 'longer':
      return [`content-length: ${size + 10}\r\n`, body];
    case 'shorter':
      return [`content-length: ${Math.floor(size / 2)}\r\n`, body];
    case 'negative':
      return ['content-length: -1\r\n', body];
    case 'both':
      return [`content-length: ${size}\r\ntransfer-encoding: chunked\r\n`, body];
    case 'twice':
      return [`content-length: ${size}\r\ncontent-length: ${size + 1}\r\n`, body];
    case 'none':
      return ['', body];
    default:
      return [`content-length: ${size}\r\n`, body];
  }
}

/** Internal details that no answer may contain: names of code, of the database, of the machine. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ ?\(|file:\/\/|\.ts:\d|node_modules|kysely|postgres|pgboss|pg_|\bselect .+ from\b|insert into|violates|relation "|syntax error at|\/home\/|\/root\/|\/usr\/|\bError:/i;

/** Without issued tokens: they are random and may contain any word. */
const withoutTokens = (body: string) => body.replace(/("(?:refresh_)?token":)"[\w.-]*"/g, '$1""');

/** Framings after which a server may close the connection: the end of the request is undefined. */
const UNREADABLE = new Set(['bad chunk', 'longer', 'shorter', 'negative', 'both', 'twice', 'none']);

function judge(input: Broken, request: string, answer: RawAnswer): void {
  const reported = `${request}\n-> ${answer.head}\n${answer.body.slice(0, 500)}`;
  if (answer.status === null) {
    assert.ok(UNREADABLE.has(input.framing), `closed without an answer: ${reported}`);
    return;
  }
  assert.ok(answer.status < 500, `a fault of ours: ${reported}`);
  assert.doesNotMatch(withoutTokens(answer.body), INSIDE, reported);
  assert.doesNotMatch(answer.head, /^x-injected/im, reported);
}

export interface BrokenOutcome {
  requests: number;
  /** Answers by status; `closed` where there was none. */
  statuses: Record<string, number>;
}

/**
 * Sends `runs` malformed requests. Fails at the first that gets a server error, an answer with internal details, or no
 * answer.
 */
export async function sendBrokenRequests(runs: number, seed: number): Promise<BrokenOutcome> {
  const app = await openWholeApp();
  try {
    return await sendTo(app, runs, seed);
  } finally {
    await app.close();
  }
}

async function sendTo(app: WholeApp, runs: number, seed: number): Promise<BrokenOutcome> {
  const things = await app.createThings(app.ours);
  const routes = Object.entries(ROUTE_CALLS);
  const owner = await app.tokenOf(app.ours.actor);
  // A user whose sessions may be ended and whose password may be changed by these requests.
  const passerBy = async () =>
    await app.tokenOf({
      personId: await app.addPerson(app.ours, 'analyst'),
      companyId: app.ours.companyId,
      role: 'analyst',
    });
  let guest = await passerBy();
  const statuses: Record<string, number> = {};
  let requests = 0;

  const send = async (input: Broken) => {
    requests += 1;
    if (requests % 25 === 0) guest = await passerBy();
    const [name, call] = routes[input.route % routes.length]!;
    const [method = '', template = ''] = name.split(' ');
    const good = call.body?.(things);
    const text =
      good === undefined && input.changes.length === 0
        ? ''
        : (JSON.stringify(changed(good ?? {}, input.changes)) ?? '');
    const body = bytesOf(HURTS[input.hurt](text), BYTES[input.bytes]!);
    const [frame, framedBody] = framed(body, input.framing);
    const given = new Set(input.headers.map(([field]) => field));
    const head = [
      `${input.method ?? method.toUpperCase()} ${addressOf(call, template, things, input)} HTTP/1.1`,
      `host: ${input.host}`,
      'connection: close',
      ...(given.has('content-type') ? [] : ['content-type: application/json']),
      ...(given.has('authorization')
        ? []
        : [`authorization: Bearer ${call.who === 'user' ? guest : owner}`]),
      ...input.headers.map(([field, text]) => `${field}: ${text}`),
    ].join('\r\n');
    const request = `${head}\r\n${frame}\r\n`;
    const answer = await exchange(app.port, bytesOf(request, framedBody), {
      halfClose: UNREADABLE.has(input.framing),
    });
    judge(input, request + HURTS[input.hurt](text).slice(0, 300), answer);
    const kind = String(answer.status ?? 'closed');
    statuses[kind] = (statuses[kind] ?? 0) + 1;
  };

  await fc.assert(fc.asyncProperty(broken, send), { numRuns: runs, seed, endOnFailure: true });
  const complaints = app.scene.ctx.complaints.filter((line) => line.includes('"level":"error"'));
  assert.deepEqual(complaints, []);
  return { requests, statuses };
}
