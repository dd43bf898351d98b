// The product as several processes over one database, as people run it: main.ts with its settings.
import { join } from 'node:path';
import postgres from 'postgres';
import { openPool } from '../platform/db.ts';
import { freePort } from '../platform/postgres.ts';
import { TEST_APP_PASSWORD, testDatabaseName, testServerUrl, withDatabase } from './server.ts';

const REPOSITORY = join(import.meta.dirname!, '..', '..');
const READY = /^Primazia is ready/m;
const READY_MS = 180_000;
const STOP_MS = 60_000;

export interface Process {
  role: 'api' | 'worker';
  /** Its address; only of an API process. */
  url: string;
  pid: number;
  /** Resolves when it is gone, however it ended. */
  ended: Promise<Deno.CommandStatus>;
  /** Its output so far. */
  said(): string;
  /** Ends it as the system does when it shuts down; gives the exit code. */
  stop(): Promise<number>;
}

export interface ProcessOptions {
  role: Process['role'];
  env: Record<string, string>;
  /** What it runs, below the folder; by default the product. */
  file?: string;
  /** By default any free one. */
  port?: number;
}

export interface Installation {
  /** The database's superuser. */
  owner: postgres.Sql;
  /** The application's address. */
  appUrl: string;
  processes: Process[];
  /** Starts one more, and waits until it is ready. */
  start(role: Process['role']): Promise<Process>;
  close(): Promise<void>;
}

/** The product's folder with a page that needs no build; its code and packages are those of the repository. */
export async function makeRoot(): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: 'primazia-processes-' });
  for (const name of ['backend', 'node_modules', 'deno.json'])
    await Deno.symlink(join(REPOSITORY, name), join(root, name));
  await Deno.writeTextFile(join(root, 'package.json'), '{"version":"0.0.0","type":"module"}');
  await Deno.mkdir(join(root, 'shell', 'dist'), { recursive: true });
  await Deno.writeTextFile(
    join(root, 'shell', 'dist', 'index.html'),
    '<!doctype html><title>Primazia</title>',
  );
  return root;
}

/** Starts a process in such a folder. It ends with the parent process, even if that is killed. */
export function startProcess(root: string, options: ProcessOptions) {
  const { role, env, file = 'backend/main.ts', port = freePort(null) } = options;
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-lock', '--unstable-no-legacy-abort', file, '--lifeline'],
    cwd: root,
    env: { ...env, PRIMAZIA_ROLE: role, PORT: String(port) },
    stdin: 'piped',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn();
  let said = '';
  const ready = Promise.withResolvers<void>();
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (READY.test(said)) ready.resolve();
    }
  };
  const ended = Promise.all([child.status, listen(child.stdout), listen(child.stderr)]);
  const timer = setTimeout(() => ready.reject(new Error(`not ready in time: ${said}`)), READY_MS);
  let isGone = false;
  void ended.then(() => {
    isGone = true;
    ready.reject(new Error(`ended: ${said}`));
  });
  const process: Process = {
    role,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    said: () => said,
    ended: ended.then(([status]) => status),
    async stop() {
      if (!isGone) child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const [status] = await ended;
      clearTimeout(impatience);
      return status.code;
    },
  };
  return { process, ready: ready.promise.finally(() => clearTimeout(timer)) };
}

/** Starts processes at once over an empty database, and waits until all are ready. No marketplace can be reached. */
export async function startInstallation(roles: readonly Process['role'][]): Promise<Installation> {
  const server = await testServerUrl();
  const name = testDatabaseName();
  const admin = postgres(withDatabase(server, 'postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  const ownerUrl = withDatabase(server, name);
  const owner = openPool(ownerUrl, 2);
  const root = await makeRoot();
  const begin = (role: Process['role']) =>
    startProcess(root, {
      role,
      env: {
        DATABASE_URL: ownerUrl,
        PRIMAZIA_DATA: join(root, 'data'),
        DATABASE_APP_PASSWORD: TEST_APP_PASSWORD,
        JWT_SECRET: 'a secret that signs tokens in tests only',
        VAULT_KEY: btoa('k'.repeat(32)),
        SANDBOX: 'off',
        MELI_CLIENT_ID: 'test-client',
        MELI_CLIENT_SECRET: 'test-client-secret',
        MELI_BASE_URL: 'http://127.0.0.1:9',
      },
    });
  const started = roles.map(begin);
  const appUrl = new URL(ownerUrl);
  appUrl.username = `${name}_app`;
  appUrl.password = TEST_APP_PASSWORD;
  const installation: Installation = {
    owner,
    appUrl: appUrl.href,
    processes: started.map(({ process }) => process),
    async start(role) {
      const { process, ready } = begin(role);
      installation.processes.push(process);
      await ready;
      return process;
    },
    async close() {
      await Promise.all(installation.processes.map((process) => process.stop()));
      await owner.end({ timeout: 1 });
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin`drop role if exists ${admin(`${name}_app`)}`;
      await admin.end({ timeout: 1 });
      await Deno.remove(root, { recursive: true });
    },
  };
  try {
    await Promise.all(started.map(({ ready }) => ready));
  } catch (error) {
    await installation.close();
    throw error;
  }
  return installation;
}
