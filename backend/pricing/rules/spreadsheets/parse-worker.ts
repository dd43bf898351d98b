// The worker of parse-in-worker.ts: reads or writes one file, and transfers it in small chunks.
import { parentPort } from 'node:worker_threads';
import writeExcel from 'write-excel-file/node';
import { readFile } from './file.ts';
import type { FromWorker, ToWorker } from './parse-in-worker.ts';

/** Rows of one message: to take them in is a matter of milliseconds. */
const AT_ONCE = 1_000;

const post = (message: FromWorker): void => parentPort?.postMessage(message);

async function work(message: ToWorker): Promise<void> {
  if (message.kind === 'write') {
    post({ kind: 'file', bytes: new Uint8Array(await writeExcel([...message.tabs]).toBuffer()) });
    return;
  }
  const rows = await readFile(message.bytes, message.format);
  if (!rows.ok) return post({ kind: 'fault', fault: rows.error });
  for (let start = 0; start < rows.value.length; start += AT_ONCE)
    post({ kind: 'rows', rows: rows.value.slice(start, start + AT_ONCE) });
  post({ kind: 'end' });
}

parentPort?.on('message', (message: ToWorker) => void work(message));
