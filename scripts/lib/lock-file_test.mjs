// With an existing lock file npm omits installed packages of a single platform, and does not add them on others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

/** @type {Record<string, { optionalDependencies?: Record<string, string> }>} */
const packages = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
).packages;

it('the lock file has the parts of each package for all of its platforms', () => {
  const places = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)));
  assert.deepEqual(missing, []);
  assert.ok(places.includes('node_modules/@deno/darwin-arm64'));
});
