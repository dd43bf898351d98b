import { join } from 'node:path';
import { replay as amazon } from '../marketplaces/amazon/replay.ts';
import { replay as mercadoLivre } from '../marketplaces/mercadolivre/replay.ts';
import { failed, type Replayer, unused, type Verdict } from './exchange.ts';
import { type Recorded, readLine, type Wire } from './formats.ts';

/** A record is a few kilobytes; a line beyond this is none. */
const MAX_LINE = 5 * 1024 * 1024;

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
  Promise.resolve(unused(operation ?? `${request?.method} ${request?.path}`));

const REPLAYERS: Record<Wire, Replayer> = {
  amazon,
  mercadolivre: mercadoLivre,
  'amazon-ads': unspoken,
  shopee: unspoken,
};

async function* linesOf(path: string): AsyncGenerator<string> {
  using file = await Deno.open(path);
  let rest = '';
  for await (const chunk of file.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE)
      throw new Error(`${path} has a line of over ${MAX_LINE} characters`);
    yield* lines;
  }
  yield rest;
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

/** Replays one file, line by line. */
async function replayFile(path: string, file: string): Promise<FileReport> {
  const report: FileReport = { file, understood: 0, typedErrors: 0, unused: new Map(), failed: [] };
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    if (line.trim() === '') continue;
    const name = `line ${number}`;
    const recorded = readLine(line, name);
    if (recorded === null) count(report, name, failed('is a record of no known shape'));
    for (const one of recorded ?? []) count(report, one.exchange.name, await verdictOf(one));
  }
  return report;
}

/** Replays all files of records in a folder (`*.jsonl`), in the order of their names. */
export async function replayFolder(folder: string): Promise<FileReport[]> {
  const names: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder))
    if (isFile && name.endsWith('.jsonl')) names.push(name);
  const reports: FileReport[] = [];
  for (const name of names.sort()) reports.push(await replayFile(join(folder, name), name));
  return reports;
}
