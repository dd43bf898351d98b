// Runs the sandbox as a separate process: it replaces the marketplaces, and the product knows only its address.
import { join, relative } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { freePort } from '../platform/postgres.ts';
import { hold, holdIfFree } from './data-folder.ts';
import type { Exit } from './exit.ts';
import { openLogFile } from './log-file.ts';

interface SandboxSettings {
  /** The folder that holds `backend` and `node_modules`. */
  root: string;
  /** The folder of its state. */
  folder: string;
  logFile: string;
  port: number;
  /** Where people reach its pictures and product pages. */
  publicUrl: string;
  /** Where its notifications go: below it, by the marketplace's name in routes. */
  webhooksUrl: string;
  /** The marketplaces' secrets, which its notifications bear. */
  secrets: Readonly<Record<string, string | undefined>>;
  log: Log;
}

export interface Sandbox {
  /** Its address; null while it is not running. */
  answersAt(): string | null;
  url: string;
}

const READY = /^Sandbox ready at /;
/** The days of a new demo's past, unless the environment names another number. */
const HISTORY_DAYS = '90';
/** The first start simulates a past, which on a busy machine takes minutes; a process that ends earlier is detected. */
const READY_MILLISECONDS = 10 * 60_000;
const LONGEST_PAUSE_MILLISECONDS = 10_000;
const FIRST_PAUSE_MILLISECONDS = 250;

const portFile = (folder: string) => join(folder, 'port');

/** The port of the start before; null where there was none. */
async function savedPort(folder: string): Promise<number | null> {
  try {
    return Number(await Deno.readTextFile(portFile(folder))) || null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function choosePort(folder: string, wished: number): Promise<number> {
  const port = freePort((await savedPort(folder)) ?? wished);
  await Deno.writeTextFile(portFile(folder), String(port), { mode: 0o600 });
  return port;
}

/** Its environment: its own settings, and no secrets but the marketplaces'. */
function environment({ port, folder, publicUrl, webhooksUrl, secrets }: SandboxSettings) {
  const own = Object.entries(Deno.env.toObject()).filter(
    ([name]) => name.startsWith('SANDBOX_') || ['PATH', 'HOME', 'DENO_DIR', 'TZ'].includes(name),
  );
  return {
    SANDBOX_HISTORY_DAYS: HISTORY_DAYS,
    ...Object.fromEntries(own),
    SANDBOX_PORT: String(port),
    SANDBOX_DATA: folder,
    SANDBOX_PUBLIC_URL: publicUrl,
    SANDBOX_WEBHOOKS_URL: webhooksUrl,
    SANDBOX_SECRETS: JSON.stringify(secrets),
  };
}

/** It talks with this machine and writes its own memory; nothing else. */
const rights = ({ root, port, folder, webhooksUrl }: SandboxSettings) => [
  '--no-prompt',
  '--no-remote',
  '--no-lock',
  '--unstable-no-legacy-abort',
  `--allow-net=127.0.0.1:${port},${new URL(webhooksUrl).host}`,
  // Relative to its working folder, since Deno's lists allow no commas in a name.
  `--allow-read=.,./${relative(root, folder)}`,
  `--allow-write=./${relative(root, folder)}`,
  '--allow-env',
];

async function eachLine(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  let rest = '';
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  if (rest !== '') take(rest);
}

/** Starts the sandbox and restarts it on the same port if it ends. */
async function superviseSandbox(settings: SandboxSettings) {
  const { root, log } = settings;
  const file = openLogFile(settings.logFile);
  let child: Deno.ChildProcess | null = null;
  let isRunning = false;
  let isReady = false;
  let isStopping = false;

  /** Runs it once: `ready` when it answers, `ended` when it is gone. */
  function run() {
    const process = new Deno.Command(Deno.execPath(), {
      args: ['run', ...rights(settings), join(root, 'backend', 'sandbox', 'main.ts')],
      cwd: root,
      env: environment(settings),
      clearEnv: true,
      // Its lifeline: never written to, and closed when we end, however we do.
      stdin: 'piped',
      stdout: 'piped',
      stderr: 'piped',
    }).spawn();
    child = process;
    isRunning = true;
    void process.status.then(() => {
      isRunning = false;
    });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const reading = Promise.all([
      eachLine(process.stdout, (line) => {
        if (READY.test(line)) resolve();
        else file.write(line);
      }),
      eachLine(process.stderr, (line) => file.write(line)),
    ]);
    return { ready, ended: Promise.all([process.status, reading]).then(([status]) => status) };
  }

  async function keepRunning(first: Promise<Deno.CommandStatus>) {
    let pause = FIRST_PAUSE_MILLISECONDS;
    for (let ended = first; ; ) {
      const { code, signal } = await ended;
      isReady = false;
      if (isStopping) return;
      log.warn('Sandbox exited; it is restarted', { code, signal, pause });
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isStopping) return;
      const again = run();
      ended = again.ended;
      void again.ready.then(() => {
        isReady = true;
        pause = FIRST_PAUSE_MILLISECONDS;
      });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  const first = run();
  const late = AbortSignal.timeout(READY_MILLISECONDS);
  await Promise.race([
    first.ready,
    first.ended.then(({ code }) => {
      throw new Error(`the sandbox did not start (code ${code}); see ${settings.logFile}`);
    }),
    new Promise((_, reject) =>
      late.addEventListener('abort', () =>
        reject(
          new Error(
            `the sandbox was not ready within ${READY_MILLISECONDS / 60_000} minutes; see ${settings.logFile}`,
          ),
        ),
      ),
    ),
  ]);
  isReady = true;
  const supervised = keepRunning(first.ended);

  return {
    isReady: () => isReady,
    async stop() {
      isStopping = true;
      // Between two runs there is no process to stop.
      if (isRunning) child?.kill('SIGTERM');
      await supervised;
    },
  };
}

const at = (url: string, isReady: () => boolean): Sandbox => ({
  url,
  answersAt: () => (isReady() ? url : null),
});

/**
 * Starts the sandbox where the settings want one, and stops it when we stop. Where API and workers are processes of
 * their own with one data folder, the first of them runs it and the others use it.
 * @param secretNames the marketplaces' secrets, which its notifications have to bear
 */
export async function openSandbox(
  root: string,
  config: Config,
  secretNames: readonly string[],
  log: Log,
  exit: Exit,
): Promise<Sandbox | null> {
  if (!config.sandbox) return null;
  const folder = join(config.dataFolder, 'sandbox');
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await (config.role === 'all' ? hold : holdIfFree)(config.dataFolder, 'sandbox');
  if (lock === null) {
    const port = await savedPort(folder);
    if (port === null) throw new Error('the sandbox of the other process is not there yet');
    return at(`http://127.0.0.1:${port}`, () => true);
  }
  exit.stops.add("the sandbox's folder", () => lock.close());
  const port = await choosePort(folder, config.port + 1);
  const sandbox = await superviseSandbox({
    root,
    folder,
    logFile: join(config.dataFolder, 'log', 'sandbox.log'),
    port,
    publicUrl: config.publicUrl,
    webhooksUrl: `http://127.0.0.1:${config.port}/api/webhooks`,
    secrets: Object.fromEntries(secretNames.map((name) => [name, config.secrets[name]])),
    log,
  });
  exit.stops.add('the sandbox', sandbox.stop);
  return at(`http://127.0.0.1:${port}`, sandbox.isReady);
}
