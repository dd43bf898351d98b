// Crash-safe state: a snapshot that is replaced atomically, and a journal of later entries.
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Stores one state. A kill does not lose what was appended before. */
export interface Store {
  /** The stored state: the last snapshot, and all entries appended since. Called once, first. */
  load(): { snapshot: unknown; entries: unknown[] };
  append(entry: unknown): void;
  /** Replaces snapshot and journal. */
  compact(snapshot: unknown): void;
  close(): void;
}

/** A store that is not persistent: for tests and benches. */
export function memoryStore(): Store {
  return {
    load: () => ({ snapshot: null, entries: [] }),
    append: () => undefined,
    compact: () => undefined,
    close: () => undefined,
  };
}

/** A journal that is damaged in the middle was not truncated by a kill: continuing would lose later entries. */
export class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

/** These files contain tokens: only the owner may read them. */
const PRIVATE = 0o600;

function writeWhole(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w', PRIVATE);
  try {
    writeAll(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

function writeAll(file: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written);
}

/** The entries of a journal, and how many of its bytes are whole lines; a torn last line is not counted. */
function readJournal(path: string): { entries: unknown[]; length: number } {
  if (!existsSync(path)) return { entries: [], length: 0 };
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  const entries = lines.map((line, i) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new JournalBroken(`${path}: line ${i + 1} cannot be read`);
    }
  });
  return { entries, length: end };
}

/**
 * Stores the state in a folder. The journal contains the number of its snapshot, so that a kill between the two steps of
 * `compact` leaves a consistent pair.
 *
 * An entry is written to the operating system before `append` returns: a killed process loses nothing. A power failure may
 * lose the last entries, which is acceptable for a sandbox.
 */
export function folderStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const snapshotPath = join(folder, 'snapshot.json');
  const journalPath = (number: number) => join(folder, `journal-${number}.jsonl`);
  let number = 0;
  let journal: number | null = null;

  return {
    load() {
      const stored = existsSync(snapshotPath)
        ? (JSON.parse(readFileSync(snapshotPath, 'utf8')) as { number: number; state: unknown })
        : { number: 0, state: null };
      number = stored.number;
      const { entries, length } = readJournal(journalPath(number));
      journal = openSync(journalPath(number), 'a', PRIVATE);
      ftruncateSync(journal, length);
      return { snapshot: stored.state, entries };
    },
    append(entry) {
      if (journal === null) throw new Error('The store is not loaded, or closed');
      writeAll(journal, `${JSON.stringify(entry)}\n`);
    },
    compact(state) {
      if (journal === null) throw new Error('The store is not loaded, or closed');
      const followed = number;
      writeWhole(snapshotPath, JSON.stringify({ number: followed + 1, state }));
      closeSync(journal);
      number = followed + 1;
      journal = openSync(journalPath(number), 'a', PRIVATE);
      rmSync(journalPath(followed), { force: true });
    },
    close() {
      if (journal !== null) closeSync(journal);
      journal = null;
    },
  };
}
