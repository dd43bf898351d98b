import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { type DeployScene, failure, NAME, openDeployScene } from '../testing/deploy-scene.ts';
import { builtModule } from '../testing/module-server.ts';
import { readWish, UsageError } from './deploy-command.ts';
import type { Order } from './deployment.ts';
import type { Manifest } from './manifest.ts';
import { printOffer } from './offers.ts';

let scene: DeployScene;
beforeEach(async () => {
  scene = await openDeployScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

for (const [where, target] of [
  ['a running installation', () => scene.overHttp()],
  ['a folder', () => scene.intoFolder()],
] as const) {
  describe(`deploying to ${where}`, () => {
    it('uploads a build and makes it live; pages get it immediately, under a permanent address', async () => {
      assert.equal(await scene.said(), 'own');
      const one = builtModule('one');
      const reported = await scene.deploy(target(), one);
      assert.equal(await scene.said(), 'one');
      const { manifest } = one;
      const entry = await scene.entryFor();
      assert.deepEqual(entry, {
        ...manifest,
        entry: `/modules/${NAME}/${manifest.build}/remoteEntry.js`,
      });
      const answer = await fetch(new URL(entry.entry, scene.ctx.origin));
      await answer.body?.cancel();
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(reported, new RegExp(`mfe-pricing 1\\.2\\.3, build ${manifest.build}: 5 files`));
      assert.match(reported, /in the place of the installation's own/);
      assert.match(reported, new RegExp(`Back: npm run deploy -w ${NAME} -- --to \\S+ --rollback`));
    });

    it('rolls back to the previous build, to any kept one, and to the installation’s own', async () => {
      const [one, two, three] = ['one', 'two', 'three'].map((text) => builtModule(text));
      for (const each of [one!, two!, three!]) await scene.deploy(target(), each);
      assert.equal(await scene.said(), 'three');
      assert.match(
        await scene.run(target(), '--rollback'),
        new RegExp(`${two!.manifest.build} again`),
      );
      assert.equal(await scene.said(), 'two');
      await scene.run(target(), '--rollback', three!.manifest.build);
      assert.equal(await scene.said(), 'three');
      await scene.run(target(), '--rollback', 'own');
      assert.equal(await scene.said(), 'own');
      const list = await scene.run(target(), '--list');
      for (const { manifest } of [one!, two!, three!]) assert.match(list, RegExp(manifest.build));
    });

    it('gives companies another build than the rest', async () => {
      await scene.deploy(target(), builtModule('one'));
      const canary = builtModule('canary');
      const reported = await scene.deploy(target(), canary, '--pin', '7,9');
      assert.deepEqual(
        [await scene.said(7), await scene.said(9), await scene.said(8), await scene.said()],
        ['canary', 'canary', 'one', 'one'],
      );
      assert.match(reported, /companies 7, 9/);
      assert.match(
        await scene.run(target(), '--list'),
        RegExp(`${canary.manifest.build}.*pinned: 7, 9`),
      );
      await scene.deploy(target(), builtModule('two'));
      assert.deepEqual([await scene.said(7), await scene.said(8)], ['canary', 'two']);
      await scene.run(target(), '--unpin', '7');
      assert.deepEqual([await scene.said(7), await scene.said(9)], ['two', 'canary']);
      await scene.run(target(), '--unpin');
      assert.equal(await scene.said(9), 'two');
      await scene.run(target(), '--pin', '8', '--build', canary.manifest.build);
      assert.equal(await scene.said(8), 'canary');
    });

    it('with --ahead only checks whether it can be done, and needs no build', async () => {
      await Deno.mkdir(scene.ctx.modules, { recursive: true });
      assert.equal(await scene.run(target(), '--ahead', '--pin', '7'), '');
      assert.equal(await scene.run(target(), '--ahead'), '');
      assert.equal(await scene.said(7), 'own');
    });

    it('done twice has no further effect', async () => {
      const one = builtModule('one');
      await scene.deploy(target(), builtModule('zero'));
      await scene.deploy(target(), one);
      assert.match(await scene.deploy(target(), one), /It is there already, and whole\./);
      const order = { do: 'back', from: one.manifest.build, to: null } as const;
      await target().order(NAME, order);
      await target().order(NAME, order);
      assert.equal(await scene.said(), 'own');
      assert.match(
        await failure(scene.run(target(), '--rollback')),
        /Nothing of mfe-pricing was live/,
      );
    });

    it('done by several at once leaves one of theirs live, and all of them complete', async () => {
      const all = Array.from({ length: 6 }, (_, index) => builtModule(`by ${index}`));
      await Promise.all(all.map(({ manifest, files }) => target().hand(manifest, files)));
      await Promise.all(
        all.map(({ manifest }) => target().order(NAME, { do: 'live', build: manifest.build })),
      );
      const { standing, kept } = await target().state(NAME);
      assert.equal(standing.number, 6);
      assert.equal(kept.length, 6);
      assert.equal(new Set(standing.before).size, 6);
      const live = all.findIndex(({ manifest }) => manifest.build === standing.live);
      assert.equal(await scene.said(), `by ${live}`);
    });

    it('with --dry-run does nothing', async () => {
      await scene.deploy(target(), builtModule('one'));
      const reported = await scene.deploy(target(), builtModule('two'), '--dry-run');
      assert.match(
        reported,
        /Would be sent, and made live for all companies\. .* Nothing was done\./,
      );
      assert.match(
        await scene.run(target(), '--rollback', '--dry-run'),
        /Would go back to the installation's/,
      );
      assert.match(
        await scene.run(target(), '--unpin', '4', '--dry-run'),
        /Companies 4 would get what all/,
      );
      assert.equal(await scene.said(), 'one');
      assert.equal((await target().state(NAME)).kept.length, 1);
    });

    it('is refused where the module would not run, with the way out', async () => {
      await printOffer(
        join(scene.ctx.root, 'shell', 'dist'),
        scene.ctx.modules,
        crypto.randomUUID(),
      );
      const cases: [Partial<Manifest>, RegExp][] = [
        [
          { kit: '^0.3.0' },
          /needs the kit \^0\.3\.0, and this shell has 0\.2\.4\. Bring the installation/,
        ],
        [{ kit: '^0.2.5' }, /build the module with a kit 0\.2\.4/],
        [{ shared: { react: '19.4.0' } }, /built with react 19\.4\.0, and this shell has 19\.3\.1/],
        [{ shared: { valtio: '3.0.0' } }, /built with valtio 3\.0\.0, and this shell has 2\.3\.2/],
        [{ api: 4 }, /version 4 of the API, and this installation answers version 3/],
      ];
      for (const [more, expected] of cases) {
        assert.match(await failure(scene.deploy(target(), builtModule('new', more))), expected);
      }
      const fitting = { kit: '^0.2.4', shared: { react: '19.2.0', other: '1.0.0' }, api: 3 };
      assert.match(
        await scene.deploy(target(), builtModule('fits', fitting)),
        /It fits the shell there/,
      );
      assert.equal(
        (await target().state(NAME)).kept.length,
        1,
        'nothing of the others was taken in',
      );
    });

    it('to what is not kept there is refused', async () => {
      const nothing = 'f'.repeat(16);
      assert.match(await failure(scene.run(target(), '--rollback', nothing)), /is not kept there/);
      assert.match(
        await failure(scene.run(target(), '--pin', '1', '--build', nothing)),
        /is not kept there/,
      );
    });
  });
}

describe('pinning for an unknown company', () => {
  it('is refused by an installation, before anything is built or sent', async () => {
    const canary = builtModule('canary');
    const none =
      /The installation has no companies 1001, 2002\. Check the numbers, and pin again\./;
    const target = scene.overHttp();
    const pin = ['--pin', '1001,7,2002'];
    assert.match(await failure(scene.run(target, '--ahead', ...pin)), none);
    assert.match(await failure(scene.deploy(target, canary, ...pin)), none);
    assert.deepEqual((await target.state(NAME)).kept, []);
    await target.hand(canary.manifest, canary.files);
    const { build } = canary.manifest;
    assert.match(await failure(scene.run(target, ...pin, '--build', build)), none);
    const order: Order = { do: 'pin', build, companies: [7, 1_001] };
    assert.match(await failure(target.order(NAME, order)), /has no company 1001\./);
    assert.equal(await scene.said(7), 'own');
  });

  it('is not checked if the companies are unknown', async () => {
    const reported = await scene.deploy(scene.intoFolder(), builtModule('canary'), '--pin', '1001');
    assert.match(reported, /A folder does not know which companies exist/);
  });
});

/** Runs the command as npm does. */
async function start(args: readonly string[], env: Record<string, string> = {}) {
  const script = new URL('../deploy.ts', import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', script, '--module', NAME, ...args],
    cwd: join(script, '..', '..'),
    env: { INIT_CWD: scene.ctx.root, DEPLOY_KEY: '', NO_COLOR: '1', ...env },
  }).output();
  const read = (part: Uint8Array) => new TextDecoder().decode(part);
  return { code, out: read(stdout), err: read(stderr) };
}

describe('the command', () => {
  const wrong = (...args: string[]) => {
    assert.throws(
      () => readWish(['--module', NAME, '--built', 'dist', ...args]),
      UsageError,
      args.join(' '),
    );
  };

  it('refuses what it does not understand', () => {
    wrong();
    wrong('--to', 'x', '--list', '--rollback');
    wrong('--to', 'x', '--pin', '1', '--unpin');
    wrong('--to', 'x', '--pin', '1,two');
    wrong('--to', 'x', '--pin', '0');
    wrong('--to', 'x', '--rollback', 'nonsense');
    wrong('--to', 'x', '--build', 'a'.repeat(16));
    wrong('--to', 'x', '--frobnicate');
    wrong('--to', 'x', 'stray');
    wrong('--to', 'x', '--hosted-at', 'cdn.example');
    assert.throws(() => readWish(['--to', 'x', '--built', 'dist']), UsageError);
  });

  it('as a process reports what it did, and exits with 1 and a reason if it failed', async () => {
    await Deno.mkdir(join(scene.ctx.root, 'data', 'modules'), { recursive: true });
    const folder = await scene.dist(builtModule('by hand').files);
    const done = await start(['--to', 'data/modules', '--built', folder]);
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.match(done.out, /Now live for all companies/);
    assert.equal(await scene.said(), 'by hand');
    const keyless = await start(['--to', scene.ctx.origin, '--built', folder]);
    assert.equal(keyless.code, 1);
    assert.match(keyless.err, /^Set DEPLOY_KEY/);
    const open = await start(['--to', 'http://primazia.example', '--built', folder]);
    assert.match(open.err, /^Set DEPLOY_KEY/);
  });

  it('names what is wrong with where it is to go, and with what is to go there', async () => {
    const folder = await scene.dist(builtModule('by hand').files);
    const nothing = join(scene.ctx.root, 'nothing');
    await Deno.mkdir(join(scene.ctx.root, 'data', 'modules'), { recursive: true });
    const here = new URL(scene.ctx.origin).host;
    const closed = { DEPLOY_KEY: 'k'.repeat(24) };
    for (const [args, expected, env] of [
      [['--to', 'data/modulse'], /There is no folder \S+modulse/],
      [['--to', here], /is no whole address: an installation is named with https/],
      [['--to', 'https://'], /'https:\/\/' is no address/, closed],
      [['--to', 'http://localhost:65535', '--list'], /cannot be reached: .*refused/, closed],
      [['--to', 'data/modules', '--built', nothing], /No such file or directory.*nothing/],
      [['--to', 'data/modules', '--built', scene.ctx.root], /holds no build as it was made/],
      [['--to', 'data/modules', '--built', folder, '--shell', folder], /shell\.json is not there/],
    ] as const) {
      const all = args.some((arg) => arg === '--built') ? args : [...args, '--built', folder];
      const { code, err } = await start(all, env);
      assert.equal(code, 1, args.join(' '));
      assert.match(err, expected);
      assert.doesNotMatch(err, /Uncaught/);
    }
    assert.match((await start(['--help'])).out, /--rollback/);
  });
});
