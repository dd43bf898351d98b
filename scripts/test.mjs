// npm test: all checks and tests in one run. `--static` runs only the static checks.
// Each stage runs even if an earlier one failed; the last line is the sum: `N passed, N failed`.
// Checks and the build, which do not depend on time, run at low priority with the backend's tests; then the pages' unit
// tests, two folders at a time; then the journeys in a browser, alone on the machine.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './lib/browser.mjs';
import { build, workspaces } from './lib/build.mjs';
import { countJunit, countPlaywright, countRstest, countTap } from './lib/counts.mjs';
import { denoBinary } from './lib/deno.mjs';
import { install } from './lib/install.mjs';
import { endChildrenOnSignals, run } from './lib/processes.mjs';
import { writeTestGroups } from './lib/test-groups.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */
/**
 * The counts of a stage; `output`: shown if it failed; `flaky`: tests that passed when they were repeated.
 * @typedef {Counts & { output: string, flaky?: string[] }} Result
 */
/** @typedef {{ name: string, work: () => Promise<Result> }} Stage */
/** @typedef {Result & { name: string, seconds: string }} Outcome */

const root = fileURLToPath(new URL('..', import.meta.url));
const onlyStatic = process.argv.includes('--static');
const say = (/** @type {string} */ line) => console.log(line);

// The output of the tools is parsed before it is shown.
process.env.NO_COLOR = '1';

/** @returns {Result} */
const check = (/** @type {boolean} */ passed, /** @type {string} */ output) => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  skipped: 0,
  output,
});

/** A runner that fails or runs no test, without a failed test, counts as a failure too. */
const tests = (
  /** @type {Counts} */ { passed, failed, skipped },
  /** @type {number} */ code,
  /** @type {string} */ output,
) => {
  const broken = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: broken ? 1 : failed, skipped, output };
};

const tool = (/** @type {string} */ path) => join(root, 'node_modules', ...path.split('/'));
const node = (/** @type {string[]} */ args, /** @type {string} */ cwd = root, env = process.env) =>
  run(process.execPath, args, { cwd, env });
const deno = (/** @type {string[]} */ args, env = process.env) =>
  run(denoBinary(root), args, { cwd: root, env });

/** A temporary folder, deleted after the work. Others may traverse it: a database in it may run as another user. */
async function withFolder(/** @type {(folder: string) => Promise<Result>} */ work) {
  const folder = mkdtempSync(join(tmpdir(), 'primazia-stage-'));
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const folders = () => ['scripts', ...workspaces(root).map(({ folder }) => folder), 'shell/e2e'];

/** @returns {Stage[]} */
function checks() {
  return [
    {
      name: 'format and lint',
      async work() {
        const { code, output } = await node([tool('@biomejs/biome/bin/biome'), 'check', '.']);
        return check(code === 0, output);
      },
    },
    {
      name: 'types: backend',
      async work() {
        const { code, output } = await deno(['check', 'backend']);
        return check(code === 0, output);
      },
    },
    ...folders()
      .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
      .map((folder) => ({
        name: `types: ${folder}`,
        async work() {
          const { code, output } = await node([tool('typescript-native/bin/tsc'), '-p', folder]);
          return check(code === 0, output);
        },
      })),
    ...[
      ['import rules', '.dependency-cruiser.cjs'],
      ['folders', '.dependency-cruiser.folders.cjs'],
    ].map(([name = '', config = '']) => ({
      name,
      async work() {
        const { code, output } = await node([
          tool('dependency-cruiser/bin/dependency-cruise.mjs'),
          ...['--config', config, '--output-type', 'err-long'],
          ...workspaces(root).map(({ folder }) => folder),
        ]);
        return check(code === 0, output);
      },
    })),
  ];
}

/**
 * The parts of the journeys, by the names of their files: each takes about the same time. The one that waits for minutes ends
 * the first part, while the others still work.
 */
const PARTS = ['([a-h]|watched)', '[i-r]', '(?!watched)[^a-r]'];

/**
 * A part of the browser's journeys, in a separate installation.
 * @returns {Promise<Result>}
 */
async function journeys(
  /** @type {string} */ folder,
  /** @type {string} */ browser,
  /** @type {string} */ names,
  /** @type {number} */ part,
) {
  const report = join(folder, `report-${part}.json`);
  const cli = tool('@playwright/test/cli.js');
  const { code, output } = await node([cli, 'test', `shell/e2e/${names}`], root, {
    ...process.env,
    PRIMAZIA_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    PRIMAZIA_E2E_DATA: join(folder, `data-${part}`),
    PRIMAZIA_E2E_OUTPUT: join('test-results', `failures-${part}`),
  });
  const json = read(report);
  if (json === null) return tests({ passed: 0, failed: 0, skipped: 0 }, code, output);
  const { flaky, ...counts } = countPlaywright(json);
  return { ...tests(counts, code, output), flaky };
}

/** The number of concurrent processes: a file, which has its own database, waits half of its time. */
const LANES = 3;
/** Several for each lane, so that the lanes end together; each loads the product once, which takes seconds of CPU time. */
const GROUPS = 5 * LANES;

const testServer = (/** @type {'start' | 'stop'} */ command) =>
  deno(['run', '-A', '--quiet', 'backend/testing/server.ts', command]);

/** Stops the tests' database, unless it ran before. */
async function withTestServer(/** @type {() => Promise<Result>} */ work) {
  if (process.env.TEST_DATABASE_URL !== undefined) return await work();
  const { code, output } = await testServer('start');
  if (code !== 0) return check(false, output);
  try {
    return await work();
  } finally {
    if (!output.includes('It ran already.')) await testServer('stop');
  }
}

/** @type {Stage} */
const backend = {
  name: 'tests: backend',
  work: () =>
    withTestServer(() =>
      withFolder(async (folder) => {
        const report = join(folder, 'report.xml');
        writeTestGroups(root, folder, GROUPS);
        // Types are checked by another stage.
        const { code, output } = await deno(
          [
            ...['test', '-A', '--no-check', '--parallel', '--reporter=dot'],
            ...[`--junit-path=${report}`, folder],
          ],
          { ...process.env, DENO_JOBS: String(LANES) },
        );
        return tests(countJunit(read(report) ?? ''), code, output);
      }),
    ),
};

/** @type {Stage} */
const modules = {
  name: 'build',
  async work() {
    await build(root, () => {});
    return check(true, '');
  },
};

/** @returns {Stage[]} */
function units() {
  return [
    {
      name: 'tests: scripts',
      async work() {
        const files = readdirSync(join(root, 'scripts', 'lib')).filter((file) =>
          file.endsWith('_test.mjs'),
        );
        const { code, output } = await node([
          ...['--test', '--test-reporter=tap'],
          ...files.map((file) => join('scripts', 'lib', file)),
        ]);
        return tests(countTap(output), code, output);
      },
    },
    ...folders()
      .filter((folder) => existsSync(join(root, folder, 'rstest.config.ts')))
      .map((folder) => ({
        name: `tests: ${folder}`,
        async work() {
          const { code, output } = await node(
            [
              ...[tool('@rstest/core/bin/rstest.js'), 'run'],
              // Another folder's tests have the other half of the machine.
              ...['--pool.maxWorkers=50%', '--reporter=default', '--reporter=json'],
            ],
            join(root, folder),
          );
          const { rest, ...counts } = countRstest(output);
          return tests(counts, code, rest);
        },
      })),
  ];
}

/** @returns {Stage} */
const browsed = (/** @type {Promise<string>} */ found) => ({
  name: 'tests: browser',
  work: () =>
    withFolder(async (folder) => {
      const browser = await found;
      // A journey uses one core at a time, and waits for a quarter of its time.
      const parts = await Promise.all(
        PARTS.map((names, part) => journeys(folder, browser, names, part)),
      );
      return {
        passed: parts.reduce((sum, { passed }) => sum + passed, 0),
        failed: parts.reduce((sum, { failed }) => sum + failed, 0),
        skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
        output: parts.flatMap(({ failed, output }) => (failed > 0 ? [output] : [])).join('\n'),
        flaky: parts.flatMap(({ flaky = [] }) => flaky),
      };
    }),
});

/** @returns {Promise<Outcome>} */
async function carryOut(/** @type {Stage} */ { name, work }) {
  const begun = Date.now();
  say(`… ${name}`);
  /** @type {Result} */
  let result;
  try {
    result = await work();
  } catch (error) {
    result = check(false, error instanceof Error ? error.message : String(error));
  }
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (result.failed > 0) say(`${result.output.trimEnd()}\n✗ ${name} failed after ${seconds} s`);
  return { ...result, name, seconds };
}

/** Runs stages with limited concurrency: as soon as one ends, the next begins. */
async function carryOutAll(/** @type {Stage[]} */ stages, lanes = 1) {
  const left = [...stages];
  /** @type {Map<Stage, Outcome>} */
  const outcomes = new Map();
  const lane = async () => {
    for (let stage = left.shift(); stage; stage = left.shift()) {
      outcomes.set(stage, await carryOut(stage));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return stages.flatMap((stage) => outcomes.get(stage) ?? []);
}

async function all() {
  // If it has to be downloaded, that is a wait for the network, done concurrently. Its stage reports a failure.
  const browser = findBrowser(root, say);
  browser.catch(() => undefined);
  const [tested, checked] = await Promise.all([
    carryOutAll([backend]),
    carryOutAll([...checks(), modules]),
  ]);
  // The folders with more dependencies have more tests: started first, none of them runs alone at the end.
  const fromTheTop = await carryOutAll(units().reverse(), 2);
  return [
    ...checked,
    ...tested,
    ...fromTheTop.reverse(),
    ...(await carryOutAll([browsed(browser)])),
  ];
}

endChildrenOnSignals();
try {
  await install(root, say);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  say('0 passed, 1 failed');
  process.exit(1);
}

const results = onlyStatic ? await carryOutAll(checks()) : await all();

say('');
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, seconds, passed, failed, skipped } of results) {
  const mark = failed > 0 ? '✗' : '✓';
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  say(
    `${mark} ${name.padEnd(width)} ${seconds.padStart(7)} s   ${passed} passed, ${failed} failed${left}`,
  );
}
for (const test of results.flatMap(({ flaky = [] }) => flaky)) {
  say(`⚠ failed at first and passed when it was repeated: ${test} (screenshot in test-results)`);
}
const sum = (/** @type {'passed' | 'failed'} */ key) =>
  results.reduce((total, result) => total + result[key], 0);
say(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
