import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

// The headless one first: journeys take it a quarter less CPU time.
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Programs of this name on the path. */
const onPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path));

/** Whether it starts: a browser may be installed without its libraries. */
const starts = async (/** @type {string} */ path) => (await run(path, ['--version'])).code === 0;

async function installed() {
  for (const path of [...NAMES.flatMap(onPath), ...(existsSync(MAC) ? [MAC] : [])]) {
    if (await starts(path)) return path;
  }
  return null;
}

/** Playwright's own build: the installed one, else a downloaded one. */
async function playwrights(/** @type {string} */ root, /** @type {(line: string) => void} */ say) {
  const require = createRequire(join(root, 'package.json'));
  const path = require('playwright-core').chromium.executablePath();
  if (!existsSync(path)) {
    say("  no Chromium found; trying Playwright's own…");
    const cli = join(root, 'node_modules', 'playwright', 'cli.js');
    const { code } = await run(process.execPath, [cli, 'install', 'chromium'], { cwd: root });
    if (code !== 0) return null;
  }
  return existsSync(path) && (await starts(path)) ? path : null;
}

const APT = ['install', '-y', '-qq', '--no-install-recommends'];
// Pages need a font too, which a minimal machine does not have. The first package manager that works is used.
const MANAGERS = [
  {
    name: 'apt-get',
    update: ['update', '-qq'],
    ways: [
      [...APT, 'chromium-headless-shell', 'fonts-liberation'],
      [...APT, 'chromium', 'fonts-liberation'],
    ],
  },
  {
    name: 'dnf',
    update: null,
    ways: [['install', '-y', '-q', 'chromium', 'liberation-fonts']],
  },
  { name: 'apk', update: null, ways: [['add', '--quiet', 'chromium', 'font-liberation']] },
];

async function fromSystem(/** @type {(line: string) => void} */ say) {
  const manager = MANAGERS.find(({ name }) => onPath(name).length > 0);
  if (manager === undefined) return null;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  say(`  installing Chromium with ${manager.name}…`);
  const install = async (/** @type {string[]} */ step) => {
    const [command, ...args] = [...asRoot, manager.name, ...step];
    const { code, output } = await run(/** @type {string} */ (command), args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (code !== 0) {
      say(
        `  ${manager.name} ${step[0]} failed: ${output.trim().split('\n').slice(-3).join(' | ')}`,
      );
    }
    return code === 0;
  };
  if (manager.update !== null && !(await install(manager.update))) return null;
  for (const way of manager.ways) if (await install(way)) return await installed();
  return null;
}

/**
 * A working Chromium: an installed one, else Playwright's own, else one from the system's packages.
 * `PRIMAZIA_BROWSER` names another.
 * @param {string} root
 * @param {(line: string) => void} say
 * @returns {Promise<string>} its path
 * @throws {Error} with a message for the user
 */
export async function findBrowser(root, say) {
  const given = process.env.PRIMAZIA_BROWSER;
  if (given) {
    if (await starts(given)) return given;
    throw new Error(`PRIMAZIA_BROWSER is ${given}, which does not start.`);
  }
  const found = (await installed()) ?? (await playwrights(root, say)) ?? (await fromSystem(say));
  if (found !== null) return found;
  throw new Error(
    'There is no Chromium on this machine and none could be installed. Install Chromium or Chrome, or name one with PRIMAZIA_BROWSER.',
  );
}
