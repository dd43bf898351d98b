// Commands on the database, independent of the running product: npm run backup, restore, migrate and monitoring-limit. They use
// the product's settings, and by them DATABASE_URL or the embedded database.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { marketplaceSettings } from './integrations/registry.ts';
import { BackupError, backup, countLocked, restore } from './platform/backup.ts';
import { type Config, givenSecrets, readConfig } from './platform/config.ts';
import { openPool } from './platform/db.ts';
import { ConfigError, readEnvironment } from './platform/environment.ts';
import { createLog } from './platform/log.ts';
import { DatabaseError, migrate, migrateTables, refuseHalfRestored } from './platform/migrate.ts';
import { seeingAll } from './platform/owner.ts';
import { startPostgres } from './platform/postgres.ts';
import { copySecrets, loadSecrets } from './platform/secrets.ts';
import { hold, holdIfFree, makeDataFolder } from './start/data-folder.ts';
import { StartError } from './start/errors.ts';
import { monitoringLimits, readLimit, setMonitoringLimit } from './start/monitoring-limit.ts';

const ROOT = resolve(import.meta.dirname!, '..');
const SECRETS = 'secrets.json';
/** How long to wait for a product that is stopping, in milliseconds. */
const PATIENCE = 5_000;

const USAGE = `Use one of
  npm run backup -- FOLDER [--with-secrets]   writes a backup into a new folder; the product may run
  npm run restore -- FOLDER [--force]         puts it into an empty database; the product must be stopped
  npm run migrate -- [MIGRATION]              brings the tables to a migration, also back; to the last one without
  npm run monitoring-limit -- [COMPANY [LIMIT|none]]   shows or sets how many listings a company's package monitors`;

/** Invalid arguments. */
class UsageError extends Error {}

const log = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'warn',
});

async function settings(): Promise<Config> {
  const env = Deno.env.toObject();
  const groups = marketplaceSettings();
  const environment = readEnvironment(env, groups);
  const folder = (path: string) => resolve(ROOT, path);
  const dataFolder = folder(environment.PRIMAZIA_DATA);
  await makeDataFolder(dataFolder);
  const others = groups.flatMap((group) => Object.keys(group.secrets));
  const secrets = await loadSecrets(dataFolder, givenSecrets(env, groups), others);
  return readConfig(env, secrets, folder, groups);
}

/**
 * Works on the database as its owner. The embedded one is started for the work if it is not running.
 * @param alone refuses if a product uses the embedded one; with DATABASE_URL the work itself has to check that
 */
async function withDatabase<T>(
  config: Config,
  alone: boolean,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return await work(config.databaseUrl);
  const lock = alone
    ? await hold(config.dataFolder, 'database', PATIENCE)
    : await holdIfFree(config.dataFolder, 'database');
  try {
    const server = await startPostgres({
      folder: join(config.dataFolder, 'postgres'),
      password: config.secrets.postgresPassword,
      log,
    });
    try {
      return await work(server.url);
    } finally {
      // If another process holds the data folder, the server belongs to that process.
      if (lock !== null) await server.stop();
    }
  } finally {
    lock?.close();
  }
}

async function runBackup(folder: string, withSecrets: boolean): Promise<void> {
  const config = await settings();
  const { version } = JSON.parse(await Deno.readTextFile(join(ROOT, 'package.json')));
  const made = await withDatabase(config, false, async (ownerUrl) => {
    await refuseHalfRestored(ownerUrl);
    return await backup(ownerUrl, folder, { product: version, now: new Date() });
  });
  if (withSecrets) await copySecrets(config.secrets, join(folder, SECRETS));
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backed up ${rows} rows of ${made.tables.length} tables into ${folder}`);
  if (!withSecrets) {
    console.log(
      `Keep ${join(config.dataFolder, SECRETS)} (or VAULT_KEY) at another place: without it the marketplaces' credentials in the backup cannot be opened.`,
    );
  }
}

async function runRestore(folder: string, replace: boolean): Promise<void> {
  const config = await settings();
  const appPassword = config.secrets.databaseAppPassword;
  const keys = [config.secrets.vaultKey, ...config.earlierVaultKeys];
  const [made, locked] = await withDatabase(config, true, async (ownerUrl) => [
    await restore(ownerUrl, folder, { appPassword, now: new Date(), replace }),
    await countLocked(
      ownerUrl,
      keys.map((key) => Uint8Array.fromBase64(key)),
    ),
  ]);
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${rows} rows of ${made.tables.length} tables, as they were at ${made.madeAt}`,
  );
  if (locked > 0) {
    console.error(
      `The credentials of ${locked} accounts were sealed with another VAULT_KEY. Before the first start, give the one of that installation, or put its ${SECRETS} into ${config.dataFolder}: else these accounts have to be connected again.`,
    );
  }
}

async function runMigrate(to: string | undefined): Promise<void> {
  const config = await settings();
  await withDatabase(config, false, async (ownerUrl) => {
    await refuseHalfRestored(ownerUrl);
    if (to === undefined) {
      await migrate(ownerUrl, config.secrets.databaseAppPassword);
      return;
    }
    const owner = openPool(ownerUrl, 3);
    try {
      await seeingAll(owner, () => migrateTables(owner, to));
    } finally {
      await owner.end({ timeout: 5 });
    }
  });
  console.log(`The tables are at ${to ?? 'the last migration'}`);
}

/** Shows the limits of all companies, or of one, or sets one. */
async function runMonitoringLimit([company, typed, ...more]: readonly string[]): Promise<void> {
  const limit = typed === undefined ? undefined : readLimit(typed);
  const isRight = company === undefined || /^\d{1,15}$/.test(company);
  if (!isRight || more.length > 0 || (typed !== undefined && limit === undefined))
    throw new UsageError();
  const companyId = company === undefined ? null : Number(company);
  const config = await settings();
  const found = await withDatabase(config, false, async (ownerUrl) => {
    const owner = openPool(ownerUrl, 3);
    try {
      return await seeingAll(owner, () =>
        companyId === null || limit === undefined
          ? monitoringLimits(owner, companyId)
          : setMonitoringLimit(owner, companyId, limit),
      );
    } finally {
      await owner.end({ timeout: 5 });
    }
  });
  if (found.length === 0) throw new DatabaseError(`There is no company ${company}`);
  for (const one of found) console.log(`${one.id}\t${one.limit ?? 'none'}\t${one.name}`);
}

function theOne(positionals: readonly string[]): string {
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) throw new UsageError();
  // npm changes into the project's folder; a path is relative to the folder in which it was typed.
  return resolve(Deno.env.get('INIT_CWD') ?? Deno.cwd(), folder);
}

async function main(): Promise<void> {
  const [command, ...args] = Deno.args;
  const { values, positionals } = parseArgs({
    args,
    options: { force: { type: 'boolean' }, 'with-secrets': { type: 'boolean' } },
    allowPositionals: true,
  });
  if (command === 'backup') await runBackup(theOne(positionals), values['with-secrets'] ?? false);
  else if (command === 'restore') await runRestore(theOne(positionals), values.force ?? false);
  else if (command === 'migrate' && positionals.length < 2) await runMigrate(positionals[0]);
  else if (command === 'monitoring-limit') await runMonitoringLimit(positionals);
  else throw new UsageError();
}

try {
  await main();
  Deno.exit(0);
} catch (error) {
  const isMistyped =
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS');
  if (error instanceof UsageError || isMistyped) {
    console.error(USAGE);
    Deno.exit(2);
  }
  const kinds = [BackupError, ConfigError, DatabaseError, StartError];
  if (kinds.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else console.error(error);
  Deno.exit(1);
}
