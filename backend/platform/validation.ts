import type * as z from 'zod';
import { FAULT_MESSAGES, type Fault } from '../kernel/problem.ts';
import { fault, problem } from './problems.ts';

type Issue = z.core.$ZodIssue;
type Path = PropertyKey[];

/** No answer lists more faults than this: a form has fewer fields, and a broken client needs no more. */
const MAX_FAULTS = 100;
/** Deeper JSON is never valid, and would overflow recursive code. */
const MAX_DEPTH = 64;
/** The largest request of ours has some thousand values; checking many more would hold up everybody else. */
const MAX_VALUES = 100_000;

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const PRESENCE_CODES = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'invalid_format',
]);

const dotted = (path: Path) => path.map(String).join('.');

const isMissing = (issue: Issue) =>
  PRESENCE_CODES.has(issue.code) && 'input' in issue && issue.input === undefined;

function codeOf(issue: Issue): string {
  if (SNAKE_CASE.test(issue.message)) return issue.message;
  if (isMissing(issue)) return 'required';
  return issue.code === 'invalid_union' ? 'invalid_value' : issue.code;
}

function toFault(issue: Issue, base: Path): Fault {
  const code = codeOf(issue);
  const message = SNAKE_CASE.test(issue.message)
    ? (FAULT_MESSAGES[code] ?? code.replaceAll('_', ' '))
    : issue.message;
  return { path: dotted([...base, ...issue.path]), code, message };
}

/** The branch of a union that the caller most likely meant: of the right kind, with the fewest faults. */
function likeliestBranch(branches: Issue[][]): Issue[] {
  const isWrongKind = (issues: Issue[]) =>
    issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
  const ranked = [...branches].sort(
    (a, b) => Number(isWrongKind(a)) - Number(isWrongKind(b)) || a.length - b.length,
  );
  return ranked[0] ?? [];
}

function faultsOf(issue: Issue, base: Path): Fault[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: dotted([...path, key]),
      code: 'unknown_field',
      message: `${key} is not known here`,
    }));
  }
  if (issue.code === 'invalid_union' && !isMissing(issue)) {
    const nested = likeliestBranch(issue.errors as Issue[][]);
    if (nested.length > 0 && !SNAKE_CASE.test(issue.message)) {
      return nested.flatMap((inner) => faultsOf(inner, path));
    }
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    const nested = issue.issues as Issue[];
    if (nested.length > 0) return nested.flatMap((inner) => faultsOf(inner, path));
  }
  return [toFault(issue, base)];
}

/**
 * Checks one part of a request. Faults are collected in `faults`, so that one answer lists them all; the value is
 * meaningful only where none were added.
 */
export function check<T extends z.ZodType>(
  schema: T,
  value: unknown,
  faults: Fault[],
): z.output<T> | undefined {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const room = MAX_FAULTS - faults.length;
    faults.push(...faultsOf(issue, []).slice(0, room));
  }
  return undefined;
}

/** Throws the 422 that names all faults, if there are any. */
export function refuseFaults(faults: Fault[]): void {
  if (faults.length > 0) {
    throw problem('invalid_request', { faults });
  }
}

/** Whether the database can store a text: it holds no NUL, and no half of a surrogate pair. */
export const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const badText = (path: Path): Fault =>
  fault(dotted(path), 'invalid_character', 'contains a character that no text may hold');

/** A list or an object within a value, with its parent: a path is built only if it is reported. */
interface Place {
  value: object;
  key: string;
  above: Place | null;
  depth: number;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  // The value itself has no name.
  for (let at = place; at.above !== null && at.above.above !== null; at = at.above)
    path.unshift(at.key);
  return path;
}

/**
 * Finds texts that the database cannot store (a NUL, half a surrogate pair), at any depth, also where a schema accepts
 * anything. Throws a 400 if the value is nested too deeply, or contains too many values.
 */
export function findBadTexts(value: unknown, faults: Fault[]): void {
  // The value within another one, so that it is visited like all others.
  const open: Place[] = [{ value: [value], key: '', above: null, depth: 0 }];
  let seen = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { depth, above } = place;
    for (const [key, item] of Object.entries(place.value)) {
      seen += 1;
      if (seen > MAX_VALUES)
        throw problem('invalid_json', { detail: 'The body has too many values' });
      if (depth > MAX_DEPTH)
        throw problem('invalid_json', { detail: 'The body is nested too deep' });
      if (faults.length >= MAX_FAULTS) return;
      if (!isText(key)) faults.push(badText(pathOf(place)));
      if (typeof item === 'string') {
        if (!isText(item)) faults.push(badText(above === null ? [] : [...pathOf(place), key]));
      } else if (typeof item === 'object' && item !== null) {
        open.push({ value: item, key, above: place, depth: depth + 1 });
      }
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
/** The least bytes of a value: one, and the comma before it. */
const LEAST = 2;
const LETTER_U = 0x75;

/**
 * Whether `findBadTexts` may find anything in the value of a JSON text in UTF-8; a quick scan of the bytes. Bad characters can
 * only occur as an escape.
 */
export function mayBeBad(json: Uint8Array): boolean {
  if (json.length > MAX_VALUES * LEAST) return true;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) {
      // A separate loop to the end of the text: half the time of one loop with a state.
      for (at += 1; at < json.length && json[at] !== QUOTE; at++) {
        if (json[at] !== BACKSLASH) continue;
        at += 1;
        if (json[at] === LETTER_U) return true;
      }
    } else if (byte === LIST || byte === OBJECT) {
      depth += 1;
      if (depth >= MAX_DEPTH) return true;
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
  }
  return false;
}
