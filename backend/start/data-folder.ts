import { join } from 'node:path';
import { StartError } from './errors.ts';

/** A run that was killed a moment ago may still be stopping. */
const PATIENCE_MILLISECONDS = 20_000;
const PAUSE_MILLISECONDS = 250;
/** The database's folder is checked by the process that starts it. */
const OWN_FOLDERS = new Set(['log', 'sandbox']);

/** What a start as root left behind is closed to an ordinary user, and would fail somewhere deep inside. */
async function refuseForeign(folder: string): Promise<void> {
  const user = Deno.uid();
  if (user === 0) return;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    const { uid } = await Deno.lstat(path);
    if (uid !== null && uid !== user) {
      throw new StartError(
        `${path} belongs to user ${uid}: a start as that user, perhaps as root, made it. Start as that user again, give the data folder back (chown -R), or name another one with PRIMAZIA_DATA.`,
      );
    }
    if (isDirectory && OWN_FOLDERS.has(name)) await refuseForeign(path);
  }
}

/**
 * Makes the data folder where it is not there yet. Others may pass through it where root owns it, since the database
 * inside runs as another user; what is in it is closed to everybody.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const isRoot = Deno.uid() === 0;
  try {
    await Deno.mkdir(folder, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    await refuseForeign(folder);
    await Deno.mkdir(join(folder, 'log'), { recursive: true, mode: 0o700 });
  } catch (error) {
    const isClosed =
      error instanceof Deno.errors.PermissionDenied ||
      error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.AlreadyExists;
    if (!isClosed) throw error;
    throw new StartError(
      `The data folder ${folder} cannot be written to. Let this user write there, or name another folder with PRIMAZIA_DATA.`,
    );
  }
}

/**
 * Locks a part of the data folder for this process; the system releases the lock when the process ends. Null if another
 * process has it.
 */
export async function holdIfFree(folder: string, part: string): Promise<Deno.FsFile | null> {
  const path = join(folder, `${part}.lock`);
  const file = await Deno.open(path, { create: true, write: true, mode: 0o600 });
  if (await file.tryLock(true)) return file;
  file.close();
  return null;
}

/**
 * The same, but waits for a run that is just stopping.
 * @throws StartError if another process keeps the lock
 */
export async function hold(
  folder: string,
  part: string,
  patience = PATIENCE_MILLISECONDS,
): Promise<Deno.FsFile> {
  const until = performance.now() + patience;
  for (;;) {
    const file = await holdIfFree(folder, part);
    if (file !== null) return file;
    if (performance.now() > until) {
      throw new StartError(
        `Another Primazia is running with the data folder ${folder}. Stop it, name another folder with PRIMAZIA_DATA, or, to run several processes on one database, set DATABASE_URL.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}
