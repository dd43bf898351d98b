// Generates the faults of malformed requests.
import fc from 'fast-check';

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\u2066',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1.5',
  '1e999',
  '0x10',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
  "' or 1=1 --",
  '\\',
  '%',
  '%zz',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '2026-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-01-01T00:00:00+99:99',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '\u{1d49c}'.repeat(60),
  'x'.repeat(20_000),
  '\r\nx-injected: 1',
];
const NUMBERS = [
  -1,
  0,
  -0,
  0.1,
  1.005,
  1e-7,
  1e15,
  1e21,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  5e-324,
];
const deep = (levels: number): unknown => {
  let value: unknown = 0;
  for (let n = 0; n < levels; n++) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};
const VALUES: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  deep(60),
  deep(500),
  Array.from({ length: 3_000 }, () => 0),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  { length: 1e9 },
  Object.fromEntries([['then', 'x']]),
  { toJSON: 'x' },
];
const value = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...VALUES),
  fc.jsonValue(),
);

/** What is done to a body that was good. */
const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'wrap', 'add', 'keep'),
  key: fc.constantFrom('__proto__', 'extra', 'constructor', '', '\u0000', '0'),
  value,
});
/** What is done to its text. */
export const HURTS = {
  none: (text: string) => text,
  cut: (text: string) => text.slice(0, Math.floor(text.length / 2)),
  empty: () => '',
  twice: (text: string) => text + text,
  sameKeys: (text: string) => text.replace(/^\{/, '{"name":1,"name":[],"version":"x","rule":0,'),
  notANumber: (text: string) => text.replace(/:\d+/, ':NaN'),
  hugeNumber: (text: string) => text.replace(/:\d+/, `:${'9'.repeat(3_000)}`),
  hugeExponent: (text: string) => text.replace(/:\d+/, ':1e99999'),
  comma: (text: string) => text.replace(/\}$/, ',}'),
  comment: (text: string) => `/* */${text}`,
  mark: (text: string) => `\ufeff${text}`,
  form: () => 'a=b&__proto__[x]=1',
  open: () => '['.repeat(100_000),
} as const;
export const BYTES: Record<string, Uint8Array> = {
  none: new Uint8Array(),
  notUtf8: new Uint8Array([0xff, 0xfe, 0xc3, 0x28]),
  overlong: new Uint8Array([0xc0, 0xaf]),
  surrogate: new Uint8Array([0xed, 0xa0, 0x80]),
  nul: new Uint8Array([0]),
};

const headerValue = fc.constantFrom(
  '',
  ' ',
  'x',
  'x'.repeat(3_000),
  '\u00e9\u00ff',
  '"',
  ';;;,,,q=x',
  '1'.repeat(30),
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'Bearer ',
  'Basic Og==',
  'eyJhbGciOiJub25lIn0.e30.',
);
const header = fc.tuple(
  fc.constantFrom(
    'content-type',
    'content-encoding',
    'accept',
    'accept-language',
    'accepted-language',
    'authorization',
    'idempotency-key',
    'x-request-id',
    'x-forwarded-for',
    'x-http-method-override',
    'timezone',
    'if-match',
    'range',
    'upgrade',
    'expect',
    'cookie',
    'origin',
    'te',
  ),
  headerValue,
);

export const broken = fc.record({
  route: fc.nat(),
  /** Mostly the one that exists. */
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'PATCH',
        'TRACE',
        'OPTIONS',
        'HEAD',
        'get',
        'M-SEARCH',
        'GET',
        'POST',
      ),
    },
  ),
  /** What is in the path instead of an id. */
  segment: fc.option(
    fc.constantFrom(...TEXTS, '%00', '%ff', '%c0%af', '%', '%2e%2e%2f', '//', ';a=b'),
    {
      freq: 4,
    },
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(
        'page',
        'limit',
        'tab',
        'search',
        'order',
        'dateStart',
        'dateEnd',
        'listingId',
        'state',
        'personId',
        'action',
        '__proto__',
        'page[]',
        '%',
      ),
      fc.constantFrom(...TEXTS, '%00', '%ff', '%', '+', 'all'),
      fc.boolean(),
    ),
    { maxLength: 3 },
  ),
  headers: fc.array(header, { maxLength: 3 }),
  changes: fc.array(change, { minLength: 0, maxLength: 3 }),
  hurt: fc.oneof(
    { weight: 4, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(HURTS) as (keyof typeof HURTS)[])) },
  ),
  bytes: fc.oneof(
    { weight: 9, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(BYTES)) },
  ),
  framing: fc.oneof(
    { weight: 9, arbitrary: fc.constant('length') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'chunked',
        'longer',
        'shorter',
        'negative',
        'both',
        'twice',
        'none',
        'bad chunk',
      ),
    },
  ),
  host: fc.oneof(
    { weight: 19, arbitrary: fc.constant('localhost') },
    { weight: 1, arbitrary: fc.constantFrom('', '%%%', 'a b', '[', 'user:pw@x', 'x'.repeat(300)) },
  ),
});
export type Broken = typeof broken extends fc.Arbitrary<infer T> ? T : never;
