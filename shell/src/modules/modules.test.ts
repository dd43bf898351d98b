// @rstest-environment happy-dom
import * as actual from '@primazia/kit/remote' with { rstest: 'importActual' };
import { RemoteError } from '@primazia/kit/remote';
import { describe, expect, it, rs } from '@rstest/core';
import { createModules } from './modules.ts';
import {
  api,
  built,
  deployedFor,
  history,
  later,
  lifecycles,
  live,
  open,
  placeOf,
  put,
  ready,
  registryIs,
  remotes,
  reported,
  session,
  setStage,
  site,
  statusOf,
} from './testing/stage.ts';

rs.mock('@primazia/kit/remote', () => ({ ...actual, createRemotes: () => remotes }));

setStage();

describe('the modules of the page', () => {
  it('a module is mounted where its path is opened, and unmounted where it is left', async () => {
    const one = built('one');
    ready(one, lifecycles());
    const modules = await open(one);
    expect(modules.state.places.one).toBe('away');
    history.push('/app/one');
    await placeOf(modules, 'one').toBe('mounted');
    expect(modules.elementOf('one').textContent).toBe('mounted');
    history.push('/login');
    await placeOf(modules, 'one').toBe('away');
    expect(modules.elementOf('one').textContent).toBe('');
  });

  it('one that cannot be fetched is down, and loads on retry', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const two = built('two');
    const modules = await open(two);
    history.push('/app/two');
    await placeOf(modules, 'two').toBe('down');
    // It was deployed again in between: the retry uses the present registry.
    const healed = built('two', 'bbbbbbbb');
    registryIs(healed);
    ready(healed, lifecycles());
    await modules.retry('two');
    await placeOf(modules, 'two').toBe('mounted');
  });

  it('one that fails to mount is broken, is reported, and can be retried', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const four = built('mfe-four');
    ready(four, { ...lifecycles(), mount: async () => Promise.reject(new Error('no')) });
    const modules = await open(four);
    history.push('/app/mfe-four');
    await placeOf(modules, 'mfe-four').toBe('broken');
    expect(remotes.forget).toHaveBeenCalledWith(four);
    expect(reported.mock.calls).toMatchObject([
      [
        { path: '/v1/incidents' },
        {
          body: {
            module: 'mfe-four',
            version: '1.0.0',
            build: 'aaaaaaaa',
            failure: 'broken',
            page: '/app/mfe-four',
          },
        },
      ],
    ]);
    ready(four, lifecycles());
    await modules.retry('mfe-four');
    await placeOf(modules, 'mfe-four').toBe('mounted');
  });

  it('one that is left is unmounted after the next paint, and before it is mounted again', async () => {
    const [ten, eleven] = [built('left'), built('opened')];
    const steps: string[] = [];
    const noting = (name: string) => ({
      bootstrap: async () => {},
      mount: async () => steps.push(`mount ${name}`),
      unmount: async () => steps.push(`unmount ${name}`),
    });
    ready(ten, noting('left'));
    ready(eleven, noting('opened'));
    const modules = await open(ten, eleven);
    history.push('/app/left');
    await placeOf(modules, 'left').toBe('mounted');
    history.push('/app/opened');
    await placeOf(modules, 'opened').toBe('mounted');
    history.push('/app/left');
    await placeOf(modules, 'left').toBe('mounted');
    expect(steps.slice(0, 4)).toEqual(['mount left', 'mount opened', 'unmount left', 'mount left']);
  });

  it('one that hangs does not delay the next one', async () => {
    const [five, six] = [built('five'), built('six')];
    put(five, new Promise(() => {}));
    ready(six, lifecycles());
    const modules = await open(five, six);
    history.push('/app/five');
    await placeOf(modules, 'five').toBe('loading');
    history.push('/app/six');
    await placeOf(modules, 'six').toBe('mounted');
    expect(modules.state.places.five).toBe('away');
  });

  it('a registry that cannot be read is reported, and can be read later', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const eight = built('eight');
    const modules = createModules({
      session,
      api,
      live,
      history,
      basePath: '/app',
      site,
      storage: localStorage,
    });
    remotes.list.mockRejectedValueOnce(new Error('502'));
    await modules.open();
    expect(modules.state.registry).toBe('failed');
    registryIs(eight);
    await modules.open();
    expect(modules.state.registry).toBe('ready');
    expect(modules.state.list.map(({ name }) => name)).toEqual(['eight']);
  });
});

describe('a section that a link leads to', () => {
  const approach = (path: string) => {
    const link = document.createElement('a');
    link.setAttribute('href', path);
    document.body.append(link);
    link.dispatchEvent(new Event('pointerover', { bubbles: true }));
    link.remove();
  };

  it('is prefetched, and mounted when it is opened', async () => {
    const module = built('ahead');
    const prefetch = rs.fn(async () => {});
    const loaded = { ...lifecycles(), prefetch };
    ready(module, loaded);
    const modules = await open(module);
    approach('/app/ahead-history');
    await expect
      .poll(() => prefetch.mock.calls)
      .toMatchObject([[{ session: { locale: 'pt' }, basePath: '/app' }, '/app/ahead-history']]);
    expect(remotes.load).toHaveBeenCalledWith(module, true);
    expect(modules.state.places.ahead).toBe('away');
    expect(loaded.mount).not.toHaveBeenCalled();
    history.push('/app/ahead-history');
    await placeOf(modules, 'ahead').toBe('mounted');
  });

  it('is fetched again when it is opened, where prefetching failed', async () => {
    rs.spyOn(console, 'info').mockImplementation(() => {});
    const module = built('ahead-failed');
    const modules = await open(module);
    approach('/app/ahead-failed');
    await expect.poll(() => rs.mocked(console.info).mock.calls.length).toBe(1);
    expect(modules.state.places['ahead-failed']).toBe('away');
    ready(module, lifecycles());
    history.push('/app/ahead-failed');
    await placeOf(modules, 'ahead-failed').toBe('mounted');
  });
});

describe('another company', () => {
  it('begins again, with the versions that it is pinned to', async () => {
    const [old, pinned] = [built('seven'), built('seven', 'bbbbbbbb')];
    const before = lifecycles('old');
    ready(old, before);
    ready(pinned, lifecycles('pinned'));
    const modules = await open(old);
    history.push('/app/seven');
    await statusOf(modules, 'seven').toBe('old');
    registryIs(pinned);
    session.companyId = 2;
    await modules.restart();
    await statusOf(modules, 'seven').toBe('pinned');
    expect(remotes.list).toHaveBeenLastCalledWith(2);
    expect(before.mount).toHaveBeenCalledTimes(1);
  });

  it('begins again with the same version too', async () => {
    const nine = built('nine');
    const loaded = lifecycles();
    ready(nine, loaded);
    const modules = await open(nine);
    history.push('/app/nine');
    await placeOf(modules, 'nine').toBe('mounted');
    await modules.restart();
    await expect.poll(() => loaded.mount.mock.calls.length).toBe(2);
    expect(loaded.unmount).toHaveBeenCalledTimes(1);
  });
});

describe('a new version', () => {
  /** A page that shows the old build, after which the registry names a new one. */
  async function deployed(name: string, what: object | Error) {
    const [old, next] = [built(name), built(name, 'bbbbbbbb')];
    ready(old, lifecycles('old'));
    if (what instanceof Error) put(next, what);
    else ready(next, what);
    const modules = await open(old);
    history.push(`/app/${name}`);
    await statusOf(modules, name).toBe('old');
    registryIs(next);
    later(60_000);
    return { modules, next, says: () => statusOf(modules, name) };
  }
  const requests = () => remotes.list.mock.calls.length;

  it('is used at the next navigation to another section, also of the same module', async () => {
    const { says } = await deployed('ten', lifecycles('new'));
    history.push('/app/ten-history');
    await says().toBe('new');
  });

  it('waits where the person has begun to do something, until the next section', async () => {
    const { modules, next, says } = await deployed('eleven', lifecycles('new'));
    let come = () => {};
    const exposed = { module: next, lifecycles: lifecycles('new') };
    put(next, new Promise((resolve) => (come = () => resolve(exposed))));
    history.push('/app/eleven-history');
    await expect
      .poll(() => remotes.load.mock.calls.at(-1)?.[0])
      .toMatchObject({ build: next.build });
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    come();
    await new Promise((done) => setTimeout(done, 20));
    expect(modules.elementOf('eleven').textContent).toBe('old');
    history.push('/app/eleven');
    await says().toBe('new');
  });

  it('is not taken within a section', async () => {
    const { modules } = await deployed('twelve', lifecycles('new'));
    const before = requests();
    history.push('/app/twelve?page=2');
    await new Promise((done) => setTimeout(done, 20));
    expect(modules.elementOf('twelve').textContent).toBe('old');
    expect(requests()).toBe(before);
  });

  it('that the server announces is fetched at once, and shown at the next section', async () => {
    const { modules, next, says } = await deployed('sixteen', lifecycles('new'));
    rs.mocked(fetch).mockResolvedValue(
      new Response('<!doctype html><script defer src="/main.0123abcd.js"></script>'),
    );
    deployedFor(1);
    await expect.poll(() => modules.state.reloadDue).toBe(true);
    await expect.poll(() => modules.state.list[0]?.build).toBe(next.build);
    await expect
      .poll(() => remotes.load.mock.calls.at(-1)?.[0])
      .toMatchObject({ build: next.build });
    await new Promise((done) => setTimeout(done, 20));
    expect(modules.elementOf('sixteen').textContent).toBe('old');
    const before = requests();
    history.push('/app/sixteen-history');
    await says().toBe('new');
    expect(requests()).toBe(before);
  });

  it('is not requested because of a new connection', async () => {
    await deployed('seventeen', lifecycles('new'));
    const before = requests();
    deployedFor();
    await new Promise((done) => setTimeout(done, 20));
    expect(requests()).toBe(before);
  });

  it('that does not load keeps the previous one', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new RemoteError('down', built('thirteen', 'bbbbbbbb'), 'no');
    const { modules } = await deployed('thirteen', failure);
    const before = remotes.load.mock.calls.length;
    history.push('/app/thirteen-history');
    await expect.poll(() => remotes.load.mock.calls.length).toBe(before + 1);
    history.push('/app/thirteen');
    await new Promise((done) => setTimeout(done, 20));
    expect(modules.state.places.thirteen).toBe('mounted');
    expect(modules.elementOf('thirteen').textContent).toBe('old');
    expect(remotes.load).toHaveBeenCalledTimes(before + 1);
  });

  it('is requested at a navigation, at most every few seconds', async () => {
    await deployed('fourteen', lifecycles('new'));
    const before = requests();
    history.push('/app/fourteen-history');
    // The page itself is loaded first.
    expect(requests()).toBe(before);
    await expect.poll(requests).toBe(before + 1);
    later(4_000);
    history.push('/app/fourteen');
    history.push('/app/fourteen-history');
    await new Promise((done) => setTimeout(done, 20));
    expect(requests()).toBe(before + 1);
    later(2_000);
    history.push('/app/fourteen');
    history.push('/app/fourteen-history');
    await expect.poll(requests).toBe(before + 2);
    await new Promise((done) => setTimeout(done, 20));
    expect(requests()).toBe(before + 2);
  });

  it('of the shell is reported, and not taken', async () => {
    const { modules } = await deployed('fifteen', lifecycles('new'));
    expect(modules.state.reloadDue).toBe(false);
    rs.mocked(fetch).mockResolvedValue(
      new Response('<!doctype html><script defer src="/main.0123abcd.js"></script>'),
    );
    history.push('/app/fifteen-history');
    await expect.poll(() => modules.state.reloadDue).toBe(true);
  });
});
