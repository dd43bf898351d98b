import { afterEach, expect, it, rs } from '@rstest/core';
import { createSuite } from './suite.ts';

const BASE = 'https://app.example';
const build = (name: string, kit: string) => ({
  name,
  version: '0.1.0',
  build: 'abcdef0123456789',
  entry: `${name}/abcdef0123456789/remoteEntry.js`,
  integrity: `sha384-${'A'.repeat(64)}`,
  kit,
  routes: [`/app/${name}`],
  embed: name.replace('mfe', 'primazia'),
});

/** The shared scope that each module gets, by its name; the scripts define their containers as builds do. */
function page(...builds: ReturnType<typeof build>[]) {
  const shared = new Map<string, unknown>();
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(builds));
  rs.spyOn(document.head, 'appendChild').mockImplementation(((script: HTMLScriptElement) => {
    const { name } = builds.find(({ entry }) => script.src.endsWith(entry))!;
    Reflect.set(globalThis, name.replaceAll('-', '_'), {
      init: async (scope: unknown) => void shared.set(name, scope),
      get: async () => () => ({ bootstrap() {}, mount() {}, unmount() {}, embed() {} }),
    });
    queueMicrotask(() => script.dispatchEvent(new Event('load')));
    return script;
  }) as never);
  return shared;
}

afterEach(() => {
  rs.restoreAllMocks();
});

it('lets modules share what they have in common only where they are built with one kit', async () => {
  const shared = page(
    build('mfe-old', '^0.2.3'),
    build('mfe-new', '^0.2.6'),
    build('mfe-newer', '^0.2.6'),
  );
  const suite = createSuite(BASE, (incident) => expect(incident).toBeNull());
  for (const tag of await suite.tags()) await suite.bring(tag, null);
  expect([...shared.keys()]).toEqual(['mfe-old', 'mfe-new', 'mfe-newer']);
  expect(shared.get('mfe-new')).toBe(shared.get('mfe-newer'));
  expect(shared.get('mfe-new')).not.toBe(shared.get('mfe-old'));
});
