// npm run deploy: takes one module, built already, to where it is to run. docs/deploy.md tells how.
import { resolve } from 'node:path';
import { fulfil, readWish, USAGE, UsageError, type Wish } from './web/deploy-command.ts';
import { DeployError } from './web/deploys.ts';
import { offerIn } from './web/offers.ts';
import { PackageError } from './web/package.ts';
import { folderTarget, houseTarget, offerAt, type Target } from './web/targets.ts';

const isAddress = (text: string) => /^https?:\/\//.test(text);

/** Where paths are named from: where npm was started. */
const here = (path: string) => resolve(Deno.env.get('INIT_CWD') ?? Deno.cwd(), path);

function originOf(text: string): string {
  const address = new URL(text);
  if (!/^\/*$/.test(address.pathname) || address.search !== '' || address.username !== '')
    throw new UsageError(`A house is named by its origin alone: ${address.origin}`);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address.protocol !== 'https:' && !isLocal)
    throw new DeployError('The key would travel for everybody to read: name the house by https.');
  return address.origin;
}

function targetOf({ to, shell }: Wish): Target {
  if (isAddress(to)) {
    const key = Deno.env.get('DEPLOY_KEY')?.trim();
    if (!key)
      throw new DeployError('Set DEPLOY_KEY to the key that the house has under the same name.');
    return houseTarget(originOf(to), key);
  }
  const offer = (from: string) =>
    isAddress(from) ? offerAt(new URL(from).origin) : offerIn(here(from));
  const hand = { clock: () => new Date(), uuid: () => crypto.randomUUID() };
  return folderTarget(here(to), hand, shell === undefined ? null : () => offer(shell));
}

try {
  const wish = readWish(Deno.args);
  await fulfil({ ...wish, built: here(wish.built) }, { target: targetOf(wish), say: console.log });
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof DeployError || error instanceof PackageError)
    console.error(error.message);
  else throw error;
  Deno.exit(1);
}
