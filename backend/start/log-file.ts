import type { Clock } from '../kernel/clock.ts';
import { createLog, type Level, type Log } from '../platform/log.ts';

/** A file that grows beyond this many bytes is put aside, and the one put aside before is dropped. */
const LIMIT = 16 * 1024 * 1024;

/** Appends lines to a file, at once, so that the last ones before a crash are there. */
export function openLogFile(path: string, limit = LIMIT): { write(line: string): void } {
  const encoder = new TextEncoder();
  const open = () => Deno.openSync(path, { create: true, append: true, mode: 0o600 });
  let file = open();
  let size = file.statSync().size;
  return {
    write(line) {
      const bytes = encoder.encode(`${line}\n`);
      if (size > 0 && size + bytes.length > limit) {
        file.close();
        Deno.renameSync(path, `${path}.1`);
        file = open();
        size = 0;
      }
      for (let sent = 0; sent < bytes.length; ) sent += file.writeSync(bytes.subarray(sent));
      size += bytes.length;
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
      const told = JSON.parse(line) as { level: Level; message: string };
      if (told.level === 'error') console.error(`${told.message} (more in ${path})`);
    },
  });
}
