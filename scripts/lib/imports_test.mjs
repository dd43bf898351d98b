// Each import rule is violated once on purpose, in a separate small tree: a rule that no longer fires would otherwise go
// unnoticed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const configs = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs'].map((name) =>
  join(root, name),
);
const rules = configs.flatMap((config) =>
  require(config).forbidden.map((/** @type {{ name: string }} */ rule) => rule.name),
);

/** Rule -> the file that violates it -> the file's content. */
/** @type {Record<string, Record<string, string>>} */
const BREAKAGES = {
  'no-circles': {
    'backend/catalog/one.ts': "import './two.ts'; export const one = 1;",
    'backend/catalog/two.ts': "import './one.ts'; export const two = 2;",
  },
  // There is no circle of files: each folder has two independent ones.
  'no-circles-of-folders': {
    'backend/pricing/updates/one.ts': "import '../rules/one.ts';",
    'backend/pricing/rules/one.ts': 'export const one = 1;',
    'backend/pricing/rules/two.ts': "import '../updates/two.ts';",
    'backend/pricing/updates/two.ts': 'export const two = 2;',
    'shell/kit/src/api/one.ts': "import '../states/one.tsx';",
    'shell/kit/src/states/one.tsx': 'export const one = 1;',
    'shell/kit/src/states/two.tsx': "import '../api/two.ts';",
    'shell/kit/src/api/two.ts': 'export const two = 2;',
  },
  'pure-core': {
    'backend/pricing/engine/decide.ts': "import { readFileSync } from 'node:fs'; readFileSync;",
    'backend/pricing/updates/engine/state-machine.ts': "import '../store.ts';",
    'backend/catalog/problems.ts': "import './store.ts';",
    'backend/catalog/bell.ts': "import './store.ts';",
    'backend/pricing/strategies/win.ts': "import { readFileSync } from 'node:fs'; readFileSync;",
  },
  'domains-meet-at-the-door': {
    'backend/pricing/peeks.ts':
      "import type { Row } from '../catalog/store.ts'; export type R = Row;",
  },
  'floor-kernel': { 'backend/kernel/up.ts': "import '../platform/db.ts';" },
  'floor-platform': { 'backend/platform/up.ts': "import '../catalog/contract.ts';" },
  'floor-integrations': { 'backend/integrations/up.ts': "import '../identity/contract.ts';" },
  'floor-identity': { 'backend/identity/up.ts': "import '../catalog/contract.ts';" },
  'floor-catalog': { 'backend/catalog/up.ts': "import '../monitoring/contract.ts';" },
  'floor-monitoring': { 'backend/monitoring/up.ts': "import '../pricing/actions.ts';" },
  'floor-sales': { 'backend/sales/up.ts': "import '../pricing/contract.ts';" },
  'floor-pricing': { 'backend/pricing/up.ts': "import '../notifications/contract.ts';" },
  'floor-ads': { 'backend/ads/up.ts': "import '../insights/contract.ts';" },
  'floor-insights': { 'backend/insights/up.ts': "import '../notifications/contract.ts';" },
  'floor-notifications': { 'backend/notifications/up.ts': "import '../app.ts';" },
  'marketplace-knows-the-port': {
    'backend/integrations/marketplaces/alpha/offers.ts': "import '../../../platform/db.ts';",
    'backend/integrations/marketplaces/beta/offers.ts': "import '../alpha/offers.ts';",
  },
  'product-code-is-used': { 'backend/catalog/spare.ts': 'export const spare = 1;' },
  'sandbox-stands-alone': {
    'backend/sandbox/wire.ts': "import '../integrations/marketplace.ts';",
  },
  'no-import-of-the-sandbox': { 'backend/integrations/hint.ts': "import '../sandbox/main.ts';" },
  'modules-are-strangers': {
    'mfe-one/src/page.tsx':
      "import { two } from '../../mfe-two/src/page.tsx'; export const A = <b>{two}</b>;",
    'mfe-one/src/shell.ts': "import '../../shell/src/main.ts';",
  },
  'shell-entry-is-the-shells': { 'mfe-one/src/entry.ts': "import '../../shell/kit/src/shell.ts';" },
  'shell-finds-modules-at-run-time': { 'shell/src/boot.ts': "import '@primazia/mfe-two';" },
  'kit-stands-below': { 'shell/kit/src/list.ts': "import '../../src/main.ts';" },
  'frontend-sees-contracts': {
    'mfe-one/src/store.ts':
      "import type { Row } from '../../backend/catalog/store.ts'; export type R = Row;",
  },
  'backend-sees-no-frontend': { 'backend/web.ts': "import '../shell/src/main.ts';" },
  'one-spectrum': { 'mfe-one/src/button.ts': "import '@adobe/react-spectrum';" },
  'no-blind-spot': { 'mfe-one/src/gone.ts': "import './not-there';" },
  'test-support-in-tests': { 'backend/catalog/actions.ts': "import '../testing/test-context.ts';" },
};

/** The targets of the breakages, and allowed imports: none of them may be reported. */
const SOUND = {
  'backend/app.ts': "import './pricing/contract.ts'; import './catalog/store.ts';",
  'backend/main.ts':
    "import './app.ts'; import './identity/contract.ts'; import './insights/contract.ts'; import './integrations/marketplaces/gamma/offers.ts'; import './notifications/jobs.ts'; import './pricing/actions.ts';",
  'backend/kernel/money.ts': 'export type Minor = number;',
  'backend/platform/db.ts': "import '../kernel/money.ts';",
  'backend/identity/contract.ts': 'export const a = 1;',
  'backend/catalog/contract.ts':
    "import type { Minor } from '../kernel/money.ts'; export type M = Minor;",
  'backend/catalog/store.ts': "import '../platform/db.ts'; export type Row = number;",
  'backend/catalog/store_test.ts': "import '../testing/test-context.ts'; import './store.ts';",
  'backend/integrations/marketplace.ts': "import '../kernel/money.ts';",
  'backend/integrations/marketplaces/gamma/offers.ts': "import '../../marketplace.ts';",
  'backend/monitoring/contract.ts': "import '../catalog/contract.ts';",
  'backend/pricing/contract.ts': "import '../monitoring/contract.ts'; import 'zod';",
  'backend/pricing/actions.ts': "import './contract.ts'; import '../integrations/marketplace.ts';",
  'backend/insights/contract.ts': 'export const a = 1;',
  'backend/notifications/contract.ts': 'export const a = 1;',
  'backend/notifications/jobs.ts':
    "import '../pricing/contract.ts'; import '../pricing/bell.ts'; import './contract.ts';",
  'backend/pricing/bell.ts': "import './contract.ts';",
  'backend/sandbox/main.ts': "import '../kernel/money.ts';",
  'backend/testing/test-context.ts': "import '../catalog/store.ts';",
  'shell/src/main.ts': "import '../kit/src/index.ts';",
  'shell/kit/src/index.ts': "import '@adobe/react-spectrum';",
  'shell/kit/src/shell.ts': "import './index.ts';",
  'mfe-two/src/page.tsx':
    "import '../../shell/kit/src/index'; import type { M } from '../../backend/catalog/contract.ts'; export const two: M = 2;",
  'mfe-two/package.json': '{"name":"@primazia/mfe-two","exports":"./src/page.tsx"}',
  'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
  'node_modules/zod/index.js': '',
  'node_modules/@adobe/react-spectrum/package.json':
    '{"name":"@adobe/react-spectrum","main":"index.js"}',
  'node_modules/@adobe/react-spectrum/index.js': '',
};

/** @typedef {{ from: string, rule: { name: string }, cycle?: { name: string }[] }} Violation */

/** @type {string} */
let folder;
/** @type {Violation[]} */
let violations;

/** @returns {Promise<Violation[]>} */
async function cruise(/** @type {string} */ tree) {
  const found = await Promise.all(configs.map((config) => cruiseWith(config, tree)));
  return found.flat();
}

/** @returns {Promise<Violation[]>} */
async function cruiseWith(/** @type {string} */ config, /** @type {string} */ tree) {
  const { code, output } = await run(
    process.execPath,
    [
      join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...['--config', config, '--output-type', 'json'],
      ...['backend', 'shell', 'mfe-one', 'mfe-two'],
    ],
    { cwd: tree },
  );
  assert.ok(output.startsWith('{'), `dependency-cruiser ended with ${code}: ${output}`);
  return JSON.parse(output).summary.violations;
}

function write(/** @type {Record<string, string>} */ files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('import rules', () => {
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'primazia-imports-'));
    write(SOUND);
    mkdirSync(join(folder, 'mfe-one'));
    mkdirSync(join(folder, 'node_modules', '@primazia'), { recursive: true });
    symlinkSync('../../mfe-two', join(folder, 'node_modules', '@primazia', 'mfe-two'));
    assert.deepEqual(await cruise(folder), [], 'a sound tree is reported');
    for (const files of Object.values(BREAKAGES)) write(files);
    violations = await cruise(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('breaks every rule there is', () => {
    assert.deepEqual(Object.keys(BREAKAGES).sort(), [...rules].sort());
  });

  for (const [rule, files] of Object.entries(BREAKAGES)) {
    it(`${rule} fires`, () => {
      const caught = violations
        .filter((one) => one.rule.name === rule)
        .flatMap((one) => [one.from, ...(one.cycle ?? []).map(({ name }) => name)]);
      // A rule of folders reports the folder.
      for (const file of Object.keys(files))
        assert.ok(caught.includes(file) || caught.includes(dirname(file)), `${file} went unseen`);
    });
  }
});
