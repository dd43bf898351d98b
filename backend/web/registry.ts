import { join } from 'node:path';
import { ModuleName } from '../kernel/module.ts';
import type { Log } from '../platform/log.ts';
import { modulesIn, readBuild } from './builds.ts';
import { type Deployment, placeFor } from './deployment.ts';
import { ENTRY } from './fingerprint.mjs';
import { Manifest, type ModuleEntry, type ShellOffer } from './manifest.ts';
import { OFFER, offerIn } from './offers.ts';
import { MANIFEST } from './package.ts';
import { ignoreMissing, readDeployment, switchesOf } from './switches.ts';

/** How long a file may change without a new modification time, in milliseconds. */
const GRAIN = 2_000;

/** Caches what was read as long as its file or folder is unchanged. */
function remembering<T>(clock: () => Date) {
  const cached = new Map<string, { mark: string; value: T }>();
  return async (path: string, read: () => Promise<T>): Promise<T | null> => {
    let mark: string;
    let isSettled: boolean;
    try {
      const { mtime, size } = await Deno.stat(path);
      mark = `${mtime?.getTime()} ${size}`;
      isSettled = clock().getTime() - (mtime?.getTime() ?? 0) > GRAIN;
    } catch (error) {
      ignoreMissing(error);
      cached.delete(path);
      return null;
    }
    const known = cached.get(path);
    if (known?.mark === mark) return known.value;
    const value = await read();
    // What has just changed may change again under the same time.
    if (isSettled) cached.set(path, { mark, value });
    return value;
  };
}

export interface RegistrySources {
  /** The folder that holds `shell` and the `mfe-*` folders. */
  root: string;
  /** The folder of the modules that were deployed. */
  modules: string;
  /** Other origins that modules may come from. */
  origins: readonly string[];
  clock: () => Date;
  log: Log;
}

export interface Registry {
  /** The modules of a company; null: of companies without a pin. Unreadable ones are left out. */
  entries(companyId: number | null): Promise<ModuleEntry[]>;
  /** The build made with the product; null if there is none. */
  own(name: string): Promise<Manifest | null>;
  /** What the shell offers that is served here; null before it is built. */
  offer(): Promise<ShellOffer | null>;
  /** Whether modules may come from an origin. */
  admits(origin: string): boolean;
}

/**
 * The modules. Deployed builds take precedence over those made with the product. Each call checks the files, and reads changed
 * ones: a build, a switch or a pin needs no restart, whichever process made it.
 */
export function openRegistry({ root, modules, origins, clock, log }: RegistrySources): Registry {
  const manifests = remembering<Manifest>(clock);
  const standings = remembering<Deployment>(clock);
  const offers = remembering<ShellOffer | null>(clock);
  // A build never changes, so its manifest is read once.
  const builds = new Map<string, Manifest>();

  const readJson = async (path: string): Promise<unknown> =>
    JSON.parse(await Deno.readTextFile(path));

  async function own(name: string): Promise<Manifest | null> {
    const path = join(root, name, 'dist', MANIFEST);
    const manifest = await manifests(path, async () => Manifest.parse(await readJson(path)));
    if (manifest !== null && manifest.name !== name)
      throw new Error(`it calls itself ${manifest.name}`);
    return manifest;
  }

  async function deployed(name: string, build: string): Promise<Manifest> {
    const known = builds.get(`${name}/${build}`);
    if (known !== undefined) return known;
    const manifest = await readBuild(modules, name, build);
    if (manifest === null) throw new Error(`its build ${build} is not there`);
    builds.set(`${name}/${build}`, manifest);
    return manifest;
  }

  const admits = (origin: string) => origins.includes(origin);

  async function find(name: string, companyId: number | null): Promise<ModuleEntry | null> {
    const deployment = await standings(switchesOf(modules, name), () =>
      readDeployment(modules, name),
    );
    const build = deployment === null ? null : placeFor(deployment, companyId);
    const manifest = build === null ? await own(name) : await deployed(name, build);
    if (manifest === null) return null;
    if (manifest.entry !== undefined && !admits(new URL(manifest.entry).origin))
      throw new Error(`it is at ${manifest.entry}, whose origin is not in MODULE_ORIGINS`);
    const entry = manifest.entry ?? `/modules/${name}/${manifest.build}/${ENTRY}`;
    return { ...manifest, entry };
  }

  return {
    own,
    admits,
    async offer() {
      const folder = join(root, 'shell', 'dist');
      return await offers(join(folder, OFFER), () => offerIn(folder));
    },
    async entries(companyId) {
      const names = new Set(await modulesIn(modules));
      for await (const { name, isDirectory } of Deno.readDir(root)) {
        if (isDirectory && ModuleName.safeParse(name).success) names.add(name);
      }
      const found = await Promise.all(
        [...names].sort().map((name) =>
          find(name, companyId).catch((error: unknown) => {
            log.error('Module left out of the registry', error, { module: name });
            return null;
          }),
        ),
      );
      return found.filter((entry) => entry !== null);
    },
  };
}
