import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a previous run whose parent was killed may take to notice that and release the port. */
const ORPHAN_MILLISECONDS = 8_000;

/**
 * PORT as a number.
 * @param {string | undefined} given
 * @throws {Error} with a message for the user
 */
export function readPort(given) {
  const text = given?.trim();
  if (!text) return 8080;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new Error(`PORT is '${text}'; it has to be a number from 1 to 65535.`);
  }
  return port;
}

/** @returns {Promise<boolean>} */
const answers = (/** @type {number} */ port, /** @type {string} */ host) =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const end = (/** @type {boolean} */ taken) => {
      socket.destroy();
      resolve(taken);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });

/** @returns {Promise<'free' | 'taken' | 'forbidden'>} */
const bind = (/** @type {number} */ port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code === 'EACCES' ? 'forbidden' : 'taken'),
    );
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () =>
      server.close(() => resolve('free')),
    );
  });

/** Some systems let one program listen on all addresses while another listens on one of them: so it connects as a client too. */
async function stateOf(/** @type {number} */ port) {
  if ((await answers(port, '127.0.0.1')) || (await answers(port, '::1'))) return 'taken';
  return await bind(port);
}

/** Whether what listens there is a Primazia. */
async function isOurs(/** @type {number} */ port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(1_500),
    });
    const health = await answer.json();
    return typeof health === 'object' && health !== null && 'jobs' in health && 'version' in health;
  } catch {
    // A server without this answer is another program.
    return false;
  }
}

/**
 * Makes sure that the port is free. A previous run whose parent process was killed stops on its own, and is given the time
 * for that; a port of another program is refused immediately.
 * @param {number} port
 * @param {(line: string) => void} say
 * @param {number} [patience] milliseconds
 * @throws {Error} with a message for the user
 */
export async function reservePort(port, say, patience = ORPHAN_MILLISECONDS) {
  let state = await stateOf(port);
  let ours = false;
  if (state === 'taken') ours = await isOurs(port);
  if (ours) {
    say(`A Primazia still holds port ${port}; waiting for it to stop…`);
    const until = Date.now() + patience;
    while (state === 'taken' && Date.now() < until) {
      await sleep(250);
      state = await stateOf(port);
    }
  }
  if (state === 'free') return;
  if (state === 'forbidden') {
    throw new Error(
      `Port ${port} needs more rights than this user has. Choose one from 1024 up with the setting PORT.`,
    );
  }
  // Not the next port: the sandbox takes that if it is free.
  const other = `PORT=${port + 10 < 65535 ? port + 10 : 8080} npm start`;
  throw new Error(
    ours
      ? `Port ${port} is taken: a Primazia is already running there. Stop it, or choose another port with the setting PORT, for example: ${other}`
      : `Port ${port} is taken by another program. Stop it, or choose another port with the setting PORT, for example: ${other}`,
  );
}
