// The five shapes in which marketplaces' answers are recorded, a line of JSON each, and whose each is.
import * as z from 'zod';
import { readCurl } from './curl.ts';
import type { Exchange, RecordedRequest } from './exchange.ts';

/** Whose wire a record is of. */
export type Wire = 'amazon' | 'amazon-ads' | 'mercadolivre' | 'shopee';

export interface Recorded {
  wire: Wire;
  exchange: Exchange;
}

const Fields = z.record(z.string(), z.unknown());

/** Request and answer of Amazon's static sandbox; some tell of the answer alone. */
const SpApi = z.object({
  model: z.string(),
  operationId: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.coerce.number().int(),
  parameters: z.record(z.string(), z.object({ value: z.unknown() }).partial().catch({})).optional(),
  response: z.unknown().optional(),
});

/** The body of a notification or a report, with the schema that it belongs to. */
const SchemaExample = z.object({ schema: z.string(), example: z.unknown().optional() });

const Ads = z.object({
  name: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.coerce.number().int(),
  requestBody: z.unknown().optional(),
  responseBody: z.unknown().optional(),
});

const MeliSample = z.object({
  request: z.string().nullable(),
  heading: z.string().catch(''),
  valid: z.boolean(),
  body: z.unknown().optional(),
  raw: z.string().optional(),
});

const Shopee = z.object({
  api: z.string(),
  method: z.string().catch('GET'),
  path: z.string(),
  response: z.array(z.unknown()).catch([]),
  error: z.array(z.unknown()).catch([]),
});

const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Parameters of a sandbox pair, put where the path wants them; the rest is the query, and what is no value the body. */
function spApiRequest(pair: z.infer<typeof SpApi>): RecordedRequest | null {
  if (pair.parameters === undefined) return null;
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

/** Sent samples carry no status: an error's body tells it, or that it is one. */
function statusOfBody(body: unknown): number {
  const { data } = Fields.safeParse(body);
  if (data === undefined) return 200;
  const told = [data.status, data.status_code].map(Number).find((one) => one >= 400 && one < 600);
  if (told !== undefined) return told;
  const isRefusal = typeof data.error === 'string' || typeof data.error_description === 'string';
  const isCoded = typeof data.code === 'string' && typeof data.message === 'string';
  return isRefusal || (isCoded && data.id === undefined) ? 400 : 200;
}

type Reader = (line: unknown, name: string) => Recorded[] | null;

const readers: Reader[] = [
  (line, name) => {
    const { data } = SpApi.safeParse(line);
    if (data === undefined) return null;
    const { operationId: operation, status, response } = data;
    const request = spApiRequest(data);
    const exchange = { name, operation, request, status, text: textOf(response), isWhole: true };
    return [{ wire: 'amazon', exchange }];
  },
  (line, name) => {
    const { data } = SchemaExample.safeParse(line);
    if (data === undefined || data.example === undefined) return null;
    const operation = data.schema.replace(/\.json$/, '');
    const text = textOf(data.example);
    return [
      {
        wire: 'amazon',
        exchange: { name, operation, request: null, status: 200, text, isWhole: true },
      },
    ];
  },
  (line, name) => {
    const { data } = Ads.safeParse(line);
    if (data === undefined) return null;
    const path = data.url.replace(/^(\{\{\w+\}\}|https?:\/\/[^/]+)/, '').replace(/\?.*$/s, '');
    const request = { method: data.method, path, query: {}, body: data.requestBody };
    const text = textOf(data.responseBody);
    return [
      {
        wire: 'amazon-ads',
        exchange: { name, operation: data.name, request, status: data.status, text, isWhole: true },
      },
    ];
  },
  (line, name) => {
    const { data } = Shopee.safeParse(line);
    if (data === undefined) return null;
    const operation = data.api.replace(/^\(.*?\)\s*/, '');
    const request = { method: data.method, path: data.path, query: {} };
    const answers = [...data.response, ...data.error];
    return (answers.length === 0 ? [undefined] : answers).map((answer) => ({
      wire: 'shopee',
      exchange: { name, operation, request, status: 200, text: textOf(answer), isWhole: true },
    }));
  },
  (line, name) => {
    const { data } = MeliSample.safeParse(line);
    if (data === undefined) return null;
    const request = data.request === null ? null : readCurl(data.request, 'mercadolibre.com');
    const isWhole = data.valid && data.body !== undefined;
    const text = isWhole ? textOf(data.body) : (data.raw ?? '');
    const status = isWhole ? statusOfBody(data.body) : 200;
    return [
      {
        wire: 'mercadolivre',
        exchange: {
          name: `${name}, ${data.heading}`,
          operation: null,
          request,
          status,
          text,
          isWhole,
        },
      },
    ];
  },
];

/** Reads one line of a file of records; null where it is of no known shape. */
export function readLine(text: string, name: string): Recorded[] | null {
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
