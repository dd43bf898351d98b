// @rstest-environment happy-dom
import { lazily } from '@primazia/kit';
import * as actual from '@primazia/kit/remote' with { rstest: 'importActual' };
import { expect, it, rs } from '@rstest/core';
import {
  built,
  history,
  lifecycles,
  open,
  ready,
  registryIs,
  remotes,
  setStage,
  statusOf,
} from './testing/stage.ts';

rs.mock('@primazia/kit/remote', () => ({ ...actual, createRemotes: () => remotes }));

setStage();

/** A chunk of a page that does not load. */
const miss = () =>
  expect(
    lazily(async () => {
      throw new TypeError('not found');
    }).preload(),
  ).rejects.toThrow('not found');

it('a chunk that was deleted with its build shows once that a reload is needed, even if that was dismissed before', async () => {
  const [old, next] = [built('one'), built('one', 'bbbbbbbb')];
  for (const build of [old, next]) ready(build, lifecycles(build.build));
  const modules = await open(old);
  history.push('/app/one');
  await statusOf(modules, 'one').toBe(old.build);
  modules.putReloadAway();

  // No newer version exists: the network is the cause, and a reload would not help.
  const requests = remotes.list.mock.calls.length;
  await Promise.all([miss(), miss()]);
  await expect.poll(() => remotes.list.mock.calls.length).toBe(requests + 1);
  await expect.poll(() => rs.mocked(fetch).mock.calls.length).toBe(1);
  await new Promise((done) => setTimeout(done, 20));
  expect(modules.state).toMatchObject({ reloadDue: false, reloadPutAway: true });

  registryIs(next);
  await miss();
  await expect.poll(() => modules.state.reloadDue).toBe(true);
  expect(modules.state.reloadPutAway).toBe(false);
  expect(modules.elementOf('one').textContent).toBe(old.build);

  modules.putReloadAway();
  await miss();
  await new Promise((done) => setTimeout(done, 20));
  expect(modules.state.reloadPutAway).toBe(true);
});
