/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the tests of a JUnit report of `deno test`: it contains groups as cases too, whose tests have names that begin with
 * the group's. A group that failed without a failed test (a hook threw) counts as one.
 * @param {string} xml
 * @returns {Counts}
 */
export function countJunit(xml) {
  const cases = [
    ...xml.matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g),
  ].map(([, name = '', body = '']) => ({
    name,
    outcome: /<(failure|error)\b/.test(body)
      ? /** @type {const} */ ('failed')
      : body.includes('<skipped')
        ? /** @type {const} */ ('skipped')
        : /** @type {const} */ ('passed'),
  }));
  const groups = new Set();
  const failedInside = new Set();
  const separator = ' &gt; ';
  for (const { name, outcome } of cases) {
    for (let at = name.indexOf(separator); at !== -1; at = name.indexOf(separator, at + 1)) {
      groups.add(name.slice(0, at));
      if (outcome === 'failed') failedInside.add(name.slice(0, at));
    }
  }
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, outcome } of cases) {
    if (!groups.has(name)) counts[outcome]++;
    else if (outcome === 'failed' && !failedInside.has(name)) counts.failed++;
  }
  return counts;
}

/**
 * Counts what `node --test --test-reporter=tap` printed. A test whose group was cancelled has not passed.
 * @param {string} output
 * @returns {Counts}
 */
export function countTap(output) {
  const number = (/** @type {string} */ name) =>
    Number(output.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
}

/**
 * Counts the JSON that rstest printed among other lines.
 * @param {string} output
 * @returns {Counts & { rest: string }} `rest`: the output without it
 */
export function countRstest(output) {
  const begin = output.lastIndexOf('{\n  "tool": "rstest"');
  const end = output.indexOf('\n}', begin) + 2;
  if (begin === -1 || end === 1) return { passed: 0, failed: 0, skipped: 0, rest: output };
  const { summary } = JSON.parse(output.slice(begin, end));
  return {
    passed: summary.passedTests,
    // A file that does not load has no failed test.
    failed: summary.failedTests || summary.failedFiles,
    skipped: summary.skippedTests + summary.todoTests,
    rest: output.slice(0, begin) + output.slice(end),
  };
}

/**
 * Counts Playwright's JSON report. A flaky test, which failed and passed when it was repeated, counts as passed.
 * @param {string} json
 * @returns {Counts & { flaky: string[] }} `flaky`: file and title of each such test
 */
export function countPlaywright(json) {
  const { stats, errors, suites = [] } = JSON.parse(json);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || errors.length,
    skipped: stats.skipped,
    flaky: suites.flatMap(flakyOf),
  };
}

/**
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @returns {string[]}
 */
const flakyOf = (/** @type {Suite} */ { specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file} › ${title}`),
  ...suites.flatMap(flakyOf),
];
