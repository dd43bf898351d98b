import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from '@std/testing/bdd';
import { builtModule } from '../testing/module-server.ts';
import { readFolder } from './builds.ts';
import { neededBy } from './deployment.ts';
import { inspect } from './package.ts';
import { readDeployment } from './switches.ts';
import { folderTarget } from './targets.ts';

const NAME = 'mfe-pricing';
const SCRIPT = new URL('../testing/deploy-forever.ts', import.meta.url).pathname;
const hand = { clock: () => new Date(), uuid: () => crypto.randomUUID() };

const namesIn = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();

/** Kills a deployer for good as soon as it has written so many files of a build that is not whole yet. */
async function killWithin(modules: string, files: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', SCRIPT, modules],
    cwd: join(SCRIPT, '..', '..', '..'),
    stdout: 'piped',
  }).spawn();
  const lines = child.stdout.getReader();
  // From here on a build is live.
  await lines.read();
  const reading = (async () => {
    while (!(await lines.read()).done);
  })();
  const home = join(modules, NAME);
  const before = new Set(await namesIn(home));
  for (let isKilled = false; !isKilled; ) {
    const incoming = (await namesIn(home)).filter(
      (name) => name.startsWith('.incoming-') && !before.has(name),
    );
    for (const name of incoming) {
      // Renamed during the check: not this one.
      const written = await namesIn(join(home, name)).catch(() => []);
      if (written.length >= files && !isKilled) {
        child.kill('SIGKILL');
        isKilled = true;
      }
    }
  }
  await child.status;
  await reading;
}

describe('a deploy that is killed', () => {
  it('at any point leaves the live build complete, and the next deploy works', async () => {
    const modules = await Deno.makeTempDir({ prefix: 'primazia-killed-' });
    try {
      for (const files of [0, 1, 8, 20]) {
        await killWithin(modules, files);
        const deployment = await readDeployment(modules, NAME);
        assert.ok(deployment.live !== null);
        for (const build of neededBy(deployment)) {
          assert.equal(inspect(await readFolder(join(modules, NAME, build))).build, build);
        }
        const target = folderTarget(modules, hand, () => Promise.resolve(null));
        const { manifest, files: next } = builtModule(`after ${files}`);
        assert.equal(await target.hand(manifest, next), true);
        const after = await target.order(NAME, { do: 'live', build: manifest.build });
        assert.equal(after.standing.number, deployment.number + 1);
        assert.equal(after.standing.before[0], deployment.live);
      }
    } finally {
      await Deno.remove(modules, { recursive: true });
    }
  });
});
