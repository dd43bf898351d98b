import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { MANIFESTS } from '../../integrations/registry.ts';
import { fixture as amazon } from './amazon.ts';
import { fixture as magalu } from './magalu.ts';
import { fixture as mercadoLivre } from './mercadolivre.ts';
import { fixture as shopee } from './shopee.ts';
import { conformance } from './suite.ts';

const FIXTURES = [amazon, mercadoLivre, magalu, shopee];

for (const fixture of FIXTURES) conformance(fixture.manifest.name, fixture);

describe('the manifests', () => {
  it('with a connector are all tested for conformance', () => {
    assert.deepEqual(
      MANIFESTS.filter(({ connection }) => connection !== null).map(({ slug }) => slug),
      FIXTURES.map(({ manifest }) => manifest.slug),
    );
  });

  it('have numbers, names and paths of their own', () => {
    for (const field of ['id', 'slug', 'name'] as const)
      assert.equal(new Set(MANIFESTS.map((one) => one[field])).size, MANIFESTS.length);
    const addresses = MANIFESTS.flatMap(({ slug, aliases }) => [slug, ...aliases]);
    assert.equal(new Set(addresses).size, addresses.length);
  });
});
