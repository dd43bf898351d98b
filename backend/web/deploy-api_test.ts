import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import {
  type DeployScene,
  failure,
  hand,
  KEY,
  NAME,
  openDeployScene,
  statusOf,
} from '../testing/deploy-scene.ts';
import {
  builtModule,
  bytes,
  lay,
  OFFERED,
  openModuleTestServer,
} from '../testing/module-server.ts';
import type { ModuleEntry } from './manifest.ts';
import { folderTarget, httpTarget } from './targets.ts';

let scene: DeployScene;
beforeEach(async () => {
  scene = await openDeployScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

describe('an installation that takes deploys', () => {
  it('refuses builds that would not run, whatever the caller checked', async () => {
    const { manifest, files } = builtModule('new', { kit: '^0.3.0' });
    assert.match(await failure(scene.overHttp().hand(manifest, files)), /needs the kit \^0\.3\.0/);
    await lay(join(scene.ctx.modules, NAME, manifest.build), files);
    const order = { do: 'live', build: manifest.build } as const;
    assert.match(await failure(scene.overHttp().order(NAME, order)), /needs the kit \^0\.3\.0/);
    assert.equal(await scene.said(), 'own');
  });

  it('notifies the pages of those it concerns, and switches also where they cannot be notified', async () => {
    const target = scene.overHttp();
    const [one, two] = [builtModule('one'), builtModule('two')];
    await scene.deploy(target, one);
    await scene.deploy(target, two, '--pin', '3,5');
    await target.order(NAME, { do: 'unpin', companies: [5] });
    await target.order(NAME, { do: 'unpin' });
    // Without a change no page is notified.
    await target.order(NAME, { do: 'unpin' });
    await target.order(NAME, { do: 'back', to: null, from: one.manifest.build });
    assert.deepEqual(scene.ctx.announced, [null, [3, 5], [5], null, null]);
    scene.ctx.silence();
    await target.order(NAME, { do: 'live', build: two.manifest.build });
    assert.equal(await scene.said(), 'two');
    assert.ok(scene.ctx.lines.some(({ message }) => /could not be notified/.test(message)));
  });

  it('is not there without a key', async () => {
    await using closed = await openModuleTestServer();
    const { manifest, files } = builtModule('one');
    const target = httpTarget(closed.origin, KEY);
    assert.match(await failure(target.hand(manifest, files)), /takes no deploys.*Set DEPLOY_KEY/);
    assert.match(await failure(target.state(NAME)), /takes no deploys/);
  });

  it('checks its key, limits attempts, and logs the callers', async () => {
    const wrong = httpTarget(scene.ctx.origin, 'another-key-of-the-same-length');
    assert.match(await failure(wrong.state(NAME)), /DEPLOY_KEY is not the key/);
    assert.equal(await statusOf(fetch(`${scene.ctx.origin}/deploys/${NAME}`)), 401);
    const tries = Array.from({ length: 12 }, () => statusOf(scene.ask(`/${NAME}`, {}, 'wrong')));
    const answers = await Promise.all(tries);
    assert.deepEqual([answers.filter((status) => status === 401).length, answers.at(-1)], [8, 429]);
    assert.equal(await statusOf(scene.ask(`/${NAME}`)), 429, 'nothing is compared any more');
    scene.ctx.setTime(new Date(Date.now() + 61_000));
    assert.equal(await statusOf(scene.ask(`/${NAME}`)), 200);
    await scene.deploy(scene.overHttp(), builtModule('one'));
    const text = JSON.stringify(scene.ctx.lines);
    assert.equal(text.includes(KEY), false);
    const reported = scene.ctx.lines.filter(({ message }) =>
      /Module build accepted|Live build of a module changed/.test(message),
    );
    assert.equal(reported.length, 2);
    assert.ok(scene.ctx.lines.some(({ message }) => /Deploy rejected/.test(message)));
  });

  it('takes nothing that is not what it is sent as', async () => {
    const { manifest, files } = builtModule('one');
    const form = (...parts: [string, Uint8Array | string][]) => {
      const data = new FormData();
      for (const [path, content] of parts) {
        if (typeof content === 'string') data.append(path, content);
        else data.append(path, new Blob([content.slice()]), 'file');
      }
      return data;
    };
    const put = (path: string, body: BodyInit) =>
      statusOf(scene.ask(path, { method: 'PUT', body }));
    const whole = form(...files);
    assert.equal(await put(`/${NAME}/${'0'.repeat(16)}`, whole), 422);
    assert.equal(await put(`/mfe-other/${manifest.build}`, whole), 422);
    assert.equal(await put(`/${NAME}/..%2f..%2fshell`, whole), 422);
    assert.equal(await put(`/shell/${manifest.build}`, whole), 422);
    const place = `/${NAME}/${manifest.build}`;
    assert.equal(await put(place, 'no form'), 422);
    assert.equal(await put(place, form(...files, ['a.js', 'text'])), 422);
    assert.equal(await put(place, form(...files, ...files)), 422);
    assert.equal(await put(place, form(...files, ['../../../shell/dist/a.js', bytes('x')])), 422);
    assert.equal(await put(place, new Uint8Array(33 * 1024 * 1024)), 413);
    for (const body of ['', '{', '{"do":"everything"}', '{"do":"live","build":"../../shell"}']) {
      assert.equal(await statusOf(scene.ask(`/${NAME}`, { method: 'POST', body })), 422, body);
    }
    assert.deepEqual((await scene.overHttp().state(NAME)).kept, []);
    assert.equal(await scene.said(), 'own');
  });

  it('is as before where an upload breaks off', async () => {
    await scene.deploy(scene.overHttp(), builtModule('one'));
    const { manifest } = builtModule('two');
    const { hostname, port } = new URL(scene.ctx.origin);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const head = [
      `PUT /deploys/${NAME}/${manifest.build} HTTP/1.1`,
      'host: house',
      `authorization: Bearer ${KEY}`,
      'content-type: multipart/form-data; boundary=edge',
      'content-length: 100000',
      '',
      '--edge\r\ncontent-disposition: form-data; name="remoteEntry.js"; filename="file"\r\n\r\nhalf',
    ];
    await connection.write(bytes(head.join('\r\n')));
    connection.close();
    assert.equal(await scene.said(), 'one');
    assert.equal((await scene.overHttp().state(NAME)).kept.length, 1);
  });

  it('serves a module of another origin, if that is allowed', async () => {
    const one = builtModule('from elsewhere');
    const folder = join(scene.ctx.root, 'elsewhere');
    const outside = folderTarget(folder, hand, () => Promise.resolve(OFFERED));
    const server = Deno.serve(
      { port: 0, hostname: '127.0.0.1', onListen: () => {} },
      async (request) => {
        const file = await Deno.readFile(join(folder, new URL(request.url).pathname)).catch(
          () => null,
        );
        if (file === null) return new Response(null, { status: 404 });
        return new Response(file, { headers: { 'access-control-allow-origin': '*' } });
      },
    );
    const origin = `http://127.0.0.1:${server.addr.port}`;
    try {
      await scene.deploy(outside, one);
      const refused = scene.deploy(scene.overHttp(), one, '--hosted-at', origin);
      assert.match(await failure(refused), /none of the installation's MODULE_ORIGINS/);
      await using open = await openModuleTestServer({ deployKey: KEY, moduleOrigins: [origin] });
      await scene.deploy(httpTarget(open.origin, KEY), one, '--hosted-at', origin);
      const answer = await fetch(`${open.origin}/modules/registry.json`);
      const [entry] = (await answer.json()) as ModuleEntry[];
      assert.equal(entry?.entry, `${origin}/${NAME}/${one.manifest.build}/remoteEntry.js`);
      assert.equal(entry?.integrity, one.manifest.integrity);
      const gone = builtModule('never put there');
      const missing = scene.deploy(httpTarget(open.origin, KEY), gone, '--hosted-at', origin);
      assert.match(await failure(missing), /answered 404/);
    } finally {
      await server.shutdown();
    }
  });
});
