// npm run conformance -- DIR: what the product makes of recorded answers of the marketplaces.
import { type FileReport, replayFolder } from './replay.ts';

/** Why a folder cannot be replayed, as a message for the user. */
function wordsFor(folder: string, error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return `There is no folder ${folder}`;
  if (error instanceof Deno.errors.NotADirectory) return `${folder} is no folder`;
  return error instanceof Error ? error.message : String(error);
}

const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0);

function lines(report: FileReport): string[] {
  const { file, understood, typedErrors, unused, failed } = report;
  const head = `${file}: ${understood} understood, ${typedErrors} typed errors, ${sum(unused.values())} not used, ${failed.length} failed`;
  const operations = [...unused].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    head,
    ...operations.map(([operation, times]) => `  not used: ${operation} (${times})`),
    ...failed.map(({ name, why }) => `  FAILED: ${name}: ${why}`),
  ];
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) {
    console.error('Name the folder with the records: npm run conformance -- DIR');
    Deno.exit(2);
  }
  try {
    const reports = await replayFolder(folder);
    if (reports.length === 0) {
      console.error(`${folder} holds no records: files that end with .jsonl or .jsonl.gz`);
      Deno.exit(2);
    }
    for (const line of reports.flatMap(lines)) console.log(line);
    Deno.exit(reports.some(({ failed }) => failed.length > 0) ? 1 : 0);
  } catch (error) {
    console.error(wordsFor(folder, error));
    Deno.exit(2);
  }
}
