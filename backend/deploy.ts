// npm run deploy: deploys one built module to a running installation or a folder. See docs/deploy.md.
import { join, resolve } from 'node:path';
import { fulfil, readWish, USAGE, UsageError, type Wish } from './web/deploy-command.ts';
import { DeployError } from './web/deploys.ts';
import { OFFER, offerIn } from './web/offers.ts';
import { PackageError } from './web/package.ts';
import { ignoreMissing } from './web/switches.ts';
import { folderTarget, httpTarget, offerAt, type Target } from './web/targets.ts';

const isAddress = (text: string) => /^https?:\/\//i.test(text);
/** `localhost:8080`, `ftp://…`: not a folder; one with this name would not be read by any process. */
const isHalfAnAddress = (text: string) => /^[\w.-]+:(\d|\/\/)/.test(text);

/** Paths are relative to the folder in which npm was started. */
const here = (path: string) => resolve(Deno.env.get('INIT_CWD') ?? Deno.cwd(), path);

function addressOf(text: string): URL {
  if (!URL.canParse(text)) throw new UsageError(`'${text}' is no address.`);
  return new URL(text);
}

/** @throws {DeployError | UsageError} if the folder does not exist: a misspelt one would not be live for any company */
async function folderOf(text: string): Promise<string> {
  if (isHalfAnAddress(text))
    throw new UsageError(
      `'${text}' is no whole address: an installation is named with https://, or with http:// on this machine.`,
    );
  const folder = here(text);
  const found = await Deno.stat(folder).catch(ignoreMissing);
  if (found?.isDirectory !== true)
    throw new DeployError(
      `There is no folder ${folder}. Make it, or name an installation by its address: https://primazia.example`,
    );
  return folder;
}

function originOf(text: string): string {
  const address = addressOf(text);
  if (!/^\/*$/.test(address.pathname) || address.search !== '' || address.username !== '')
    throw new UsageError(`Give only the origin of the installation: ${address.origin}`);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address.protocol !== 'https:' && !isLocal)
    throw new DeployError('The key would be sent unencrypted: name the installation by https.');
  return address.origin;
}

async function targetOf({ to, shell }: Wish): Promise<Target> {
  if (isAddress(to)) {
    const key = Deno.env.get('DEPLOY_KEY')?.trim();
    if (!key)
      throw new DeployError(
        'Set DEPLOY_KEY to the key that the installation has under the same name.',
      );
    return httpTarget(originOf(to), key);
  }
  const offer = async (from: string) => {
    if (isAddress(from)) return await offerAt(addressOf(from).origin);
    const folder = await folderOf(from);
    const found = await offerIn(folder);
    if (found === null)
      throw new DeployError(
        `${join(folder, OFFER)} is not there: --shell names the folder of a built shell, or of an installation's modules.`,
      );
    return found;
  };
  const hand = { clock: () => new Date(), uuid: () => crypto.randomUUID() };
  const folder = await folderOf(to);
  return folderTarget(folder, hand, shell === undefined ? null : () => offer(shell));
}

if (Deno.args.some((arg) => arg === '--help' || arg === '-h')) {
  console.log(USAGE);
  Deno.exit(0);
}
try {
  const wish = readWish(Deno.args);
  const target = await targetOf(wish);
  await fulfil({ ...wish, built: here(wish.built) }, { target, say: console.log });
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof DeployError || error instanceof PackageError)
    console.error(error.message);
  // An error of the file system: not allowed, full, missing. It names the path.
  else if (error instanceof Error && 'code' in error) console.error(error.message);
  else throw error;
  Deno.exit(1);
}
