import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@rstest/core';

// All style sheets of a page share one cascade: two modules with the same class name would restyle each other.

const ROOT = join(import.meta.dirname, '..', '..', '..');

function classesOf(part: string): Set<string> {
  const names = new Set<string>();
  const folder = join(ROOT, part, 'src');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.css')) continue;
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, selector = ''] of text.matchAll(/([^{}]+)\{/g)) {
      for (const [, name = ''] of selector.matchAll(/\.([A-Za-z_][\w-]*)/g)) names.add(name);
    }
  }
  // The kit's are meant for all.
  return new Set([...names].filter((name) => !name.startsWith('pz-')));
}

it('shell and modules have separate class names', () => {
  const modules = readdirSync(ROOT).filter((name) => name.startsWith('mfe-'));
  const parts = ['shell', ...modules].map((part) => ({ part, names: classesOf(part) }));
  expect(parts.every(({ names }) => names.size > 0) && parts.length > 2).toBe(true);
  const shared = parts.flatMap(({ part, names }, at) =>
    parts
      .slice(at + 1)
      .flatMap((other) =>
        [...names]
          .filter((name) => other.names.has(name))
          .map((name) => `.${name} of ${part} and ${other.part}`),
      ),
  );
  expect(shared).toEqual([]);
});
