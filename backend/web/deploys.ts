import * as z from 'zod';
import { ModuleName } from '../kernel/module.ts';
import { prune, readBuild, storeBuild, storedBuilds } from './builds.ts';
import { Deployment, follow, type Order, type Place } from './deployment.ts';
import { misfits } from './fitting.ts';
import { Build, type Manifest, type ShellOffer } from './manifest.ts';
import { type Files, inspect, PackageError } from './package.ts';
import type { Registry } from './registry.ts';
import { changeDeployment, type Hand, readDeployment } from './switches.ts';

/** The order is harmful or impossible. The message gives the reason and the cure. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}

/** A folder of modules, and whose modules run in it. */
export interface ModuleFolder extends Hand {
  /** The folder of the modules. */
  modules: string;
  /** What the shell offers that shows them; null where that is unknown. */
  offer: () => Promise<ShellOffer | null>;
  /** The build made with the product, if there is one; null if that is unknown. */
  own: ((name: string) => Promise<Manifest | null>) | null;
  /** Whether modules may come from an origin; null if that is unknown. */
  admits: ((origin: string) => boolean) | null;
  /** The unknown ones of some company ids; null if companies cannot be read. */
  unknownCompanies: UnknownCompanies | null;
}

export type UnknownCompanies = (ids: readonly number[]) => Promise<readonly number[]>;

/** The folder of the modules of a running installation. */
export const moduleFolderOf = (
  {
    modules,
    clock,
    uuid,
    unknownCompanies,
  }: Pick<ModuleFolder, 'modules' | 'clock' | 'uuid' | 'unknownCompanies'>,
  { offer, own, admits }: Registry,
): ModuleFolder => ({ modules, clock, uuid, offer, own, admits, unknownCompanies });

const BuildNote = z.object({
  build: Build,
  version: z.string(),
  /** When it was taken in last. */
  at: z.iso.datetime(),
  /** Where its entry is, where that is elsewhere. */
  entry: z.string().optional(),
});

/** The state of a module, for those who deploy it. */
export const ModuleState = z.object({
  name: ModuleName,
  standing: Deployment,
  /** The live build before any deploy: the one built with the product. */
  own: z.object({ build: Build, version: z.string() }).nullable(),
  /** The newest first. */
  kept: z.array(BuildNote),
});
export type ModuleState = z.infer<typeof ModuleState>;

export async function stateOf(folder: ModuleFolder, name: string): Promise<ModuleState> {
  const own = (await folder.own?.(name)) ?? null;
  const stored = await storedBuilds(folder.modules, name);
  return {
    name,
    standing: await readDeployment(folder.modules, name),
    own: own && { build: own.build, version: own.version },
    kept: stored.map(({ manifest: { build, version, entry }, at }) => ({
      build,
      version,
      at: at.toISOString(),
      ...(entry === undefined ? {} : { entry }),
    })),
  };
}

/** Refuses builds that would not run, or are on a disallowed origin. */
async function refuseMisfit(folder: ModuleFolder, manifest: Manifest): Promise<void> {
  const offer = await folder.offer();
  const found = offer === null ? [] : misfits(manifest, offer);
  if (manifest.entry !== undefined && folder.admits?.(new URL(manifest.entry).origin) === false) {
    found.push(
      `It lies at ${new URL(manifest.entry).origin}, which is none of the installation's MODULE_ORIGINS. Add it there, or deploy the module to the installation itself.`,
    );
  }
  if (found.length > 0) {
    throw new DeployError(
      `${manifest.name} ${manifest.version}, build ${manifest.build}, would not run there:\n${found.map((one) => `  ${one}`).join('\n')}`,
    );
  }
}

/** @throws {DeployError} if a build is pinned for an unknown company */
export async function refuseUnknown(
  folder: ModuleFolder,
  companies: readonly number[],
): Promise<void> {
  const unknown = (await folder.unknownCompanies?.(companies)) ?? [];
  if (unknown.length === 0) return;
  const these = `${unknown.length === 1 ? 'company' : 'companies'} ${unknown.join(', ')}`;
  throw new DeployError(`The installation has no ${these}. Check the numbers, and pin again.`);
}

/**
 * Stores a build without making it live.
 * @throws {PackageError} if its content does not match its manifest
 * @throws {DeployError} if it would not run
 */
export async function receive(
  folder: ModuleFolder,
  files: Files,
  called: { name: string; build: string },
): Promise<{ manifest: Manifest; isNew: boolean }> {
  const manifest = inspect(files);
  if (manifest.name !== called.name || manifest.build !== called.build)
    throw new PackageError(
      `It is ${manifest.name} ${manifest.build}, and was sent as another one.`,
    );
  await refuseMisfit(folder, manifest);
  return await storeBuild(folder.modules, files, folder);
}

/** A build that is being deleted at this moment is restored as soon as the cleaner sees the switch to it. */
const COMES_BACK = { tries: 20, everyMs: 100 };

async function mustBeThere(folder: ModuleFolder, name: string, build: string): Promise<void> {
  for (let tries = 0; tries < COMES_BACK.tries; tries += 1) {
    if ((await readBuild(folder.modules, name, build)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, COMES_BACK.everyMs));
  }
  throw new DeployError(`Build ${build} was taken away meanwhile. Deploy it again.`);
}

const targetOf = (order: Order): Place => {
  if (order.do === 'unpin') return null;
  return order.do === 'back' ? order.to : order.build;
};

/**
 * Switches a module for all or for some companies. Idempotent.
 * @param switched called as soon as pages get another build, even if later steps fail
 * @throws {DeployError}
 */
export async function carryOut(
  folder: ModuleFolder,
  name: string,
  order: Order,
  switched: () => void = () => {},
): Promise<ModuleState> {
  const target = targetOf(order);
  if (order.do === 'pin') await refuseUnknown(folder, order.companies);
  if (target !== null) {
    const manifest = await readBuild(folder.modules, name, target);
    if (manifest === null) {
      throw new DeployError(
        `Build ${target} of ${name} is not kept there. --list shows those that are; deploy it again to have it back.`,
      );
    }
    await refuseMisfit(folder, manifest);
  } else if (order.do === 'back' && folder.own !== null && (await folder.own(name)) === null) {
    throw new DeployError(
      `No build of ${name} was live there before, and the installation has none of its own.`,
    );
  }
  let before: Deployment | undefined;
  const deployment = await changeDeployment(folder.modules, name, folder, (present) => {
    before = present;
    return follow(present, order);
  });
  if (deployment === null) {
    throw new DeployError(
      'Another deploy has switched it meanwhile. Check with --list, and try again.',
    );
  }
  if (deployment.number !== before?.number) switched();
  if (target !== null) await mustBeThere(folder, name, target);
  await prune(folder.modules, name, folder);
  return await stateOf(folder, name);
}
