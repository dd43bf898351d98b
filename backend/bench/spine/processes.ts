import { join } from 'node:path';

const ROOT = join(import.meta.dirname!, '..', '..', '..');
const READY_MS = 60_000;
const STOP_MS = 10_000;

export interface Child {
  /** The line that reported readiness. */
  said: string;
  pid: number;
  stop(): Promise<void>;
}

/** The environment variables that every process needs. */
const inherited = () =>
  Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) =>
      ['PATH', 'HOME', 'DENO_DIR', 'TMPDIR', 'TZ'].includes(name),
    ),
  );

async function eachLine(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  let rest = '';
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts a Deno process and waits for the line that reports readiness. The process ends when its standard input closes,
 * also if this process is killed.
 * @param file below the project's folder
 */
export async function startChild(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<Child> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '--allow-all', '--no-lock', '--unstable-no-legacy-abort', join(ROOT, file)],
    cwd: ROOT,
    env: { ...inherited(), ...env },
    // A setting that the bench's own shell has for the product is not for the bench.
    clearEnv: true,
    stdin: 'piped',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn();
  const said = Promise.withResolvers<string>();
  const reading = eachLine(child.stdout, (line) => {
    const match = ready.exec(line);
    if (match) said.resolve(match[1] ?? '');
    else console.error(line);
  });
  const ended = Promise.all([child.status, reading]).then(([status]) => status);
  const gone = ended.then(() => 'gone' as const);

  const stop = async () => {
    await child.stdin.close().catch(() => undefined);
    if ((await inTime(ended, STOP_MS)) !== 'late') return;
    child.kill('SIGKILL');
    await ended;
  };
  const word = await inTime(
    Promise.race([said.promise.then((text) => ({ text })), gone]),
    READY_MS,
  );
  if (typeof word === 'object') return { said: word.text, pid: child.pid, stop };
  await stop();
  throw new Error(`${file} did not start (${word})`);
}
