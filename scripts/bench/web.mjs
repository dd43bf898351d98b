// npm run bench -- web [--rounds N]: the transferred bytes of the pages and the time until they are usable, with
// federation, and as one application without it, in the same run. It prints figures and no verdict: they depend on the
// machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../lib/browser.mjs';
import { build } from '../lib/build.mjs';
import { openFront } from './web/front.mjs';
import { buildSingle } from './web/single.mjs';

/** @typedef {{ files: number, bytes: number, script: number }} Wire what was transferred; bytes compressed */
/** @typedef {{ token: string, companies: { id: number }[], name: string, email: string, company_id: number, company_name: string }} Entered */
/** @typedef {Wire & { ready: number }} Visit `ready`: ms until the first row was shown */

const root = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'only-for-this-bench';
/** A line of 10 Mbit/s with 40 ms there and back, and a processor of a quarter of the speed. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const SLOWER = 4;

/** How long a user views the list before the first navigation. */
const SAMPLE_MS = 2_000;
/** The pause before each further navigation: the previous page is hidden by then. */
const GLANCE_MS = 500;

const LIST = { path: '/app/precificacao-automatica', heading: 'Precificação automática' };
const OTHER = { path: '/app/channel', heading: 'Contas de marketplace' };

const option = process.argv.indexOf('--rounds');
const rounds = option === -1 ? 5 : Number(process.argv[option + 1]);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number.');

const say = (/** @type {string} */ line) => console.error(line);
const median = (/** @type {number[]} */ values) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** An installation with the demo in it. */
async function openInstallation(/** @type {string} */ folder) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      PRIMAZIA_DATA: join(folder, 'data'),
      SANDBOX: 'on',
      SANDBOX_HISTORY_DAYS: '0',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      PRIMAZIA_ROLE: 'all',
      DEMO_PASSWORD: PASSWORD,
    },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Demo login: ')) {
      child.stdout.resume();
      return { port, child };
    }
  }
  throw new Error('The installation did not start.');
}

/** Signs in without the pages: returns the session as the shell stores it. */
async function sessionOf(/** @type {number} */ port) {
  const post = async (
    /** @type {string} */ path,
    /** @type {object} */ body,
    /** @type {string} */ token = '',
  ) => {
    const answer = await fetch(`http://localhost:${port}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return /** @type {Promise<Entered>} */ (answer.json());
  };
  const { token, companies } = await post('/auth/login', {
    email: 'demo@primazia.test',
    password: PASSWORD,
  });
  const entered = await post('/auth/company', { companyId: companies[0]?.id }, token);
  return JSON.stringify({
    token: entered.token,
    // A refresh token works once: a visit would use it up for the next one.
    refreshToken: null,
    name: entered.name,
    email: entered.email,
    companyId: entered.company_id,
    companyName: entered.company_name,
    locale: 'pt',
  });
}

/** Runs in the page before its scripts: records when the expected element appears for the first time. */
function watch(/** @type {string} */ session) {
  localStorage.setItem('primazia.session', session);
  const sample = () => {
    if (document.querySelector('tbody tr:not(.pz-row-skeleton) td') !== null) {
      Reflect.set(globalThis, 'firstRow', performance.now());
      return;
    }
    requestAnimationFrame(sample);
  };
  sample();
}

/** Navigates to a section by its link, and measures the time until the heading of its page is visible, in ms. */
async function switchTo(
  /** @type {import('@playwright/test').Page} */ page,
  /** @type {{ path: string, heading: string }} */ section,
) {
  return await page.evaluate(
    ({ path, heading }) =>
      new Promise((resolve, reject) => {
        const link = document.querySelector(`nav a[href="${path}"]`);
        if (!(link instanceof HTMLElement)) return reject(new Error(`no link to ${path}`));
        const begun = performance.now();
        const sample = () => {
          const titles = [...document.querySelectorAll('main h1')];
          if (titles.some((title) => title.textContent === heading && title.checkVisibility())) {
            resolve(performance.now() - begun);
          } else requestAnimationFrame(sample);
        };
        link.click();
        // Not immediately: checking the visibility of a hidden element would force a layout.
        requestAnimationFrame(sample);
      }),
    section,
  );
}

/** How tall some parts of the page are, in px: the same in both variants, unless one lacks a style sheet. */
const sizesOf = (/** @type {import('@playwright/test').Page} */ page) =>
  page.evaluate(() =>
    ['nav a', 'main h1', 'thead th', 'tbody tr'].map((selector) => ({
      selector,
      height: document.querySelector(selector)?.getBoundingClientRect().height ?? 0,
    })),
  );

/** @param {Awaited<ReturnType<typeof sizesOf>>} one @param {Awaited<ReturnType<typeof sizesOf>>} other */
function refuseOtherSizes(one, other) {
  for (const [index, { selector, height }] of one.entries()) {
    const beside = other[index]?.height ?? 0;
    // Borders of a table are rounded to whole pixels, so rows of one style differ by one.
    if (Math.abs(height - beside) > 1)
      throw new Error(`The pages do not look the same: ${selector} has ${height} and ${beside} px`);
  }
}

/** One user: a first visit, a second visit, and navigation between sections. */
async function visit(
  /** @type {import('@playwright/test').Browser} */ browser,
  /** @type {number} */ port,
  /** @type {string} */ session,
) {
  const context = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, session);
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    /** @type {Map<string, string>} */
    const kinds = new Map();
    /** @type {Wire} */
    let wire = { files: 0, bytes: 0, script: 0 };
    client.on('Network.responseReceived', ({ requestId, type, response }) => {
      const { pathname } = new URL(response.url);
      if (!pathname.startsWith('/api/') && !pathname.startsWith('/sandbox/'))
        kinds.set(requestId, type);
    });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      if (kind === undefined) return;
      wire.files += 1;
      wire.bytes += encodedDataLength;
      if (kind === 'Script') wire.script += encodedDataLength;
    });
    const arrive = async () => {
      wire = { files: 0, bytes: 0, script: 0 };
      await page.goto(`http://localhost:${port}${LIST.path}`, { waitUntil: 'commit' });
      await page.waitForFunction(() => Reflect.has(globalThis, 'firstRow'), null, {
        timeout: 120_000,
      });
      const ready = await page.evaluate(() => Number(Reflect.get(globalThis, 'firstRow')));
      return { ...wire, ready };
    };
    const cold = await arrive();
    await page.waitForLoadState('networkidle');
    const warm = await arrive();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SAMPLE_MS);
    const sizes = await sizesOf(page);
    const firstSwitch = await switchTo(page, OTHER);
    await page.waitForLoadState('networkidle');
    const later = [];
    for (let round = 0; round < 4; round += 1) {
      for (const section of [LIST, OTHER]) {
        await page.waitForTimeout(GLANCE_MS);
        later.push(await switchTo(page, section));
      }
    }
    return { cold, warm, sizes, firstSwitch, later };
  } finally {
    await context.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'primazia-web-'));
// Started by root, the database inside runs as another user, who has to pass.
chmodSync(folder, 0o711);
/** @type {(() => unknown)[]} */
const closing = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const executablePath = await findBrowser(root, say);
  await build(root, say);
  say('Building the single bundle…');
  const single = join(folder, 'single');
  await buildSingle(root, single);
  const product = await openInstallation(folder);
  closing.unshift(async () => {
    product.child.kill('SIGTERM');
    await once(product.child, 'exit');
  });
  const session = await sessionOf(product.port);
  const pieces = await openFront(product.port, null);
  const whole = await openFront(product.port, single);
  closing.unshift(pieces.close, whole.close);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    /** @type {Record<'federated' | 'single', Awaited<ReturnType<typeof visit>>[]>} */
    const visits = { federated: [], single: [] };
    for (let round = 0; round < rounds; round += 1) {
      say(`round ${round + 1} of ${rounds}`);
      // Alternately, so that other work of the machine affects both.
      const one = await visit(browser, pieces.port, session);
      const other = await visit(browser, whole.port, session);
      refuseOtherSizes(one.sizes, other.sizes);
      visits.federated.push(one);
      visits.single.push(other);
    }
    const figures = Object.entries(visits).map(([variant, all]) => {
      const of = (/** @type {(one: (typeof all)[number]) => number} */ pick) =>
        median(all.map(pick));
      return {
        bench: 'web',
        variant,
        files: of(({ cold }) => cold.files),
        kilobytes: Math.round(of(({ cold }) => cold.bytes) / 1_000),
        scriptKilobytes: Math.round(of(({ cold }) => cold.script) / 1_000),
        coldMs: Math.round(of(({ cold }) => cold.ready)),
        warmMs: Math.round(of(({ warm }) => warm.ready)),
        firstSwitchMs: Math.round(of(({ firstSwitch }) => firstSwitch)),
        laterSwitchMs: Math.round(median(all.flatMap(({ later }) => later))),
        rounds,
      };
    });
    for (const line of figures) console.log(JSON.stringify(line));
    const [federated, one] = figures;
    if (federated && one) {
      const ratio = (federated.coldMs / one.coldMs).toFixed(2);
      console.log(JSON.stringify({ bench: 'web', coldToSingle: Number(ratio) }));
    }
  } finally {
    await browser.close();
  }
} finally {
  for (const close of closing) await close();
}
