import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files that take longest, the longest first; then the folders where whole installations are run and measured. */
export const LONGEST = [
  'backend/reliability/kill-matrix_test.ts',
  'backend/reliability/database-restart_test.ts',
  'backend/platform/backup_test.ts',
  'backend/reliability/order-kills_test.ts',
  'backend/bench/scale_test.ts',
  'backend/bench/spine_test.ts',
  'backend/access_test.ts',
  'backend/pricing/rules/rule-model_test.ts',
  'backend/platform/workers_test.ts',
  'backend/reliability/',
  'backend/bench/',
  /^backend\/[^/]+$/,
  'backend/platform/',
];
const rank = (/** @type {string} */ file) => {
  const found = LONGEST.findIndex((one) =>
    typeof one === 'string' ? file.startsWith(one) : one.test(file),
  );
  return found === -1 ? LONGEST.length : found;
};

/**
 * Distributes test files so that each group has some of the slow ones, the first groups the slowest.
 * @param {string[]} files
 * @param {number} count
 * @returns {string[][]}
 */
export function groupsOf(files, count) {
  const ordered = files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Array.from({ length: Math.min(count, files.length) }, (_, group) =>
    ordered.filter((_, index) => index % count === group),
  );
}

/**
 * Writes a file for each group of the backend's test files. Loading the product's modules takes longer than most of the
 * tests in a file: the files of a group share a process, which loads them once.
 * @param {string} root
 * @param {string} folder of the groups
 * @param {number} count
 */
export function writeTestGroups(root, folder, count) {
  const files = readdirSync(join(root, 'backend'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('_test.ts') && !file.includes('node_modules'))
    .map((file) => `backend/${file.replaceAll('\\', '/')}`);
  // A test that changes something before the product's modules are loaded needs a separate process.
  const isIsolated = (/** @type {string} */ file) => file.endsWith('_isolated_test.ts');
  const groups = [
    ...groupsOf(
      files.filter((file) => !isIsolated(file)),
      count,
    ),
    ...files.filter(isIsolated).map((file) => [file]),
  ];
  const url = (/** @type {string} */ file) => JSON.stringify(pathToFileURL(join(root, file)).href);
  for (const [index, group] of groups.entries()) {
    const lines = [
      `import { testFile } from ${url('backend/testing/test-file.ts')};`,
      ...group.map(
        (file) => `await testFile(${JSON.stringify(file)}, () => import(${url(file)}));`,
      ),
    ];
    const name = `group-${String(index).padStart(2, '0')}_test.ts`;
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
}
