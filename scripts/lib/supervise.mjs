import { spawn } from 'node:child_process';
import { STOP_SIGNALS } from './processes.mjs';

/** The exit code of `backend/main.ts` if a retry would fail too: an invalid setting, a taken port. */
export const FINAL = 78;

/** Notifies the child that the pages are built. */
const BUILT = 'built\n';

const RESTARTS = 5;
const WINDOW_MILLISECONDS = 60_000;
/** A stop that takes longer than this is ended by force. */
const STOP_MILLISECONDS = 15_000;
/** Ctrl-C reaches us twice, from the terminal and from npm: a second signal within this is the same one. */
const ECHO_MILLISECONDS = 700;

/**
 * Keeps one child running until it is stopped.
 *
 * The child leads a separate session, so that Ctrl-C in the terminal reaches it once, through this process. Its standard input
 * ends with this process, even if that is killed; a line is written to it once the pages are built. A child that crashes is
 * restarted with growing pauses, up to a limit.
 *
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, print: (line: string) => void, pause?: number,
 *   pages?: Promise<unknown> }} what `pause`: milliseconds before the first restart; doubles at each further one. `pages`: where
 *   the child waits for pages, resolves when they are built; it is stopped where they cannot be
 * @returns {Promise<number>} the exit code for this process
 */
export function supervise({ command, args, cwd, env, print, pause = 500, pages }) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').ChildProcess} */
    let child;
    /** @type {number[]} */
    let deaths = [];
    /** When the stop was requested. */
    /** @type {number | null} */
    let stopping = null;
    /** @type {NodeJS.Timeout | undefined} */
    let restart;
    let isBuilt = false;
    let isFailed = false;

    const begin = () => {
      child = spawn(command, args, {
        cwd,
        env,
        stdio: ['pipe', 'inherit', 'inherit'],
        detached: true,
      });
      // An error of writing to an ended child is ignored: 'exit' follows.
      child.stdin?.on('error', () => {});
      child.on('error', (error) => {
        print(`Deno could not be started: ${error.message}`);
        resolve(1);
      });
      child.on('exit', ended);
      if (isBuilt) child.stdin?.write(BUILT);
    };

    const ended = (
      /** @type {number | null} */ code,
      /** @type {NodeJS.Signals | null} */ signal,
    ) => {
      if (isFailed) return resolve(1);
      if (stopping !== null || code === 0) return resolve(stopping === null || code === 0 ? 0 : 1);
      if (code === FINAL) return resolve(1);
      const now = Date.now();
      deaths = [...deaths.filter((at) => now - at < WINDOW_MILLISECONDS), now];
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (deaths.length > RESTARTS) {
        print(`The server ${how}, for the ${deaths.length}th time within a minute. Giving up.`);
        return resolve(1);
      }
      const wait = pause * 2 ** (deaths.length - 1);
      print(`The server ${how}; starting it again in ${wait / 1000} s.`);
      restart = setTimeout(begin, wait);
    };

    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      const now = Date.now();
      if (stopping !== null && now - stopping < ECHO_MILLISECONDS) return;
      clearTimeout(restart);
      if (child.exitCode !== null || child.signalCode !== null) return resolve(1);
      child.kill(signal);
      if (stopping !== null) return;
      stopping = now;
      setTimeout(() => {
        print('The server did not stop in time; ending it by force.');
        child.kill('SIGKILL');
      }, STOP_MILLISECONDS).unref();
    };

    for (const [signal] of STOP_SIGNALS) process.on(signal, () => stop(signal));
    stopWithParent(stop);
    begin();
    pages?.then(
      () => {
        isBuilt = true;
        child.stdin?.write(BUILT);
      },
      (error) => {
        // Builds are ended together with the child.
        if (stopping !== null) return;
        print(error instanceof Error ? error.message : String(error));
        isFailed = true;
        stop('SIGTERM');
      },
    );
  });
}

/** A killed npm leaves its script running: the children of npm end with it. */
function stopWithParent(/** @type {(signal: NodeJS.Signals) => void} */ stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 1_000);
  watch.unref();
}
