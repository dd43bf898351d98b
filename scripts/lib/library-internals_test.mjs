// All uses of library internals beyond their public interface. A new version of one of them fails here first: check each of
// its entries, then raise the version.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import find, { LOOKUPS } from '../../shell/kit/rspack/find-loader.mjs';
import { arePatched, hunks } from './patches.mjs';

const root = join(import.meta.dirname, '../..');

/** @typedef {{ file: string, says: string, why: string }} Use `says`: the text in the file that shows the use */

/** @type {Record<string, { version: string, uses: Use[] }>} */
const INTERNALS = {
  postgres: {
    version: '3.4.9',
    uses: [
      {
        file: 'patches/postgres+3.4.9.patch',
        says: 'porsager/postgres/pull/1215',
        why: 'a connection that is lost while a write is scheduled never writes again',
      },
      {
        file: 'backend/platform/reserve.ts',
        says: 'onclose',
        why: 'a statement on a reserved connection that is lost never ends (porsager/postgres#1208)',
      },
      {
        file: 'backend/platform/backup.ts',
        says: '_read(0)',
        why: 'after a COPY out whose last rows waited, the connection is not read any more',
      },
      {
        file: 'backend/platform/backup.ts',
        says: '_final',
        why: 'a COPY in that the server refuses at its end never ends',
      },
    ],
  },
  kysely: {
    version: '0.29.9',
    uses: [
      {
        file: 'backend/platform/db.ts',
        says: 'executor.provideConnection =',
        why: 'the statements of a transaction are sent without waiting for each other',
      },
    ],
  },
  'pg-boss': {
    version: '12.35.0',
    uses: [
      { file: 'backend/platform/gauges.ts', says: 'pgboss.queue', why: 'the length of the queues' },
      { file: 'backend/platform/backup.ts', says: 'pgboss.version', why: 'tables left out' },
    ],
  },
  'react-aria': {
    version: '3.52.1',
    uses: [
      {
        file: 'shell/kit/rspack/find-loader.mjs',
        says: 'adobe/react-spectrum/pull/7687',
        why: 'it looks ids up in the document, where what stands in a shadow root is not found',
      },
      {
        file: 'shell/kit/src/module/embed/overlays.ts',
        says: 'data-react-aria-top-layer',
        why: 'it hides an overlay that opens out of a dialog in a shadow root',
      },
    ],
  },
  'react-stately': {
    version: '3.50.0',
    uses: [
      {
        file: 'shell/kit/src/spectrum.ts',
        says: 'react-stately/private/flags/flags',
        why: 'support of shadow roots is switched on by a flag that is not exported',
      },
    ],
  },
  '@tanstack/react-router': {
    version: '1.170.46',
    uses: [
      { file: 'shell/src/run.ts', says: '_getBlockers', why: 'whether a form holds work' },
      {
        file: 'shell/kit/src/module/history.ts',
        says: '_getBlockers',
        why: 'the history of a module hands on what blocks that of the shell',
      },
      {
        file: 'shell/kit/src/module/embed/host-history.ts',
        says: '__TSR_index',
        why: 'how many steps a host went',
      },
    ],
  },
};

const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');

for (const [name, { version, uses }] of Object.entries(INTERNALS)) {
  describe(name, () => {
    it(`is version ${version}, whose internals were checked`, () => {
      const installed = JSON.parse(read(`node_modules/${name}/package.json`)).version;
      assert.equal(installed, version, uses.map(({ file, why }) => `${file}: ${why}`).join('\n'));
    });

    for (const { file, says, why } of uses) {
      it(`is still used beyond its interface by ${file}: ${why}`, () => {
        assert.ok(
          read(file).includes(says),
          `${file} no longer has ${says}: take it off this list`,
        );
      });
    }
  });
}

describe('the patches', () => {
  it('each change something of the installed version that they name', () => {
    for (const { patch, file } of hunks(root)) {
      const [, name = '', version] = /^(.+)\+([^+]+)\.patch$/.exec(patch) ?? [];
      const folder = `node_modules/${name.replace('+', '/')}`;
      assert.ok(file.startsWith(`${folder}/`), `${patch} changes ${file}`);
      assert.equal(JSON.parse(read(`${folder}/package.json`)).version, version);
    }
  });

  it('are applied to what is installed', () => assert.ok(arePatched(root)));
});

describe('the lookups of React Aria', () => {
  const folder = join(root, 'node_modules', 'react-aria', 'dist', 'private');
  const LOOKUP = /(?<![\w$.])document\.getElementById\(/;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.mjs'),
  );

  it('are where they are known', () => {
    const found = files.filter((name) => LOOKUP.test(readFileSync(join(folder, name), 'utf8')));
    assert.deepEqual(found.sort(), LOOKUPS);
  });

  it('are led into our shadow roots, all of them', () => {
    const source = readFileSync(join(folder, 'utils/useId.mjs'), 'utf8');
    const callback = (/** @type {Error | null} */ _, /** @type {string} */ result) => {
      assert.ok(result.includes('globalThis.__primazia?.find(id)'));
      assert.ok(!LOOKUP.test(result.replaceAll('(id) => document.getElementById(id)', '')));
    };
    find.call(/** @type {any} */ ({ callback }), source);
  });
});

describe('the compiler of the pages', () => {
  it('is one version, in development and in production', () => {
    const lock = JSON.parse(read('package-lock.json')).packages;
    const places = Object.keys(lock).filter((place) => place.endsWith('node_modules/@rspack/core'));
    assert.deepEqual(places, ['node_modules/@rspack/core']);
  });
});
