import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { replay as amazon } from './amazon/replay.ts';
import { replay as amazonAds } from './amazon-ads/replay.ts';
import { failed, nameOf, type Replayer, unused, type Verdict } from './exchange.ts';
import { type Recorded, readLine, type Wire } from './formats.ts';
import { replay as mercadoLivre } from './mercadolivre/replay.ts';
import { replay as shopee } from './shopee/replay.ts';

/** How much is read before it is given up. */
interface Limits {
  /** A record has a few kilobytes; a line with more characters than this is not a record. */
  maxLine: number;
  /** The largest unpacked size of a file, in bytes: a file may unpack to a thousand times its size. */
  maxUnpacked: number;
}
const LIMITS: Limits = { maxLine: 64 * 1024 ** 2, maxUnpacked: 4 * 1024 ** 3 };

/** What became of one file of records. */
export interface FileReport {
  file: string;
  understood: number;
  typedErrors: number;
  /** By operation: how many exchanges belong to it. */
  unused: Map<string, number>;
  failed: { name: string; why: string }[];
}

/** A wire that the product does not support yet: every operation is listed. */
const unspoken: Replayer = ({ operation, request }) =>
  Promise.resolve(unused(operation ?? (request === null ? 'no request' : nameOf(request))));

const REPLAYERS: Record<Wire, Replayer> = {
  amazon,
  mercadolivre: mercadoLivre,
  'amazon-ads': amazonAds,
  shopee,
  other: unspoken,
};

/** A packed file that cannot be unpacked, or not to its end. */
class Unpackable extends Error {}

/** The bytes of a packed file, one part of it after the other. @throws Unpackable */
async function* unpacked(
  file: ReadableStream<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  // Not DecompressionStream: it refuses what was packed piece by piece and put together. What fails ends the reading.
  const plain = pipeline(Readable.from(file), createGunzip(), () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > most) break;
      yield chunk;
    }
  } catch (cause) {
    throw new Unpackable('cannot be unpacked', { cause });
  }
  if (bytes > most) throw new Unpackable(`unpacks to more than ${most} bytes`);
}

/** The lines of a file; null for one that is too long. @throws Unpackable */
async function* linesOf(
  path: string,
  { maxLine, maxUnpacked }: Limits,
): AsyncGenerator<string | null> {
  using file = await Deno.open(path);
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const end = () => {
    const line = length > maxLine ? null : parts.join('');
    parts = [];
    length = 0;
    return line;
  };
  const isPacked = /\.gz$/i.test(path);
  for await (const chunk of isPacked ? unpacked(file.readable, maxUnpacked) : file.readable) {
    const text = decoder.decode(chunk, { stream: true });
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) yield end();
      length += part.length;
      if (length <= maxLine) parts.push(part);
    }
  }
  yield end();
}

/** Where a record begins and ends that was laid out over several lines. */
const OPENS = /^\{\s*$/;
const CLOSES = /^\},?\s*$/;

/** Records with the number of their first line; null for one that is too long. @throws Unpackable */
async function* recordsOf(
  path: string,
  limits: Limits,
): AsyncGenerator<{ text: string | null; line: number }> {
  let line = 0;
  let open: { parts: string[]; length: number; line: number } | null = null;
  for await (const text of linesOf(path, limits)) {
    line += 1;
    // What is laid out is indented: another record begins, and the one before was cut off.
    if (open !== null && text?.startsWith('{')) {
      yield { text: open.parts.join('\n'), line: open.line };
      open = null;
    }
    if (open === null && text !== null && OPENS.test(text)) open = { parts: [], length: 0, line };
    if (open === null) {
      yield { text, line };
      continue;
    }
    open.length += text?.length ?? Number.POSITIVE_INFINITY;
    if (open.length <= limits.maxLine) open.parts.push(text ?? '');
    if (text === null || !CLOSES.test(text)) continue;
    const whole = open.parts.join('\n').trimEnd().replace(/,$/, '');
    yield { text: open.length > limits.maxLine ? null : whole, line: open.line };
    open = null;
  }
  if (open !== null) yield { text: open.parts.join('\n'), line: open.line };
}

function count(report: FileReport, name: string, verdict: Verdict): void {
  switch (verdict.kind) {
    case 'understood':
      report.understood++;
      break;
    case 'typed_error':
      report.typedErrors++;
      break;
    case 'unused':
      report.unused.set(verdict.operation, (report.unused.get(verdict.operation) ?? 0) + 1);
      break;
    case 'failed':
      report.failed.push({ name, why: verdict.why });
  }
}

const verdictOf = ({ wire, exchange }: Recorded): Promise<Verdict> => REPLAYERS[wire](exchange);

/** What becomes of one line; null: it is empty. */
async function replayLine(line: string | null, name: string): Promise<[string, Verdict] | null> {
  if (line === null) return [name, failed('is too long to be a record')];
  if (line.trim() === '') return null;
  const recorded = readLine(line, name);
  if (recorded === null) return [name, failed('is a record of no known shape')];
  return [recorded.exchange.name, await verdictOf(recorded)];
}

/** Replays one file: each line is one exchange, or each object that was laid out over several. */
async function replayFile(path: string, file: string, limits: Limits): Promise<FileReport> {
  const report: FileReport = { file, understood: 0, typedErrors: 0, unused: new Map(), failed: [] };
  try {
    for await (const { text, line } of recordsOf(path, limits)) {
      const replayed = await replayLine(text, `line ${line}`);
      if (replayed !== null) count(report, ...replayed);
    }
  } catch (error) {
    if (!(error instanceof Unpackable)) throw error;
    count(report, 'the file', failed(error.message));
  }
  return report;
}

/**
 * The files of records (`*.jsonl`, packed `*.jsonl.gz`) in a folder and its subfolders; links to files are followed, links
 * to folders are not.
 */
async function recordsIn(folder: string, inside = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(join(folder, inside))) {
    const name = join(inside, entry.name);
    if (entry.isDirectory) names.push(...(await recordsIn(folder, name)));
    else if (/\.jsonl(\.gz)?$/i.test(name) && (await Deno.stat(join(folder, name))).isFile)
      names.push(name);
  }
  return names;
}

/**
 * Replays all files of records in a folder and its subfolders, in the order of their names. A packed file that cannot be
 * unpacked completely is reported as a failure.
 */
export async function replayFolder(
  folder: string,
  limits: Partial<Limits> = {},
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const name of (await recordsIn(folder)).sort())
    reports.push(await replayFile(join(folder, name), name, { ...LIMITS, ...limits }));
  return reports;
}
