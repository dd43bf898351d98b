// The shapes in which marketplaces' answers are recorded, a line of JSON each, and whose each is.
import * as z from 'zod';
import { readAddress, readCurl } from './curl.ts';
import type { Exchange, RecordedRequest } from './exchange.ts';

/** The wire of a record; `other`: none of the known shapes. */
export type Wire = 'amazon' | 'amazon-ads' | 'mercadolivre' | 'shopee' | 'other';

export interface Recorded {
  wire: Wire;
  exchange: Exchange;
}

const Fields = z.record(z.string(), z.unknown());

/** An address below its host, which may be a placeholder. */
const pathOf = (url: string) => url.replace(/^(\{\{\w+\}\}|https?:\/\/[^/]+)/, '');

/** As a number or with its words (`404 Not Found`); undefined where none was recorded. */
const Status = z
  .unknown()
  .optional()
  .transform((reported) => {
    const code = /^[1-5]\d\d(?!\d)/.exec(String(reported ?? ''))?.[0];
    return code === undefined ? undefined : Number(code);
  });

const Method = z.string().transform((method) => method.toUpperCase());

/** Request and answer of Amazon's static sandbox; some have only the answer. */
const SpApi = z.object({
  operationId: z.string(),
  method: Method,
  path: z.string(),
  status: Status,
  parameters: z.record(z.string(), z.object({ value: z.unknown() }).partial().catch({})).catch({}),
  response: z.unknown().optional(),
});

/** The body of a notification or a report, with the schema that it belongs to. */
const SchemaExample = z.object({ schema: z.string(), example: z.unknown().optional() });

const Listings = z.object({
  name: z.string(),
  method: Method,
  url: z.string(),
  status: Status,
  requestBody: z.unknown().optional(),
  responseBody: z.unknown().optional(),
});

/** A request as a command, the first of several, or as its parts. */
const MeliRequest = z.preprocess(
  (request) => (Array.isArray(request) ? request[0] : request),
  z.union([
    z.string().transform((text) => readCurl(text, 'mercadoli')),
    z
      .object({
        method: Method,
        path: z.string().optional(),
        url: z.string().optional(),
        body: z.unknown().optional(),
      })
      .transform(({ method, path, url, body }) => ({
        method,
        ...readAddress(pathOf(path ?? url ?? '/')),
        ...(body === undefined ? {} : { body }),
      })),
  ]),
);

const MeliSample = z
  .object({
    request: MeliRequest.nullish(),
    heading: z.string().catch(''),
    /** False: the sample is no whole JSON, and is in `raw`. */
    valid: z.boolean().optional().catch(undefined),
    status: Status,
    body: z.unknown().optional(),
    raw: z.string().optional(),
  })
  .refine(({ request, valid }) => valid !== undefined || (request ?? null) !== null);

const Shopee = z.object({
  api: z.string(),
  method: z.string().catch('GET'),
  path: z.string().catch('/'),
  response: z.array(z.unknown()).catch([]),
  error: z.array(z.unknown()).catch([]),
});

/** Of a marketplace unknown to the product: only the request can be named. */
const Unknown = z
  .object({ method: Method, path: z.string().optional(), url: z.string().optional() })
  .refine(({ path, url }) => path !== undefined || url !== undefined);

/** An answer as it was on the wire: some are recorded as text. */
const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Parameters of a sandbox pair, put where the path wants them; the rest is the query, and what is no value the body. */
function spApiRequest(pair: z.infer<typeof SpApi>): RecordedRequest {
  const query: Record<string, string> = {};
  let path = pair.path;
  let body: unknown;
  for (const [name, { value }] of Object.entries(pair.parameters)) {
    const place = `{${name}}`;
    const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
    if (path.includes(place)) path = path.replace(place, String(value));
    else if (isList) query[name] = value.join(',');
    else if (typeof value === 'object' && value !== null) body = value;
    else if (value !== undefined) query[name] = String(value);
  }
  return { method: pair.method, path, query, ...(body === undefined ? {} : { body }) };
}

/** What errors are made of: a body of nothing else is one. */
const ERROR_WORDS = new Set([
  'message',
  'error',
  'errors',
  'error_description',
  'description',
  'code',
  'cause',
  'causes',
  'details',
  'status',
  'status_code',
  'blocked_by',
]);

/** Most samples have no status: an error's body contains it, or shows that it is an error. */
function statusOfBody(body: unknown): number {
  const { data } = Fields.safeParse(body);
  if (data === undefined || Array.isArray(body)) return 200;
  const reported = [data.status, data.status_code]
    .map(Number)
    .find((one) => one >= 400 && one < 600);
  if (reported !== undefined) return reported;
  const isRefusal = typeof data.error === 'string' || typeof data.error_description === 'string';
  const isCoded = typeof data.code === 'string' && typeof data.message === 'string';
  const names = Object.keys(data);
  const isOnlyError =
    names.every((name) => ERROR_WORDS.has(name)) &&
    ['message', 'error', 'errors', 'code'].some((name) => names.includes(name));
  return isRefusal || isOnlyError || (isCoded && data.id === undefined) ? 400 : 200;
}

type Reader = (line: unknown, name: string) => Recorded | null;

const readers: Reader[] = [
  (line, name) => {
    const { data } = SpApi.safeParse(line);
    if (data === undefined) return null;
    const { operationId: operation, response } = data;
    const request = spApiRequest(data);
    const status = data.status ?? statusOfBody(response);
    const exchange = { name, operation, request, status, text: textOf(response), isWhole: true };
    return { wire: 'amazon', exchange };
  },
  (line, name) => {
    const { data } = SchemaExample.safeParse(line);
    if (data === undefined || data.example === undefined) return null;
    const operation = data.schema.replace(/\.json$/, '');
    const exchange = { request: null, status: 200, text: textOf(data.example), isWhole: true };
    return { wire: 'amazon', exchange: { name, operation, ...exchange } };
  },
  (line, name) => {
    const { data } = Listings.safeParse(line);
    if (data === undefined) return null;
    const request = { method: data.method, ...readAddress(pathOf(data.url)) };
    const status = data.status ?? statusOfBody(data.responseBody);
    const exchange = { request, status, text: textOf(data.responseBody) };
    return {
      wire: 'amazon-ads',
      exchange: { name, operation: data.name, ...exchange, isWhole: true },
    };
  },
  (line, name) => {
    const { data } = Shopee.safeParse(line);
    if (data === undefined) return null;
    const operation = data.api.replace(/^\(.*?\)\s*/, '');
    const request = { method: data.method, path: data.path, query: {} };
    const [answer] = [...data.response, ...data.error];
    const exchange = { name, operation, request, status: 200, text: textOf(answer), isWhole: true };
    return { wire: 'shopee', exchange };
  },
  (line, name) => {
    const { data } = MeliSample.safeParse(line);
    if (data === undefined) return null;
    const isWhole = data.valid !== false && data.body !== undefined;
    const exchange = {
      name: data.heading === '' ? name : `${name}, ${data.heading}`,
      operation: null,
      request: data.request ?? null,
      status: data.status ?? (isWhole ? statusOfBody(data.body) : 200),
      text: isWhole ? textOf(data.body) : (data.raw ?? ''),
      isWhole,
    };
    return { wire: 'mercadolivre', exchange };
  },
  (line, name) => {
    const { data } = Unknown.safeParse(line);
    if (data === undefined) return null;
    const address = readAddress(pathOf(data.path ?? data.url ?? '/'));
    const request = { method: data.method, ...address };
    const exchange = { name, operation: null, request, status: 200, text: '', isWhole: false };
    return { wire: 'other', exchange };
  },
];

/** Reads one line of a file of records; null if its shape is unknown. */
export function readLine(text: string, name: string): Recorded | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  for (const read of readers) {
    const recorded = read(line, name);
    if (recorded !== null) return recorded;
  }
  return null;
}
