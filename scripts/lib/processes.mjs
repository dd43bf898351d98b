import { spawn } from 'node:child_process';
import os from 'node:os';

/** Children that must not outlive this process: signals are forwarded to them. */
const running = new Set();

/**
 * Runs a command and waits for its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, priority?: number, shell?: boolean }} [options] `show`: its
 *   output goes to the terminal as it comes, and is returned besides; `shell`: the command is a line for the shell.
 * @returns {Promise<{ code: number, output: string }>} `code` is 127 where the command does not exist, and
 *   128 where a signal ended it.
 */
export function run(
  command,
  args,
  { cwd, env = process.env, show = false, priority, shell = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    if (priority !== undefined && child.pid !== undefined) os.setPriority(child.pid, priority);
    let output = '';
    const take = (/** @type {NodeJS.WriteStream} */ to) => (/** @type {string} */ chunk) => {
      output += chunk;
      if (show) to.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: signal ? 128 : (code ?? 1), output });
    });
  });
}

/** Ends all processes started by `run`. */
export function endChildren(/** @type {NodeJS.Signals} */ signal) {
  for (const child of running) child.kill(signal);
}

/** The signals that ask a process to end, with their numbers. */
export const STOP_SIGNALS = /** @type {const} */ ([
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
]);

/** The shell's exit code of a process that wrote to a closed pipe. */
const SIGPIPE = 13;

/**
 * Forwards SIGINT, SIGTERM and SIGHUP to all processes started by `run`, then ends this process too; likewise when its output
 * pipe is closed (`| head`).
 * @returns {() => void} removes these handlers
 */
export function endChildrenOnSignals() {
  const end = (/** @type {NodeJS.Signals} */ signal, /** @type {number} */ number) => {
    endChildren(signal);
    process.exit(128 + number);
  };
  /** @type {(() => unknown)[]} */
  const releases = STOP_SIGNALS.map(([signal, number]) => {
    const handler = () => end(signal, number);
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  const onFault = (/** @type {NodeJS.ErrnoException} */ fault) => {
    if (fault.code !== 'EPIPE') throw fault;
    end('SIGTERM', SIGPIPE);
  };
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', onFault);
    releases.push(() => stream.off('error', onFault));
  }
  return () => {
    for (const release of releases) release();
  };
}
