// @rstest-environment happy-dom
import * as actual from '@primazia/kit/remote' with { rstest: 'importActual' };
import type { RemoteModule } from '@primazia/kit/remote';
import { describe, expect, it, rs } from '@rstest/core';
import {
  built,
  history,
  later,
  lifecycles,
  open,
  placeOf,
  put,
  ready,
  registryIs,
  remotes,
  saysOf,
  session,
  setStage,
} from './testing/stage.ts';

rs.mock('@module-federation/enhanced/runtime', () => ({ getInstance: () => null }));
rs.mock('@primazia/kit/remote', () => ({ ...actual, createRemotes: () => remotes }));

setStage();

/** A module as the kit makes them, which is left at a path: hidden then where the shell keeps it, until its end. */
const keeping = (path: string, says = 'mounted') => {
  let isKept = false;
  const { mount, unmount, bootstrap } = lifecycles(says);
  return {
    bootstrap,
    mount: rs.fn(async (props: { domElement: HTMLElement }) => {
      isKept = true;
      await mount(props);
    }),
    unmount: async (props: { domElement: HTMLElement; keeps: (path: string) => boolean }) => {
      isKept = props.keeps(path);
      if (!isKept) await unmount(props);
    },
    keep: {
      prepare: rs.fn(async () => {
        isKept = true;
      }),
      isKept: () => isKept,
      end: rs.fn(async () => {
        isKept = false;
      }),
    },
  };
};
const inSidebar = (module: RemoteModule): RemoteModule => ({
  ...module,
  sidebar: module.routes.map((path) => ({
    group: 'pricing',
    path,
    labels: { pt: path, en: path, es: path },
  })),
});
const approach = (path: string) => {
  const link = document.createElement('a');
  link.setAttribute('href', path);
  document.body.append(link);
  link.dispatchEvent(new Event('pointerover', { bubbles: true }));
  link.remove();
};

describe('a module that is kept', () => {
  /** A module that was looked at and left. */
  async function left(name: string, path = `/app/${name}`) {
    const [module, other] = [inSidebar(built(name)), built(`${name}-other`)];
    const kept = keeping(path);
    ready(module, kept);
    ready(other, lifecycles());
    const modules = await open(module, other);
    history.push(path);
    await placeOf(modules, name).toBe('mounted');
    history.push(`/app/${name}-other`);
    await placeOf(modules, `${name}-other`).toBe('mounted');
    return { modules, module, kept };
  }

  it('stands ready until it is come back to', async () => {
    const { modules, kept } = await left('kept-one');
    expect(modules.state.places['kept-one']).toBe('kept');
    history.push('/app/kept-one');
    await placeOf(modules, 'kept-one').toBe('mounted');
    expect(kept.keep.end).not.toHaveBeenCalled();
  });

  it('is none where it was left at something that no link of the sidebar leads to', async () => {
    const { modules } = await left('kept-deep', '/app/kept-deep/7');
    expect(modules.state.places['kept-deep']).toBe('away');
  });

  it.each([
    ['language', { locale: 'en' }],
    ['person', { email: 'rui@loja.example' }],
    ['session', { expired: true }],
  ] as const)('is let go by another %s', async (what, change) => {
    const { modules, kept } = await left(`kept-${what}`);
    const before = { ...session };
    Object.assign(session, change);
    await placeOf(modules, `kept-${what}`).toBe('away');
    expect(kept.keep.end).toHaveBeenCalledTimes(1);
    Object.assign(session, before);
  });

  it('is let go by another company', async () => {
    const { modules, kept } = await left('kept-company');
    session.companyId = 2;
    await modules.restart();
    expect(kept.keep.end).toHaveBeenCalled();
    expect(kept.keep.isKept()).toBe(false);
  });

  it('is let go by a newer build, which comes in its place', async () => {
    const { modules, kept } = await left('kept-build');
    const next = inSidebar(built('kept-build', 'bbbbbbbb'));
    ready(next, lifecycles('new'));
    registryIs(next, built('kept-build-other'));
    later(60_000);
    history.push('/login');
    await placeOf(modules, 'kept-build').toBe('away');
    expect(kept.keep.end).toHaveBeenCalled();
    history.push('/app/kept-build');
    await saysOf(modules, 'kept-build').toBe('new');
  });
});

describe('a module that is made ready', () => {
  it('is fetched without a word, and shown when it is wanted', async () => {
    const module = inSidebar(built('ready-one'));
    const kept = keeping('/app/ready-one');
    ready(module, kept);
    const modules = await open(module);
    approach('/app/ready-one-history');
    await placeOf(modules, 'ready-one').toBe('kept');
    expect(remotes.load).toHaveBeenCalledWith(module, true);
    expect(kept.keep.prepare.mock.calls).toMatchObject([
      [{ domElement: modules.elementOf('ready-one') }, '/app/ready-one-history'],
    ]);
    approach('/app/ready-one');
    history.push('/app/ready-one');
    await placeOf(modules, 'ready-one').toBe('mounted');
    expect(kept.keep.prepare).toHaveBeenCalledTimes(1);
  });

  it('and does not come is asked for again by whoever wants it', async () => {
    rs.spyOn(console, 'info').mockImplementation(() => {});
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const module = inSidebar(built('ready-two'));
    const modules = await open(module);
    approach('/app/ready-two');
    await expect.poll(() => rs.mocked(console.info).mock.calls.length).toBe(1);
    expect(modules.state.places['ready-two']).toBe('away');
    ready(module, keeping('/app/ready-two'));
    history.push('/app/ready-two');
    await placeOf(modules, 'ready-two').toBe('mounted');
  });

  it('is made ready also where the person goes on meanwhile', async () => {
    const [module, other] = [inSidebar(built('ready-step')), built('ready-step-other')];
    let come = (_what: object) => {};
    put(module, new Promise((resolve) => (come = resolve)));
    ready(other, lifecycles());
    const modules = await open(module, other);
    approach('/app/ready-step');
    history.push('/app/ready-step-other');
    await placeOf(modules, 'ready-step-other').toBe('mounted');
    come({ module, lifecycles: keeping('/app/ready-step') });
    await placeOf(modules, 'ready-step').toBe('kept');
  });

  it('is not the build that comes, where a newer one was deployed meanwhile', async () => {
    const [old, next] = [inSidebar(built('ready-three')), built('ready-three', 'bbbbbbbb')];
    const kept = keeping('/app/ready-three', 'old');
    ready(old, kept);
    ready(next, lifecycles('new'));
    const modules = await open(old);
    approach('/app/ready-three');
    await placeOf(modules, 'ready-three').toBe('kept');
    registryIs(next);
    later(60_000);
    history.push('/companies');
    await expect.poll(() => kept.keep.end.mock.calls.length).toBe(1);
    history.push('/app/ready-three');
    await saysOf(modules, 'ready-three').toBe('new');
    expect(kept.mount).not.toHaveBeenCalled();
  });
});
