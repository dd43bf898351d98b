import type { Clock } from '../kernel/clock.ts';
import { createLog, type Level, type Log } from '../platform/log.ts';

/** A file beyond this many bytes is rotated, and the previously rotated one is deleted. */
const LIMIT = 16 * 1024 * 1024;

/**
 * Appends lines to a file immediately, so that the last ones before a crash are kept. Lines that cannot be written, as on a
 * full disk, are lost; the logged work continues.
 * @param report called when lines begin to be lost, and when they are written again
 */
export function openLogFile(
  path: string,
  limit = LIMIT,
  report: (text: string) => void = console.error,
): { write(line: string): void } {
  const encoder = new TextEncoder();
  const open = () => Deno.openSync(path, { create: true, append: true, mode: 0o600 });
  let file: Deno.FsFile | null = open();
  let size = file.statSync().size;
  let lost = 0;
  let isTorn = false;

  function append(bytes: Uint8Array): void {
    if (size > 0 && size + bytes.length > limit) {
      file?.close();
      file = null;
      Deno.renameSync(path, `${path}.1`);
      size = 0;
    }
    file ??= open();
    for (let sent = 0; sent < bytes.length; isTorn = sent < bytes.length)
      sent += file.writeSync(bytes.subarray(sent));
    size += bytes.length;
  }

  return {
    write(line) {
      try {
        append(encoder.encode(`${isTorn ? '\n' : ''}${line}\n`));
        if (lost > 0) report(`${path} can be written again; ${lost} lines were lost`);
        lost = 0;
      } catch (error) {
        if (lost === 0)
          report(`Cannot write the log file ${path}; logging continues without it: ${error}`);
        lost += 1;
      }
    },
  };
}

/** The log of this process: all of it in the file, and its errors on the terminal too. */
export function openLog(path: string, clock: Clock, level: Level): Log {
  const file = openLogFile(path);
  return createLog({
    clock,
    level,
    write(line) {
      file.write(line);
      const reported = JSON.parse(line) as { level: Level; message: string };
      if (reported.level === 'error') console.error(`${reported.message} (more in ${path})`);
    },
  });
}
