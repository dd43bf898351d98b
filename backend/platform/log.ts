import { currentContext } from './context.ts';
import { traceId } from './tracing.ts';

/** The fields of a line. Values under secret-looking names are left out. */
export type Fields = Record<string, unknown>;

export type Level = 'debug' | 'info' | 'warn' | 'error';
const RANK: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** `fault` is the caught value: its stack and all its causes are logged. */
  error(message: string, fault: unknown, fields?: Fields): void;
  /** The same log with `fields` in every line. */
  child(fields: Fields): Log;
}

export interface LogOptions {
  /** Takes one line of JSON without its line end. */
  write(line: string): void;
  clock(): Date;
  /** Lines below this level are not written. */
  level: Level;
}

/** A text that is logged without redaction: for the sandbox, which has no real secrets. */
export class Bare {
  constructor(readonly text: string) {}
}

const SECRET_NAME =
  /token|passw|secret|authorization|cookie|credential|api[-_]?key|vault[-_]?key|webhook[-_]?key|private[-_]?key/i;
const REDACTED = '[redacted]';
/** An address with a user and a password in it, as database URLs have. */
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/]*@/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi;
/** A token that is recognizable by its form: a JWT, or a known prefix of an issuer. */
const KNOWN_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b(?:APP_USR|TG)-[\w-]+|\bAtz[ar]\|[\w|~+/=-]+/g;
/** A secret with its name before it, as in a query, a form, a cookie or a piece of JSON. */
const NAMED_SECRET =
  /((?:token|passw\w*|secret|signature|api[-_]?key|authorization|cookie)["']?\s*[=:]\s*["']?)(?!Bearer|Basic)[^\s"'&,;)}]+/gi;
/** Only readers who know the address can recognize it. */
const EMAIL = /([A-Za-z0-9])[A-Za-z0-9._%+-]*@((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,})/g;
const MAX_DEPTH = 6;
/** Longer texts are external; the patterns above take quadratic time. */
const MAX_TEXT = 8 * 1024;

/** The beginning of a long text, cut at whitespace, since half a secret would not be recognized. */
function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  let end = MAX_TEXT;
  while (end > 0 && !/\s/.test(text[end]!)) end -= 1;
  return `${text.slice(0, end)}[${text.length - end} more characters]`;
}

const cleanText = (text: string) =>
  shorten(text)
    .replace(URL_PASSWORD, `$1:${REDACTED}@`)
    .replace(BEARER, `$1 ${REDACTED}`)
    .replace(KNOWN_TOKEN, REDACTED)
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(EMAIL, '$1…@$2');

function describeFault(fault: unknown, depth: number): unknown {
  if (!(fault instanceof Error)) return clean(fault, depth);
  const own = Object.entries(fault).filter(([name]) => name !== 'cause' && name !== 'errors');
  return {
    name: fault.name,
    message: cleanText(fault.message),
    stack: cleanText(fault.stack ?? ''),
    ...Object.fromEntries(own.map(([name, value]) => [name, cleanField(name, value, depth + 1)])),
    ...(fault.cause === undefined ? {} : { cause: cleanField('cause', fault.cause, depth + 1) }),
    ...(fault instanceof AggregateError ? { errors: clean(fault.errors, depth + 1) } : {}),
  };
}

function cleanField(name: string, value: unknown, depth: number): unknown {
  const isSecret = SECRET_NAME.test(name) && value !== null && value !== undefined;
  return isSecret ? REDACTED : clean(value, depth);
}

/** A copy that JSON can write: no secrets, no circles, no bottomless depth. */
function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Error) return describeFault(value, depth);
  if (value instanceof Bare) return value.text;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cleanField(name, item, depth + 1)]),
  );
}

/**
 * A log that writes one line of JSON for each message: time, level, message, the context of the request or job
 * (`context.ts`), then the fields. Secrets are redacted by their name or form; e-mail addresses are reduced to the first
 * letter and the domain.
 */
export function createLog(options: LogOptions, bound: Fields = {}): Log {
  const line = (level: Level, message: string, fields: Fields, fault?: { value: unknown }) => {
    if (RANK[level] < RANK[options.level]) return;
    const trace = traceId();
    options.write(
      JSON.stringify({
        time: options.clock().toISOString(),
        level,
        message: cleanText(message),
        ...(trace === undefined ? {} : { traceId: trace }),
        ...(clean({ ...currentContext(), ...bound, ...fields }, 0) as Fields),
        ...(fault === undefined ? {} : { error: describeFault(fault.value, 0) }),
      }),
    );
  };
  return {
    debug: (message, fields = {}) => line('debug', message, fields),
    info: (message, fields = {}) => line('info', message, fields),
    warn: (message, fields = {}) => line('warn', message, fields),
    error: (message, fault, fields = {}) => line('error', message, fields, { value: fault }),
    child: (fields) => createLog(options, { ...bound, ...fields }),
  };
}
