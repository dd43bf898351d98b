// The types of a replay: what was recorded of a marketplace's wire, and how the product handled it.

import { createFetcher } from '../../integrations/fetcher.ts';
import type { Fetcher } from '../../integrations/marketplace.ts';
import type { Clock } from '../../kernel/clock.ts';

/** A request as it was recorded. Values may be placeholders of a documentation (`$ITEM_ID`). */
export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  /** JSON or form fields; undefined where none was recorded. */
  body?: unknown;
}

/** One recorded answer, with the request that it answered where that is known. */
export interface Exchange {
  /** Where it is in its file. */
  name: string;
  /** The marketplace's own name of the operation, if the record contains it. */
  operation: string | null;
  request: RecordedRequest | null;
  status: number;
  /** The answer's text as it was on the wire, or as much of it as was recorded. */
  text: string;
  /** False: the record is incomplete JSON, so that only a typed error can result. */
  isWhole: boolean;
}

/** What the product made of an exchange. */
export type Verdict =
  | { kind: 'understood' }
  /** The marketplace refused, or gave an undecodable answer, and the caller gets that as a value. */
  | { kind: 'typed_error'; code: string }
  /** The product has no use for the operation. */
  | { kind: 'unused'; operation: string }
  /** The product would have got it wrong: it threw, misread an answer, or would not send what was recorded. */
  | { kind: 'failed'; why: string };

/** How a marketplace's folder replays one exchange through its own decoders and requests. */
export type Replayer = (exchange: Exchange) => Promise<Verdict>;

/** A request that the product would have sent. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** The fields of an answer, by index those of a list; none of what has none. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Whether an answer has all of these. */
export const has =
  (...names: string[]) =>
  (answer: unknown) =>
    names.every((name) => (recordOf(answer)[name] ?? '') !== '');

/** Whether an answer has a list by this name. */
export const lists = (name: string) => (answer: unknown) => Array.isArray(recordOf(answer)[name]);

/** Distinguishes an id in an address from words of the API: a placeholder, all digits, or letters with digits. */
const VARYING = /[$<{]|^\d+$|(?:\d.*){3}|^[A-Z]{2,}(?:\d|-)/;

/** A request by its method and path with ids replaced, so that unused operations are listed once. */
export const nameOf = ({ method, path }: RecordedRequest): string =>
  `${method} ${path.replaceAll(/[^/]+/g, (word) => (VARYING.test(word) ? '{id}' : word))}`;

const BASE = 'https://marketplace.invalid';

const fieldsOf = (text: string, type: string): unknown => {
  if (text === '') return undefined;
  return type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
};

/**
 * The product's outgoing client, connected to the record: each request is answered by `answer` and kept in `sent`.
 */
export function wireOf(
  answer: (sent: Sent) => { status: number; text: string },
  clock: Clock,
): { fetcher: Fetcher; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetcher = createFetcher(
    { baseUrl: BASE, retries: 0, longestPauseMs: 0 },
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const url = new URL(request.url);
        const one = {
          method: request.method,
          path: decodeURIComponent(url.pathname),
          query: Object.fromEntries(url.searchParams),
          body: fieldsOf(await request.text(), request.headers.get('content-type') ?? ''),
        };
        sent.push(one);
        const { status, text } = answer(one);
        const isEmpty = status === 204 || status === 304;
        return new Response(isEmpty ? null : text, { status });
      },
      clock,
      elapsed: () => performance.now(),
      sleep: () => Promise.resolve(),
      random: () => 0,
    },
  );
  return { fetcher, sent };
}

export const understood: Verdict = { kind: 'understood' };
export const typedError = (code: string): Verdict => ({ kind: 'typed_error', code });
export const unused = (operation: string): Verdict => ({ kind: 'unused', operation });
export const failed = (why: string): Verdict => ({ kind: 'failed', why });
