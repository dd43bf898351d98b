import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ACCEPTED_LICENSES, noticesOf, sbomOf, thirdParties } from './notices.mjs';
import { packagesOf, workspacesOf } from './package.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the software of others in a package', () => {
  const places = workspacesOf(root).flatMap((workspace) => packagesOf(root, workspace));
  const parties = thirdParties(root, places);
  const named = (/** @type {string} */ name) => parties.filter((party) => party.name === name);

  it('is that of the server and of the pages, with nothing of ours', () => {
    for (const name of ['hono', 'pg-boss', 'deno', 'react', 'echarts', '@adobe/react-spectrum'])
      assert.equal(named(name).length, 1, name);
    assert.deepEqual(
      parties.filter(({ name }) => name.startsWith('@primazia/')),
      [],
    );
  });

  it('is under licences that allow it', () => {
    const others = parties.filter(({ license }) => !ACCEPTED_LICENSES.has(license));
    assert.deepEqual(
      others.map(({ name, license }) => `${name}: ${license}`),
      [],
    );
  });

  it('is named with its licence’s text, and for programs with the hash of its archive', () => {
    const [hono] = named('hono');
    const notices = noticesOf(parties);
    assert.ok(hono?.text && notices.includes(hono.text));
    for (const { name, version } of parties) assert.ok(notices.includes(`${name} ${version}\n`));
    const { components } = sbomOf({ name: 'primazia', version: '1.2.3' }, parties);
    assert.equal(components.length, parties.length);
    const found = components.find(({ name }) => name === '@hono/zod-openapi');
    assert.match(found?.purl ?? '', /^pkg:npm\/%40hono\/zod-openapi@\d/);
    assert.match(found?.hashes?.[0]?.content ?? '', /^[\da-f]{128}$/);
  });
});
