// Draws a long list in a real browser and prints how long it takes; `node shell/kit/bench/run.mjs`, with
// PRIMAZIA_BROWSER as the browser tests have it. Figures, no verdict: they depend on the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { rspack } from '@rspack/core';
import '../../../design-tokens/build.mjs';
import { defineApp } from '../rspack/index.mjs';

const ROUNDS = 15;
const KEYS = 40;
const folder = mkdtempSync(path.join(tmpdir(), 'primazia-list-'));

const build = () =>
  new Promise((resolve, reject) => {
    const dir = path.join(import.meta.dirname, '..');
    const app = defineApp({ name: 'bench', dir, entry: { main: './bench/list.tsx' } });
    rspack(
      {
        ...app,
        devtool: false,
        output: {
          path: folder,
          filename: 'main.js',
          publicPath: '',
          crossOriginLoading: 'anonymous',
        },
        // A separate page: it shares no packages.
        plugins: [
          ...app.plugins.filter((plugin) => plugin.constructor.name !== 'ModuleFederationPlugin'),
          new rspack.HtmlRspackPlugin({ title: 'List' }),
        ],
      },
      (error, stats) => {
        if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve(undefined);
      },
    );
  });

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const print = (name, values, work) =>
  console.log(
    JSON.stringify({
      bench: 'list',
      name,
      p50: Number(median(values).toFixed(1)),
      least: Number(Math.min(...values).toFixed(1)),
      most: Number(Math.max(...values).toFixed(1)),
      ...(work === undefined ? {} : { work: Number(work.toFixed(1)) }),
      rounds: values.length,
    }),
  );

await build();
const executablePath = process.env.PRIMAZIA_BROWSER;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('http://list.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const name = path.extname(pathname) === '' ? 'index.html' : path.basename(pathname);
    return route.fulfill({ path: path.join(folder, name) });
  });
  await page.goto('http://list.test/');
  await page.getByRole('heading', { name: 'Anúncios' }).waitFor();
  // CPU time of the page's thread, beside the clock: other programs on the machine do not count in it.
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const measure = async (name) => {
    const before = await worked();
    const clock = await clockOf(name);
    const perRound = (await worked()) - before;
    return { clock, work: perRound / ROUNDS };
  };
  const clockOf = (name) =>
    page.evaluate(
      async ([act, rounds]) => {
        const values = [];
        for (let round = 0; round < rounds; round += 1) {
          values.push(await window.bench[act](round));
          await new Promise((done) => setTimeout(done, 30));
        }
        return values;
      },
      [name, ROUNDS],
    );
  const measureAndPrint = async (name, act) => {
    const { clock, work } = await measure(act);
    print(name, clock, work);
  };
  await measureAndPrint('200 rows x 15 columns, those in sight drawn', 'draw');
  await measureAndPrint('200 rows x 15 columns, the last one drawn', 'drawAll');
  print('from frame to frame meanwhile', await page.evaluate(() => window.blocked));
  await measureAndPrint('200 rows x 15 columns, refreshed', 'refresh');
  await measureAndPrint('one row ticked among 200', 'tick');

  // From a key to the next frame, while 200 rows are below.
  const field = page.getByRole('searchbox');
  await field.focus();
  await page.evaluate(() => {
    window.frames_ = [];
    document.addEventListener('keydown', () => {
      const begin = performance.now();
      requestAnimationFrame(() => setTimeout(() => window.frames_.push(performance.now() - begin)));
    });
  });
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a', { delay: 20 });
  await page.waitForTimeout(500);
  print('a key in the search, to the next frame', await page.evaluate(() => window.frames_));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
