import { join } from 'node:path';
import { replay as amazon } from '../marketplaces/amazon/replay.ts';
import { replay as mercadoLivre } from '../marketplaces/mercadolivre/replay.ts';
import { failed, nameOf, type Replayer, unused, type Verdict } from './exchange.ts';
import { type Recorded, readLine, type Wire } from './formats.ts';

/** A record is a few kilobytes; a line of more characters than this is none. */
const MAX_LINE = 64 * 1024 * 1024;

/** What became of one file of records. */
export interface FileReport {
  file: string;
  understood: number;
  typedErrors: number;
  /** By operation: how many exchanges belong to it. */
  unused: Map<string, number>;
  failed: { name: string; why: string }[];
}

/** A wire that the product does not speak yet: every operation is named. */
const unspoken: Replayer = ({ operation, request }) =>
  Promise.resolve(unused(operation ?? (request === null ? 'no request' : nameOf(request))));

const REPLAYERS: Record<Wire, Replayer> = {
  amazon,
  mercadolivre: mercadoLivre,
  'amazon-ads': unspoken,
  shopee: unspoken,
  other: unspoken,
};

/** The lines of a file; null for one that is too long to be kept. */
async function* linesOf(path: string, maxLine: number): AsyncGenerator<string | null> {
  using file = await Deno.open(path);
  let parts: string[] = [];
  let length = 0;
  const end = () => {
    const line = length > maxLine ? null : parts.join('');
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of file.readable.pipeThrough(new TextDecoderStream())) {
    for (const [index, part] of chunk.split('\n').entries()) {
      if (index > 0) yield end();
      length += part.length;
      if (length <= maxLine) parts.push(part);
    }
  }
  yield end();
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

/** Replays one file, line by line: each is one exchange. */
async function replayFile(path: string, file: string, maxLine: number): Promise<FileReport> {
  const report: FileReport = { file, understood: 0, typedErrors: 0, unused: new Map(), failed: [] };
  let number = 0;
  for await (const line of linesOf(path, maxLine)) {
    number++;
    const replayed = await replayLine(line, `line ${number}`);
    if (replayed !== null) count(report, ...replayed);
  }
  return report;
}

/** The files of records (`*.jsonl`) in a folder and in those inside it; a link may stand for a file, and for no folder. */
async function recordsIn(folder: string, inside = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(join(folder, inside))) {
    const name = join(inside, entry.name);
    if (entry.isDirectory) names.push(...(await recordsIn(folder, name)));
    else if (name.endsWith('.jsonl') && (await Deno.stat(join(folder, name))).isFile)
      names.push(name);
  }
  return names;
}

/**
 * Replays all files of records in a folder, and in the folders inside it, in the order of their names.
 * @param maxLine characters
 */
export async function replayFolder(folder: string, maxLine = MAX_LINE): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const name of (await recordsIn(folder)).sort())
    reports.push(await replayFile(join(folder, name), name, maxLine));
  return reports;
}
