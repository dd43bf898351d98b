// An installation that modules are deployed to, and what one does and sees there.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fulfil, readWish } from '../web/deploy-command.ts';
import { DeployError } from '../web/deploys.ts';
import type { ModuleEntry } from '../web/manifest.ts';
import { type Files, PackageError } from '../web/package.ts';
import { folderTarget, httpTarget, type Target } from '../web/targets.ts';
import { bytes, lay, type ModuleTestServer, openModuleTestServer } from './module-server.ts';

export const KEY = 'the-key-of-deploys-in-tests';
export const NAME = 'mfe-pricing';
export const hand = { clock: () => new Date(), uuid: () => crypto.randomUUID() };

export async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(
    error instanceof DeployError || error instanceof PackageError,
    `no refusal, but ${error}`,
  );
  return error.message;
}

export async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

export interface DeployScene extends AsyncDisposable {
  ctx: ModuleTestServer;
  overHttp(): Target;
  intoFolder(): Target;
  /** Lays a build down as the builder does; gives its folder. */
  dist(files: Files): Promise<string>;
  /** Runs the command; gives its output. */
  run(target: Target, ...args: string[]): Promise<string>;
  deploy(target: Target, built: { files: Files }, ...args: string[]): Promise<string>;
  entryFor(company?: number): Promise<ModuleEntry>;
  /** The build that the entry serves to a company. */
  said(company?: number): Promise<string>;
  /** Calls the deploys of the product. */
  ask(path: string, init?: RequestInit, key?: string): Promise<Response>;
}

export async function openDeployScene(): Promise<DeployScene> {
  const ctx = await openModuleTestServer({ deployKey: KEY });
  let built = 0;

  async function dist(files: Files): Promise<string> {
    built += 1;
    const folder = join(ctx.root, `built-${built}`);
    const besides: [string, Uint8Array][] = [
      ['remoteEntry.js.map', bytes('{}')],
      ['mf-stats.json', bytes('{}')],
      ['.built-from', bytes('hash')],
    ];
    await lay(folder, [...files, ...besides]);
    return folder;
  }

  async function run(target: Target, ...args: string[]): Promise<string> {
    const reported: string[] = [];
    const has = args.includes('--built') ? [] : ['--built', 'nothing'];
    const wish = readWish(['--module', NAME, '--to', ctx.origin, ...has, ...args]);
    await fulfil(wish, { target, say: (line) => reported.push(line) });
    return reported.join('\n');
  }

  async function entryFor(company?: number): Promise<ModuleEntry> {
    const query = company === undefined ? '' : `?company=${company}`;
    const answer = await fetch(`${ctx.origin}/modules/registry.json${query}`);
    const found = (await answer.json()).find(({ name }: ModuleEntry) => name === NAME);
    assert.ok(found !== undefined, 'the module is in the registry');
    return found;
  }

  return {
    ctx,
    dist,
    run,
    entryFor,
    overHttp: () => httpTarget(ctx.origin, KEY),
    intoFolder: () => folderTarget(ctx.modules, hand, null),
    deploy: async (target, { files }, ...args) =>
      await run(target, '--built', await dist(files), ...args),
    async said(company) {
      const { entry } = await entryFor(company);
      const answer = await fetch(new URL(entry, ctx.origin));
      assert.equal(answer.status, 200, entry);
      return /said = "(.*)"/.exec(await answer.text())?.[1] ?? '';
    },
    ask: (path, init = {}, key = KEY) =>
      fetch(`${ctx.origin}/deploys${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...init.headers },
      }),
    [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose](),
  };
}
