// The folder of the modules: a folder for each module with its builds by name, and its switches (`switches.ts`). A build is
// written atomically and never changed.
import { basename, dirname, join } from 'node:path';
import { ModuleName } from '../kernel/module.ts';
import { neededBy } from './deployment.ts';
import { Build, Manifest } from './manifest.ts';
import { type Files, inspect, MANIFEST, PackageError } from './package.ts';
import { type Hand, ignoreMissing, readDeployment, switchesOf, writeNew } from './switches.ts';

/** How many builds of a module are kept, in addition to those in use. */
export const MAX_BUILDS = 10;
/** The age in milliseconds after which remains of a killed process may be deleted. */
const LEFT_OVER = 60 * 60 * 1000;
/** A build on its way in, and one on its way out; neither name is ever served. */
const INCOMING = '.incoming-';
const GONE = '.gone-';

export interface StoredBuild {
  manifest: Manifest;
  /** When it was taken in last. */
  at: Date;
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) names.push(name);
  } catch (error) {
    ignoreMissing(error);
  }
  return names.sort();
}

/** The modules with deployed builds. */
export const modulesIn = async (modules: string): Promise<string[]> =>
  (await namesIn(modules)).filter((name) => ModuleName.safeParse(name).success);

const buildsIn = async (modules: string, name: string): Promise<string[]> =>
  (await namesIn(join(modules, name))).filter((build) => Build.safeParse(build).success);

/** The manifest of a build; null if it does not exist. */
export async function readBuild(
  modules: string,
  name: string,
  build: string,
): Promise<Manifest | null> {
  try {
    const text = await Deno.readTextFile(join(modules, name, build, MANIFEST));
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** The builds of a module that are kept, the newest first. */
export async function storedBuilds(modules: string, name: string): Promise<StoredBuild[]> {
  const stored: StoredBuild[] = [];
  for (const build of await buildsIn(modules, name)) {
    const manifest = await readBuild(modules, name, build);
    if (manifest === null) continue;
    const { mtime } = await Deno.stat(join(modules, name, build, MANIFEST));
    stored.push({ manifest, at: mtime ?? new Date(0) });
  }
  return stored.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Every file below a folder. */
export async function readFolder(folder: string, under = ''): Promise<Files> {
  const files: Files = new Map();
  for await (const { name, isDirectory } of Deno.readDir(join(folder, under))) {
    const path = under === '' ? name : `${under}/${name}`;
    if (isDirectory)
      for (const [below, bytes] of await readFolder(folder, path)) files.set(below, bytes);
    else files.set(path, await Deno.readFile(join(folder, path)));
  }
  return files;
}

/** The manifest of a complete build, with verified content; null if it is incomplete. */
async function whole(folder: string): Promise<Manifest | null> {
  try {
    const manifest = inspect(await readFolder(folder));
    return basename(folder) === manifest.build ? manifest : null;
  } catch (error) {
    if (error instanceof PackageError) return null;
    ignoreMissing(error);
    return null;
  }
}

async function writeAll(folder: string, files: Files): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [path, bytes] of files) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await writeNew(join(folder, path), bytes);
  }
}

/** Moves a folder; false where it is not there, or something else is where it should go. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await Deno.rename(from, to);
    return true;
  } catch (error) {
    if (await isFolder(to)) return false;
    ignoreMissing(error);
    return false;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/**
 * Stores a build atomically: it is written to a temporary folder and then renamed. An existing one becomes the newest; an
 * existing incomplete one, as after a disk failure, is replaced.
 * @throws {PackageError} if its content does not match its manifest
 */
export async function storeBuild(
  modules: string,
  files: Files,
  { clock, uuid }: Hand,
): Promise<{ manifest: Manifest; isNew: boolean }> {
  const manifest = inspect(files);
  const home = join(modules, manifest.name);
  const place = join(home, manifest.build);
  for (;;) {
    if (await isFolder(place)) {
      const present = await whole(place);
      if (present !== null && present.entry !== manifest.entry)
        throw new PackageError(
          `Build ${manifest.build} is here already, and lies at ${present.entry ?? 'this installation'}.`,
        );
      if (present !== null) {
        await Deno.utime(join(place, MANIFEST), clock(), clock());
        return { manifest, isNew: false };
      }
      await discard(home, manifest.build, uuid());
    }
    const incoming = join(home, `${INCOMING}${uuid()}`);
    try {
      await writeAll(incoming, files);
      if (await move(incoming, place)) return { manifest, isNew: true };
    } finally {
      await Deno.remove(incoming, { recursive: true }).catch(ignoreMissing);
    }
  }
}

/** Deletes a build: it is renamed first, so that no partial build is served. */
async function discard(home: string, build: string, key: string): Promise<void> {
  const gone = join(home, `${GONE}${build}-${key}`);
  if (await move(join(home, build), gone)) await Deno.remove(gone, { recursive: true });
}

/**
 * Deletes old builds, and the remains of killed processes. Builds in use and the targets of a rollback are kept; so are those
 * to which another process switches at this moment, which verifies the build after its switch.
 * @returns the deleted builds
 */
export async function prune(
  modules: string,
  name: string,
  { clock, uuid }: Hand,
): Promise<string[]> {
  const home = join(modules, name);
  const needed = neededBy(await readDeployment(modules, name));
  const spare = (await storedBuilds(modules, name))
    .map(({ manifest }) => manifest.build)
    .filter((build) => !needed.has(build));
  const went: string[] = [];
  for (const build of spare.slice(MAX_BUILDS)) {
    const gone = join(home, `${GONE}${build}-${uuid()}`);
    if (!(await move(join(home, build), gone))) continue;
    if (neededBy(await readDeployment(modules, name)).has(build))
      await move(gone, join(home, build));
    else {
      await Deno.remove(gone, { recursive: true });
      went.push(build);
    }
  }
  for (const folder of [home, switchesOf(modules, name)]) {
    await removeLeftOvers(folder, clock().getTime() - LEFT_OVER);
  }
  return went;
}

async function removeLeftOvers(folder: string, before: number): Promise<void> {
  for (const entry of await namesIn(folder)) {
    if (!/^\.(incoming|gone|draft)-/.test(entry)) continue;
    const path = join(folder, entry);
    try {
      const { mtime } = await Deno.stat(path);
      if ((mtime?.getTime() ?? 0) < before) await Deno.remove(path, { recursive: true });
    } catch (error) {
      ignoreMissing(error);
    }
  }
}
