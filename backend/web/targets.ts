import * as z from 'zod';
import { ProblemBody } from '../kernel/problem.ts';
import { called, type Order } from './deployment.ts';
import { carryOut, DeployError, ModuleState, receive, stateOf } from './deploys.ts';
import { integrityOf } from './fingerprint.mjs';
import { type Manifest, ShellOffer } from './manifest.ts';
import { OFFER, offerIn } from './offers.ts';
import type { Files } from './package.ts';
import type { Hand } from './switches.ts';

/** Where a module is deployed to. */
export interface Target {
  /** What the shell offers that shows the modules; null where that is unknown. */
  offer(): Promise<ShellOffer | null>;
  /** @param companies to be pinned: throws for those that it knows not to exist */
  state(name: string, companies?: readonly number[]): Promise<ModuleState>;
  /** Whether it can check companies. */
  knowsCompanies: boolean;
  /** Uploads a build; gives whether it was new there. */
  hand(manifest: Manifest, files: Files): Promise<boolean>;
  order(name: string, order: Order): Promise<ModuleState>;
  /** Fetches the live build as a page does. Throws if it differs from the deployed one. */
  verify(manifest: Manifest): Promise<void>;
}

/**
 * A folder of modules: that of an installation, or one that another server publishes.
 * @param offered the shell's offer, if the folder has none
 */
export function folderTarget(
  modules: string,
  hand: Hand,
  offered: (() => Promise<ShellOffer | null>) | null,
): Target {
  const offer = offered ?? (() => offerIn(modules));
  const folder = { ...hand, modules, offer, own: null, admits: null, unknownCompanies: null };
  return {
    offer,
    state: (name) => stateOf(folder, name),
    knowsCompanies: false,
    async hand({ name, build }, files) {
      return (await receive(folder, files, { name, build })).isNew;
    },
    order: (name, order) => carryOut(folder, name, order),
    verify: () => Promise.resolve(),
  };
}

/** The shell that answers at an address. */
export async function offerAt(origin: string): Promise<ShellOffer> {
  const answer = await ask(`${origin}/${OFFER}`, {});
  if (!answer.ok) {
    throw new DeployError(
      `${origin} does not say what its shell offers: ${OFFER} answered ${answer.status}. Is it being built just now, or of a version that knows no deploys?`,
    );
  }
  return ShellOffer.parse(await answer.json());
}

/** What is tried so often is harmless to repeat: the second time finds it done. */
const TRIES = 3;
const REST_MS = 1_000;

async function ask(address: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(address, { ...init, redirect: 'error' });
    } catch (error) {
      if (tries === TRIES) {
        // Its message has no reason; that is in its cause.
        const why = error instanceof Error ? (error.cause ?? error) : error;
        const message = why instanceof Error ? why.message : String(why);
        throw new DeployError(`${new URL(address).origin} cannot be reached: ${message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS * tries));
    }
  }
}

const Registry = z.array(z.looseObject({ name: z.string(), build: z.string(), entry: z.string() }));

/** Throws where an address does not answer with the entry of a build. */
export async function checkEntry(address: string, { integrity }: Manifest): Promise<void> {
  const answer = await ask(address, { headers: { origin: 'https://page.example' } });
  if (!answer.ok) throw new DeployError(`${address} answered ${answer.status}.`);
  if (integrityOf(await answer.bytes()) !== integrity)
    throw new DeployError(`${address} answers with another file than that of this build.`);
  if (answer.headers.get('access-control-allow-origin') !== '*')
    throw new DeployError(
      `${address} answers without access-control-allow-origin: *, so no page of another origin can hold it against its integrity.`,
    );
}

/**
 * A running installation.
 * @param key its DEPLOY_KEY
 */
export function httpTarget(origin: string, key: string): Target {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    const answer = await ask(`${origin}/deploys${path}`, { ...init, headers });
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const body: unknown = isJson ? await answer.json() : await answer.text();
    if (answer.ok && isJson) return body;
    if (answer.status === 401) throw new DeployError(`DEPLOY_KEY is not the key of ${origin}.`);
    const problem = ProblemBody.safeParse(body);
    if (problem.success && problem.data.code !== 'not_found')
      throw new DeployError(problem.data.detail ?? problem.data.title);
    throw new DeployError(
      `${origin} takes no deploys: it answered ${answer.status}. Set DEPLOY_KEY there, and the same one here.`,
    );
  };
  return {
    offer: () => offerAt(origin),
    state: async (name, companies) => {
      const meant = companies === undefined ? '' : `?companies=${companies.join(',')}`;
      return ModuleState.parse(await call(`/${name}${meant}`));
    },
    knowsCompanies: true,
    async hand({ name, build }, files) {
      const form = new FormData();
      for (const [path, bytes] of files) form.append(path, new Blob([bytes.slice()]), 'file');
      const sent = await call(`/${name}/${build}`, { method: 'PUT', body: form });
      return z.object({ isNew: z.boolean() }).parse(sent).isNew;
    },
    async order(name, order) {
      const init = { method: 'POST', body: JSON.stringify(order) };
      return ModuleState.parse(await call(`/${name}`, init));
    },
    async verify(manifest) {
      const answer = await ask(`${origin}/modules/registry.json`, { cache: 'no-store' });
      const found = Registry.parse(await answer.json()).find(({ name }) => name === manifest.name);
      if (found?.build !== manifest.build) {
        const { standing } = ModuleState.parse(await call(`/${manifest.name}`));
        if (standing.live !== manifest.build)
          throw new DeployError(
            `It was live, and another deploy has switched to ${called(standing.live)} since. Check with --list.`,
          );
        throw new DeployError(
          `${origin} still names ${found?.build ?? 'no build'} of ${manifest.name} to its pages. Do its processes share one MODULES_DIR?`,
        );
      }
      await checkEntry(new URL(found.entry, origin).href, manifest);
    },
  };
}
