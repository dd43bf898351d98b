import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countJunit, countPlaywright, countRstest, countTap } from './counts.mjs';

const junit = (/** @type {[string, string][]} */ cases) =>
  cases.map(([name, body]) => `<testcase name="${name}" time="1">${body}</testcase>`).join('\n');
const FAILED = '<failure message="1 !== 2">at x.ts:1</failure>';

describe('JUnit reports', () => {
  it('counts tests, not the groups around them', () => {
    const xml = junit([
      ['group', FAILED],
      ['alone', ''],
      ['group &gt; one', ''],
      ['group &gt; two', FAILED],
      ['group &gt; inner', ''],
      ['group &gt; inner &gt; three', ''],
    ]);
    assert.deepEqual(countJunit(xml), { passed: 3, failed: 1, skipped: 0 });
  });

  it('counts a group that failed without a failed test', () => {
    const xml = junit([
      ['group', FAILED],
      ['group &gt; one', ''],
    ]);
    assert.deepEqual(countJunit(xml), { passed: 1, failed: 1, skipped: 0 });
  });

  it('counts what was skipped', () => {
    const xml = `${junit([['one', '<skipped/>']])}<testcase name="two" time="1"/>`;
    assert.deepEqual(countJunit(xml), { passed: 1, failed: 0, skipped: 1 });
  });
});

describe('other reports', () => {
  it('TAP: a cancelled test has not passed', () => {
    const output = '# tests 9\n# pass 3\n# fail 2\n# cancelled 1\n# skipped 1\n# todo 2\n';
    assert.deepEqual(countTap(output), { passed: 3, failed: 3, skipped: 3 });
  });

  it('rstest: JSON among other lines', () => {
    const summary = {
      passedTests: 4,
      failedTests: 1,
      failedFiles: 1,
      skippedTests: 0,
      todoTests: 1,
    };
    const json = JSON.stringify({ tool: 'rstest', summary }, null, 2);
    assert.deepEqual(countRstest(`banner {\n${json}\nend\n`), {
      passed: 4,
      failed: 1,
      skipped: 1,
      rest: 'banner {\n\nend\n',
    });
  });

  it('rstest: a file that does not load counts as failed', () => {
    const summary = {
      passedTests: 0,
      failedTests: 0,
      failedFiles: 2,
      skippedTests: 0,
      todoTests: 0,
    };
    assert.equal(countRstest(JSON.stringify({ tool: 'rstest', summary }, null, 2)).failed, 2);
  });

  it('rstest: output without a report counts nothing', () => {
    assert.deepEqual(countRstest('broken'), { passed: 0, failed: 0, skipped: 0, rest: 'broken' });
  });

  it('Playwright: an error outside the tests counts where no test failed', () => {
    const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 1 };
    assert.deepEqual(countPlaywright(JSON.stringify({ stats, errors: [{}] })), {
      passed: 2,
      failed: 1,
      skipped: 1,
      flaky: [],
    });
  });

  it('Playwright: a flaky test has passed, and is named', () => {
    const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 };
    const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
      file: 'list.spec.ts',
      title,
      tests: [{ status }],
    });
    const suites = [
      { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('filters', 'flaky')] }] },
    ];
    assert.deepEqual(countPlaywright(JSON.stringify({ stats, errors: [], suites })), {
      passed: 2,
      failed: 0,
      skipped: 0,
      flaky: ['list.spec.ts › filters'],
    });
  });
});
