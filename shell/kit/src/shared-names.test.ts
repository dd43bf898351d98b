import { expect, it } from '@rstest/core';
import { compareVersions } from 'compare-versions';
import takenThen from './names-taken-by-0.1.0.json' with { type: 'json' };
import recorded from './shared-names.json' with { type: 'json' };
import { KIT_VERSION } from './version.ts';

/** The packages that a shell shares with separately built modules. */
const SHARED = {
  kit: () => import('./shared.ts'),
  form: () => import('./form/index.ts'),
  zod: () => import('./zod.ts'),
  'react-query': () => import('./react-query.ts'),
  'react-router': () => import('./react-router.ts'),
};

/** The names of each part, by the version of the kit that added them. */
const versions = Object.entries<Partial<Record<string, string[]>>>(recorded);

it.each(Object.entries(SHARED))(
  'of %s, no export is added without a higher version of the kit, and none is removed',
  async (part, load) => {
    const present = Object.keys(await load());
    const known = versions.flatMap(([, brought]) => brought[part] ?? []);
    const unrecorded = present.filter((name) => !known.includes(name));
    expect(
      unrecorded,
      'An older shell does not have these: raise the version in the kit’s package.json, and record them under it in shared-names.json',
    ).toEqual([]);
    const gone = known.filter((name) => !present.includes(name));
    expect(
      gone,
      'Modules that were built before need these: keep them, or raise the version to one that theirs does not fit, and take them out of shared-names.json',
    ).toEqual([]);
  },
);

it.each(Object.entries<string[]>(takenThen))(
  'of %s, all that modules of 0.1.0 take is there: they run in this shell and in pages of hosts',
  async (part, names) => {
    const present = Object.keys(await SHARED[part as keyof typeof SHARED]());
    expect(names.filter((name) => !present.includes(name))).toEqual([]);
  },
);

it('is recorded for no future version', () => {
  const newest = versions
    .map(([version]) => version)
    .sort(compareVersions)
    .at(-1);
  expect(compareVersions(newest ?? '', KIT_VERSION)).toBeLessThanOrEqual(0);
});
