// Validates the files of a module's build before it is stored.
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { buildOf, ENTRY, integrityOf } from './fingerprint.mjs';
import { Manifest } from './manifest.ts';

/** Files by their path below the module's folder. */
export type Files = Map<string, Uint8Array>;

/** The build cannot be accepted. The message gives the reason for the deploying user. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
}

export const MANIFEST = 'module.json';

export const BOUNDS = {
  files: 600,
  /** Bytes of one file, and of all. */
  file: 8 * 1024 * 1024,
  all: 32 * 1024 * 1024,
};

/** Names that mean the same on every machine, nothing hidden, no folder above, only what pages load. */
const PATH =
  /^(?:[A-Za-z0-9_][\w.@-]{0,99}\/){0,4}[A-Za-z0-9_][\w.@-]{0,119}\.(?:js|css|json|svg|png|webp|woff2)(?:\.br)?$/;

const isPath = (path: string) => PATH.test(path) && !path.includes('..');

/** Whether a file of a module's folder belongs to the build: not files for people and tools, nor source maps. */
export const belongs = (path: string) => isPath(path) && !/^mf-(?:manifest|stats)\.json/.test(path);

function refuseUnbounded(files: Files): void {
  if (files.size > BOUNDS.files)
    throw new PackageError(`It has ${files.size} files; at most ${BOUNDS.files} are taken.`);
  let all = 0;
  for (const [path, { length }] of files) {
    if (!isPath(path)) throw new PackageError(`No file may be called ${JSON.stringify(path)}.`);
    if (length > BOUNDS.file)
      throw new PackageError(`${path} has ${length} bytes; at most ${BOUNDS.file} are taken.`);
    all += length;
  }
  if (all > BOUNDS.all)
    throw new PackageError(`It has ${all} bytes; at most ${BOUNDS.all} are taken.`);
}

/** A compressed copy has the content of its file: browsers get the one or the other. */
function isCopy(packed: Uint8Array, plain: Uint8Array): boolean {
  try {
    const unpacked = brotliDecompressSync(packed, { maxOutputLength: plain.length + 1 });
    return unpacked.equals(plain);
  } catch {
    // Not compressed, or larger than its file.
    return false;
  }
}

function readManifest(bytes: Uint8Array | undefined): {
  said: Record<string, unknown>;
  manifest: Manifest;
} {
  if (bytes === undefined) throw new PackageError(`It has no ${MANIFEST}.`);
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new PackageError(`Its ${MANIFEST} is no JSON.`);
  }
  const read = Manifest.safeParse(said);
  if (!read.success)
    throw new PackageError(`Its ${MANIFEST} is wrong: ${z.prettifyError(read.error)}`);
  return { said: z.record(z.string(), z.unknown()).parse(said), manifest: read.data };
}

/**
 * Validates a build: limited in size, with harmless names, and with exactly the content that its manifest names. For a module
 * whose entry is on another origin there is only the manifest.
 * @throws {PackageError}
 */
export function inspect(files: Files): Manifest {
  refuseUnbounded(files);
  const { said, manifest } = readManifest(files.get(MANIFEST));
  if (manifest.entry !== undefined) {
    if (files.size > 1)
      throw new PackageError('Of a module that lies elsewhere only the manifest is taken.');
    return manifest;
  }
  const counted: Files = new Map();
  for (const [path, bytes] of files) {
    if (path === MANIFEST || path === `${MANIFEST}.br`) continue;
    if (!path.endsWith('.br')) {
      counted.set(path, bytes);
      continue;
    }
    const plain = files.get(path.slice(0, -3));
    if (plain === undefined || !isCopy(bytes, plain))
      throw new PackageError(`${path} is no packed copy of the file beside it.`);
  }
  const entry = counted.get(ENTRY);
  if (entry === undefined) throw new PackageError(`It has no ${ENTRY}.`);
  if (integrityOf(entry) !== manifest.integrity || buildOf(said, counted) !== manifest.build)
    throw new PackageError(
      'Its files are not those that its manifest was written for: build it again, and send it again.',
    );
  return manifest;
}
