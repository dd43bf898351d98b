import { join } from 'node:path';
import * as z from 'zod';
import type { Log } from '../platform/log.ts';

/** What a module says of itself in its `module.json`; the shell checks the entries one by one. */
const Manifest = z.object({
  name: z.string(),
  routes: z.array(z.string()),
  sidebar: z.array(z.unknown()).default([]),
  embed: z.string().optional(),
});

/** A module as the shell finds it at run time. */
export interface ModuleEntry extends z.infer<typeof Manifest> {
  version: string;
  /** Where its federation manifest is. */
  entry: string;
}

const PREFIX = 'mfe-';

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function readModule(root: string, folder: string): Promise<ModuleEntry | null> {
  const built = await readText(join(root, folder, 'dist', 'module.json'));
  if (built === null) return null;
  const manifest = Manifest.parse(JSON.parse(built));
  if (manifest.name !== folder) throw new Error(`it calls itself ${manifest.name}`);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse((await readText(join(root, folder, 'package.json'))) ?? '{}'));
  return { ...manifest, version, entry: `/modules/${folder}/mf-manifest.json` };
}

/**
 * The modules that are built, read at each call: a module that is put there or taken away needs no restart.
 * One that cannot be read is left out, and the others stay.
 * @param root the folder that holds the `mfe-*` folders
 */
export async function readRegistry(root: string, log: Log): Promise<ModuleEntry[]> {
  const folders: string[] = [];
  for await (const entry of Deno.readDir(root)) {
    if (entry.isDirectory && entry.name.startsWith(PREFIX)) folders.push(entry.name);
  }
  const modules = await Promise.all(
    folders.sort().map((folder) =>
      readModule(root, folder).catch((error: unknown) => {
        log.error('A module was left out of the registry', error, { module: folder });
        return null;
      }),
    ),
  );
  return modules.filter((module) => module !== null);
}
