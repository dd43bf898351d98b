// Calls as clients of a release make them: kept as data, with marks where the ids of real things go.
import type { RouteCall } from '../route-calls/route-call.ts';
import type { Things } from '../things.ts';

export interface RecordedCall {
  /** Below `/api`, with its query. */
  path: string;
  body?: unknown;
  /** The media type of a body that is a file. */
  type?: string;
  /** What is answered, where it takes more than the API to succeed; else 200. */
  status?: number;
}

/** A number that is no thing's; with the place of its name at the end. */
const FIRST = 9_000_000_000_000;
const MARK = /9000000000(\d{3})/g;
/** The one thing that calls take apart: what is before the hyphen is the mark of the company. */
const TEXTS: Readonly<Record<string, string>> = { skuMarketplace: 'OURS-' };

/** Keeps a call. A value that is a thing becomes `{"$thing": name}`, and within a text `{{name}}`. */
export function keepCall(template: string, { path, body, type, status }: RouteCall): RecordedCall {
  const names: string[] = [];
  const things = new Proxy({} as Things, {
    get(_, name) {
      const found = names.indexOf(String(name));
      const at = found === -1 ? names.push(String(name)) - 1 : found;
      const text = TEXTS[String(name)];
      return text === undefined ? FIRST + at : text + String(FIRST + at);
    },
  });
  const mark = (text: string) =>
    text.replaceAll(
      new RegExp(`(?:${Object.values(TEXTS).join('|')})?${MARK.source}`, 'g'),
      (_, at) => `{{${names[Number(at)]}}}`,
    );
  const keep = (value: unknown): unknown => {
    if (typeof value === 'string') return mark(value);
    if (typeof value === 'number' && value >= FIRST) return { $thing: names[value - FIRST] };
    if (Array.isArray(value)) return value.map(keep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keep(part)]));
  };
  return {
    path: mark(path?.(things) ?? template),
    ...(body === undefined ? {} : { body: keep(body(things)) }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
  };
}

/** The call for real things. */
export function fillCall(call: RecordedCall, things: Things): RecordedCall {
  const thingOf = (name: string) => {
    const value = (things as unknown as Record<string, string | number | undefined>)[name];
    if (value === undefined) throw new Error(`there is no ${name} to call with`);
    return value;
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(thingOf(name)));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    if ('$thing' in value) return thingOf(String(value.$thing));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  };
  return { ...call, path: String(fill(call.path)), body: fill(call.body) };
}
