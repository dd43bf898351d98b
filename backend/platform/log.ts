/** What a line says beside its message. Values under secret-looking names are left out. */
export type Fields = Record<string, unknown>;

export type Level = 'debug' | 'info' | 'warn' | 'error';
const RANK: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** `fault` is whatever was caught: its stack and all its causes go into the line. */
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

const SECRET_NAME =
  /token|passw|secret|authorization|cookie|credential|api[-_]?key|vault[-_]?key|private[-_]?key/i;
const REDACTED = '[redacted]';
/** An address with a user and a password in it, as database URLs have. */
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/]*@/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/g;
const MAX_DEPTH = 6;

const cleanText = (text: string) =>
  text.replace(URL_PASSWORD, `$1:${REDACTED}@`).replace(BEARER, `$1 ${REDACTED}`);

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
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cleanField(name, item, depth + 1)]),
  );
}

/** A log that writes one line of JSON for each message: time, level, message, then the fields. */
export function createLog(options: LogOptions, bound: Fields = {}): Log {
  const line = (level: Level, message: string, fields: Fields, fault?: { value: unknown }) => {
    if (RANK[level] < RANK[options.level]) return;
    options.write(
      JSON.stringify({
        time: options.clock().toISOString(),
        level,
        message: cleanText(message),
        ...(clean({ ...bound, ...fields }, 0) as Fields),
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
