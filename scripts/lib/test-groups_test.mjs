import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countJunit } from './counts.mjs';
import { denoBinary } from './deno.mjs';
import { run } from './processes.mjs';
import { groupsOf, LONGEST, writeTestGroups } from './test-groups.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = mkdtempSync(join(tmpdir(), 'primazia-groups-'));
after(() => rmSync(made, { recursive: true }));

const makeFolder = (/** @type {string} */ name) => {
  const folder = join(made, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

describe('groups of test files', () => {
  it('share out what takes long, and begin with the longest', () => {
    const files = [
      'backend/a/x',
      'backend/a/y',
      'backend/platform/p',
      'backend/root',
      'backend/bench/b',
      'backend/pricing/rules/rule-model_test.ts',
    ];
    assert.deepEqual(groupsOf(files, 2), [
      ['backend/pricing/rules/rule-model_test.ts', 'backend/root', 'backend/a/x'],
      ['backend/bench/b', 'backend/platform/p', 'backend/a/y'],
    ]);
  });

  it('know the longest files by the names that they have', () => {
    const isNamed = (/** @type {string | RegExp} */ one) =>
      typeof one !== 'string' || existsSync(join(root, one));
    assert.deepEqual(
      LONGEST.filter((one) => !isNamed(one)),
      [],
    );
  });

  it('are never empty', () => {
    assert.deepEqual(groupsOf(['backend/a/x'], 3), [['backend/a/x']]);
  });

  it('hold every test file of the backend once', () => {
    const folder = makeFolder('all');
    writeTestGroups(root, folder, 5);
    const written = readdirSync(folder);
    const groups = written.map((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/testFile\("([^"]+)"/g)].map(
        ([, file = '']) => file,
      ),
    );
    const isolated = groups.filter((files) => files.some((file) => /_isolated_test/.test(file)));
    assert.ok(isolated.length > 0 && isolated.every((files) => files.length === 1));
    assert.equal(written.length, 5 + isolated.length);
    const named = groups.flat().sort();
    const there = readdirSync(join(root, 'backend'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('_test.ts'))
      .map((file) => `backend/${file}`)
      .sort();
    assert.deepEqual(named, there);
  });

  it('keep the hooks of each file to itself, and go on after a file that cannot be read', async () => {
    const project = makeFolder('project');
    const testing = makeFolder('project/backend/testing');
    for (const name of ['bdd.ts', 'test-file.ts'])
      cpSync(join(root, 'backend', 'testing', name), join(testing, name));
    const file = (/** @type {string} */ name, /** @type {string} */ text) =>
      writeFileSync(
        join(project, 'backend', name),
        `import { afterAll, beforeEach, describe, it } from './testing/bdd.ts';\n${text}`,
      );
    const once =
      "let runs = 0; beforeEach(() => { runs += 1; if (runs > 1) throw new Error('a strange test'); });";
    file('a_test.ts', `${once} it('runs', () => {});`);
    file('b_test.ts', "throw new Error('unreadable');");
    file('c_test.ts', `${once} describe('a group', () => it('runs', () => {}));`);
    file('d_test.ts', "afterAll(() => { throw new Error('left over'); }); it('runs', () => {});");
    const folder = makeFolder('groups');
    writeTestGroups(project, folder, 1);
    const report = join(folder, 'report.xml');
    const { code } = await run(
      denoBinary(root),
      ['test', '-A', '--no-check', '--no-config', `--junit-path=${report}`, folder],
      { cwd: project },
    );
    assert.equal(code, 1);
    const xml = readFileSync(report, 'utf8');
    assert.deepEqual(countJunit(xml), { passed: 3, failed: 2, skipped: 0 });
    assert.match(xml, /backend\/b_test\.ts &gt; can be loaded/);
  });
});
