import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWorkshop } from './workshop.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof openWorkshop>>} */
let workshop;
/** @type {string[]} */
const said = [];

const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(folder, name), text);
const source = (/** @type {string} */ word) => `export const word: string = '${word}';\n`;
const get = (/** @type {string} */ path) => fetch(new URL(path, workshop.address));

/** The server's events for a page, one text for each build. */
async function* builds(/** @type {AbortSignal} */ signal, path = 'events') {
  const answer = await fetch(new URL(path, workshop.address), { signal });
  assert.ok(answer.body);
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const built = /^event: built\ndata: (\w+)$/.exec(event)?.[1];
      yield built ?? 'listening';
    }
  }
}

/** The texts of all files in the module's manifest. */
async function served() {
  const manifest = await (await get('mf-manifest.json')).json();
  const names = manifest.exposes.flatMap(
    (/** @type {{ assets: { js: { sync: string[] } } }} */ { assets }) => assets.js.sync,
  );
  const texts = names.map(async (/** @type {string} */ name) => (await get(name)).text());
  return (await Promise.all(texts)).join('\n');
}

describe('a module that is being worked on', { timeout: 60_000 }, () => {
  before(async () => {
    // Below the project, where its packages are resolved; not in an ignored folder.
    mkdirSync(join(root, 'test-results'), { recursive: true });
    folder = mkdtempSync(join(root, 'test-results', 'workshop-'));
    mkdirSync(join(folder, 'src'));
    write('package.json', JSON.stringify({ name: 'mfe-word', version: '1.2.3', type: 'module' }));
    write('module.json', JSON.stringify({ name: 'mfe-word', routes: ['/app/word'] }));
    write(
      'rspack.config.mjs',
      `import { defineApp } from '@primazia/kit/rspack';
      export default defineApp({ name: 'mfe-word', dir: import.meta.dirname,
        exposes: { './module': './src/module.ts' } });`,
    );
    write('src/module.ts', source('first'));
    workshop = await openWorkshop({ folder, port: 4_101, say: (line) => said.push(line) });
  });

  after(async () => {
    await workshop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is served to pages of other origins with its manifest', async () => {
    const answer = await get('module.json');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const { build, kit, shared, ...rest } = await answer.json();
    assert.deepEqual(rest, { name: 'mfe-word', routes: ['/app/word'], version: '1.2.3' });
    assert.match(build, /^[0-9a-f]{8,}$/);
    assert.match(kit, /^\^\d/);
    assert.ok(shared.react);
    assert.match(await served(), /first/);
    assert.equal((await get('../package.json')).status, 404);
  });

  it('is built again at each change, and pages are notified', async () => {
    const listening = new AbortController();
    const events = builds(listening.signal);
    assert.equal((await events.next()).value, 'listening');
    const before = (await (await get('module.json')).json()).build;

    write('src/module.ts', source('second'));
    const { value: second } = await events.next();
    assert.notEqual(second, before);
    assert.equal((await (await get('module.json')).json()).build, second);
    assert.match(await served(), /second/);

    // A failed build is reported to the developer; pages keep the last one.
    said.length = 0;
    write('src/module.ts', 'export const word = ;\n');
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(said.join('\n'), /module\.ts/);
    assert.match(await served(), /second/);

    write('src/module.ts', source('third'));
    assert.notEqual((await events.next()).value, second);
    assert.match(await served(), /third/);
    listening.abort();
  });

  it('is updated in place where it runs, and loaded again only on request', async () => {
    const listening = new AbortController();
    const running = builds(listening.signal, 'changes');
    const loading = builds(listening.signal);
    assert.equal((await running.next()).value, 'listening');
    assert.equal((await loading.next()).value, 'listening');
    const before = (await running.next()).value;
    const loaded = async () => (await (await get('module.json')).json()).build;
    assert.equal(await loaded(), before);

    write('src/module.ts', source('fourth'));
    const { value: after } = await running.next();
    assert.notEqual(after, before);
    // From this build to the next one.
    assert.equal((await get(`mfe_word.${before}.hot-update.json`)).status, 200);
    assert.equal(await loaded(), before);

    await fetch(new URL('reload', workshop.address), { method: 'POST' });
    assert.equal((await loading.next()).value, after);
    assert.equal(await loaded(), after);
    listening.abort();
  });
});
