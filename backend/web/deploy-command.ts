import { parseArgs } from 'node:util';
import { ModuleName } from '../kernel/module.ts';
import { readFolder } from './builds.ts';
import { called, type Order, type Place, placeFor } from './deployment.ts';
import { DeployError, type ModuleState } from './deploys.ts';
import { misfits } from './fitting.ts';
import { Build, type Manifest, type ShellOffer } from './manifest.ts';
import { belongs, type Files, inspect, MANIFEST, PackageError } from './package.ts';
import { checkEntry, type Target } from './targets.ts';

/** Invalid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `npm run deploy -w MODULE -- --to DIR_OR_URL [what]

  (nothing)                    builds the module, sends it, makes it live
  --pin COMPANY[,…]            builds and sends it, and gives it to these companies alone
  --pin COMPANY[,…] --build B  gives these companies a build that is kept there
  --unpin [COMPANY[,…]]        they get what all get; all of them where none is named
  --rollback [B]               back to what was live before, or to build B; 'own': to what the installation has built itself
  --list                       what is live, kept and pinned
with
  --dry-run                    says what would be done, and does nothing
  --built DIR                  sends what was built into DIR before, as it is
  --hosted-at URL              sends no files: they are at URL/MODULE/BUILD/ already, on an origin in the installation's MODULE_ORIGINS
  --shell DIR_OR_URL           for a folder without shell.json: the shell that the module has to fit

An installation at a URL accepts deploys by the key that it and this machine have as DEPLOY_KEY.`;

export interface Wish {
  module: string;
  to: string;
  what: 'deploy' | 'list' | 'rollback' | 'unpin' | 'pin';
  /** Of a rollback or a pin: the build, where one is named. */
  build: Place | undefined;
  companies: number[] | undefined;
  dryRun: boolean;
  /** Only check that the target is usable, before building. */
  ahead: boolean;
  built: string;
  hostedAt: string | undefined;
  shell: string | undefined;
}

function companiesOf(text: string): number[] {
  const ids = text.split(',').map((id) => id.trim());
  const wrong = ids.find((id) => !/^[1-9]\d{0,15}$/.test(id));
  if (wrong !== undefined)
    throw new UsageError(`A company is named by its number, not by '${wrong}'.`);
  return ids.map(Number);
}

function buildOf(text: string): string {
  if (Build.safeParse(text).success) return text;
  throw new UsageError(`A build is named by its 16 digits, not by '${text}'. --list shows them.`);
}

const OPTIONS = {
  module: { type: 'string' },
  to: { type: 'string' },
  built: { type: 'string' },
  rollback: { type: 'boolean' },
  list: { type: 'boolean' },
  pin: { type: 'string' },
  unpin: { type: 'boolean' },
  build: { type: 'string' },
  'dry-run': { type: 'boolean' },
  // For the script only, which builds after this has found no fault.
  ahead: { type: 'boolean' },
  'hosted-at': { type: 'string' },
  shell: { type: 'string' },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // What follows its first sentence is of arguments that begin with a dash, which no command here takes.
    const { message } = error instanceof Error ? error : Error(String(error));
    throw new UsageError(message.split('. To specify')[0]);
  }
}

/**
 * Parses the arguments.
 * @throws {UsageError}
 */
export function readWish(args: string[]): Wish {
  const { values, positionals } = parse(args);
  const { module, to, built, pin, build, shell } = values;
  if (!ModuleName.safeParse(module).success || built === undefined)
    throw new UsageError('Name the module: npm run deploy -w mfe-pricing -- …');
  if (to === undefined) throw new UsageError('Say where to: --to DIR_OR_URL');
  const actions = (['list', 'rollback', 'unpin'] as const).filter((one) => values[one] === true);
  if (actions.length + (pin === undefined ? 0 : 1) > 1)
    throw new UsageError('Ask for one thing at a time.');
  const [what = pin === undefined || build === undefined ? 'deploy' : 'pin'] = actions;
  const [named, ...more] = positionals;
  if (more.length > 0 || (named !== undefined && what !== 'rollback' && what !== 'unpin'))
    throw new UsageError(`What does '${more[0] ?? named}' mean?`);
  if (build !== undefined && what !== 'pin') throw new UsageError('--build goes with --pin.');
  const wanted = named === 'own' ? null : named && what === 'rollback' ? buildOf(named) : undefined;
  const hostedAt = values['hosted-at']?.replace(/\/+$/, '');
  if (hostedAt !== undefined && !/^https?:\/\//.test(hostedAt))
    throw new UsageError(`--hosted-at takes a whole address, and '${hostedAt}' is none.`);
  const companies = pin ?? (what === 'unpin' ? named : undefined);
  return {
    module: module!,
    to,
    what,
    build: build === undefined ? wanted : buildOf(build),
    companies: companies === undefined ? undefined : companiesOf(companies),
    dryRun: values['dry-run'] === true,
    ahead: values.ahead === true,
    built,
    hostedAt,
    shell,
  };
}

export interface Means {
  target: Target;
  say: (line: string) => void;
}

/** What was built, as it is sent. */
async function readBuilt({ built, hostedAt }: Wish): Promise<{ manifest: Manifest; files: Files }> {
  const all = await readFolder(built);
  const files = new Map([...all].filter(([path]) => belongs(path)));
  let manifest: Manifest;
  try {
    manifest = inspect(files);
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    throw new PackageError(
      `${built} holds no build as it was made: ${error.message} Build it again, and send all of it.`,
    );
  }
  if (hostedAt === undefined) return { manifest, files };
  const entry = `${hostedAt}/${manifest.name}/${manifest.build}/remoteEntry.js`;
  const elsewhere = { ...manifest, entry };
  const reported: Files = new Map([
    [MANIFEST, new TextEncoder().encode(JSON.stringify(elsewhere))],
  ]);
  return { manifest: inspect(reported), files: reported };
}

function printOffer(say: Means['say'], manifest: Manifest, offer: ShellOffer | null): void {
  if (offer === null) {
    say(
      'The shell that will show it is not known, so its fit was not checked: name one with --shell.',
    );
    return;
  }
  const found = misfits(manifest, offer);
  if (found.length > 0)
    throw new DeployError(
      `${manifest.name} ${manifest.version}, build ${manifest.build}, would not run there:\n${found.map((one) => `  ${one}`).join('\n')}`,
    );
  say(
    `It fits the shell there: kit ${offer.kit}, React ${offer.shared.react ?? '?'}, API ${offer.api}.`,
  );
}

const wayBack = ({ module, to }: Wish, tail: string) =>
  `npm run deploy -w ${module} -- --to ${to} ${tail}`;

/** Sends what was built, then gives it to everybody or to some companies. */
async function deploy(wish: Wish, { target, say }: Means): Promise<void> {
  const { manifest, files } = await readBuilt(wish);
  const { name, version, build } = manifest;
  if (name !== wish.module)
    throw new DeployError(`${wish.built} holds ${name}, not ${wish.module}.`);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  say(`${name} ${version}, build ${build}: ${files.size} files, ${(bytes / 1e6).toFixed(1)} MB`);
  printOffer(say, manifest, await target.offer());
  const { companies } = wish;
  const before = await target.state(name, companies);
  if (companies !== undefined && !target.knowsCompanies)
    say('A folder does not know which companies exist: check the numbers yourself.');
  const goal =
    companies === undefined
      ? 'live for all companies'
      : `that of ${companies.length === 1 ? 'company' : 'companies'} ${companies.join(', ')}`;
  if (wish.dryRun) {
    const isStored = before.kept.some((kept) => kept.build === build);
    say(
      `Would be ${isStored ? 'found there already' : 'sent'}, and made ${goal}. Live is ${called(before.standing.live)}. Nothing was done.`,
    );
    return;
  }
  if (manifest.entry !== undefined) await checkEntry(manifest.entry, manifest);
  say(
    (await target.hand(manifest, files))
      ? 'Sent, and whole there.'
      : 'It is there already, and whole.',
  );
  const order: Order =
    companies === undefined ? { do: 'live', build } : { do: 'pin', build, companies };
  const { standing } = await target.order(name, order);
  if (companies === undefined) await target.verify(manifest);
  const isSwitched = before.standing.live !== build;
  // Not the build that was live before: another process may have switched in between.
  const [replaced = null] = standing.before;
  if (companies === undefined && isSwitched)
    say(
      `Now ${goal}, in the place of ${called(replaced)}. Open pages take it at their next navigation.`,
    );
  else say(`Now ${goal}.`);
  if (companies !== undefined) say(`Back: ${wayBack(wish, `--unpin ${companies.join(',')}`)}`);
  else if (isSwitched) say(`Back: ${wayBack(wish, '--rollback')}`);
}

function rollbackOf(
  { name, standing }: ModuleState,
  wanted: Place | undefined,
): Extract<Order, { do: 'back' }> {
  const { live, before } = standing;
  const to = wanted === undefined ? before[0] : wanted;
  if (to === undefined)
    throw new DeployError(`Nothing of ${name} was live there before ${called(live)}.`);
  return { do: 'back', to, from: live };
}

function toBe(order: Exclude<Order, { do: 'live' }>, { standing }: ModuleState): string {
  if (order.do === 'back')
    return `Would go back to ${called(order.to)}. Live is ${called(standing.live)}.`;
  const companies =
    order.companies?.join(', ') ?? (Object.keys(standing.pins).join(', ') || 'none');
  return order.do === 'pin'
    ? `Companies ${companies} would get ${order.build}.`
    : `Companies ${companies} would get what all get, ${called(standing.live)}.`;
}

/** Changes who gets which of the builds that are there. */
async function change(wish: Wish, { target, say }: Means): Promise<void> {
  const { companies, build } = wish;
  const state = await target.state(wish.module, wish.what === 'pin' ? companies : undefined);
  let order: Exclude<Order, { do: 'live' }>;
  if (wish.what === 'rollback') order = rollbackOf(state, build);
  else if (wish.what === 'pin') order = { do: 'pin', build: build!, companies: companies! };
  else order = { do: 'unpin', ...(companies === undefined ? {} : { companies }) };
  if (wish.dryRun) {
    say(`${toBe(order, state)} Nothing was done.`);
    return;
  }
  const after = await target.order(wish.module, order);
  if (after.standing.number === state.standing.number)
    say('It stood so already. Nothing was done.');
  else if (order.do === 'back')
    say(
      `Live is ${called(after.standing.live)} again, in the place of ${called(order.from)}. Open pages take it at their next navigation.`,
    );
  printState(after, say);
}

function printState({ name, standing, own, kept }: ModuleState, say: Means['say']): void {
  const pinned = Object.keys(standing.pins);
  say(
    `${name}: live is ${called(standing.live)}${standing.at === null ? '' : `, since ${standing.at}`}`,
  );
  if (own !== null) say(`  the installation's own is ${own.build}, ${own.version}`);
  for (const { build, version, at, entry } of kept) {
    const companies = pinned.filter((id) => placeFor(standing, Number(id)) === build);
    const notes = [
      ...(build === standing.live ? ['live'] : []),
      ...(build === standing.before[0] ? ['before'] : []),
      ...(companies.length > 0 ? [`pinned: ${companies.join(', ')}`] : []),
      ...(entry === undefined ? [] : [`at ${entry}`]),
    ];
    say(`  ${build}  ${version}  ${at}  ${notes.join('; ')}`.trimEnd());
  }
  if (kept.length === 0) say('  no build was deployed there');
}

/**
 * Runs the command, and reports what it did and how to roll back.
 * @throws {DeployError | PackageError} with a message for the user
 */
export async function fulfil(wish: Wish, means: Means): Promise<void> {
  if (wish.ahead) {
    await means.target.state(wish.module, wish.companies);
    await means.target.offer();
    return;
  }
  if (wish.what === 'deploy') return await deploy(wish, means);
  if (wish.what === 'list') return printState(await means.target.state(wish.module), means.say);
  await change(wish, means);
}
