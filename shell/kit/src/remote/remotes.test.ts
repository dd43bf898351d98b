import { createInstance } from '@module-federation/enhanced/runtime';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import type { LoadFailure } from './failure.ts';
import type { RemoteModule } from './registry.ts';
import { createRemotes, PATIENCE_MS, type RemoteIncident } from './remotes.ts';

const ENTRY = 'https://primazia.example/modules/mfe-pricing/5f0c2a91/remoteEntry.js';
const pricing: RemoteModule = {
  name: 'mfe-pricing',
  version: '0.1.0',
  build: '5f0c2a91',
  entry: ENTRY,
  integrity: `sha384-${'A'.repeat(64)}`,
  kit: '^0.2.0',
  routes: ['/app/precos'],
  sidebar: [],
  bareRoutes: [],
  labels: null,
  embed: null,
};
const lifecycles = { bootstrap: () => {}, mount: () => {}, unmount: () => {} };

const containerOf = (exposed: unknown) => ({
  init: rs.fn(async () => {}),
  get: rs.fn(async () => () => exposed),
});

type Script = HTMLScriptElement;

/** The test decides how the page handles a script. */
function pageThat(runs: (script: Script) => void) {
  const scripts: Script[] = [];
  rs.spyOn(document.head, 'appendChild').mockImplementation(((script: Script) => {
    rs.spyOn(script, 'remove');
    scripts.push(script);
    queueMicrotask(() => runs(script));
    return script;
  }) as never);
  return scripts;
}

const leave = (container: unknown) => (script: Script) => {
  Reflect.set(globalThis, 'mfe_pricing', container);
  script.dispatchEvent(new Event('load'));
};
const fail = (script: Script) => script.dispatchEvent(new Event('error'));

type Answer = Partial<Record<'plain' | 'checked', Response>>;
/** The result of fetching the entry again, without and with its integrity. */
const network = (answers: Answer) =>
  rs.fn(async (_: unknown, options?: RequestInit) => {
    const answer = options?.integrity === undefined ? answers.plain : answers.checked;
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  });

function open(runs: (script: Script) => void, { kit = '0.2.3', fetch = network({}) } = {}) {
  const incidents: RemoteIncident[] = [];
  const scripts = pageThat(runs);
  const instance = createInstance({ name: 'test', remotes: [] });
  const remotes = createRemotes({
    registryUrl: 'https://primazia.example/modules/registry.json',
    allowedOrigins: async () => [],
    kit,
    instance,
    report: (incident) => incidents.push(incident),
    fetch,
  });
  return { remotes, incidents, instance, fetch, scripts };
}

afterEach(() => {
  Reflect.set(globalThis, 'mfe_pricing', undefined);
  rs.useRealTimers();
  rs.restoreAllMocks();
});

describe('a module that is fetched', () => {
  it('runs with its bytes checked, and gets what the page shares', async () => {
    const container = containerOf(lifecycles);
    const { remotes, scripts, instance, incidents } = open(leave(container));
    const loaded = await remotes.load(pricing);
    expect(loaded.lifecycles).toBe(lifecycles);
    const [script] = scripts;
    expect(script).toMatchObject({
      src: ENTRY,
      integrity: pricing.integrity,
      crossOrigin: 'anonymous',
    });
    const [[scope]] = container.init.mock.calls as unknown as [unknown[]];
    expect(scope).toBe(instance.shareScopeMap.default);
    expect(incidents).toEqual([]);
  });

  it('is fetched once, and again after it was dropped', async () => {
    const { remotes, scripts } = open((script) => leave(containerOf(lifecycles))(script));
    const [one, two] = await Promise.all([remotes.load(pricing), remotes.load(pricing)]);
    expect(one).toBe(two);
    expect(scripts).toHaveLength(1);
    remotes.forget(pricing);
    await remotes.load(pricing);
    expect(scripts).toHaveLength(2);
  });

  it('is replaced by another build of the same name', async () => {
    const { remotes } = open((script) => {
      if (script.src === ENTRY) leave(containerOf(lifecycles))(script);
      else script.dispatchEvent(new Event('load'));
    });
    await remotes.load(pricing);
    const other = { ...pricing, build: '00', entry: `${ENTRY}?other` };
    await expect(remotes.load(other)).rejects.toMatchObject({ failure: 'broken' });
  });
});

describe('a module that fails', () => {
  const chunkLost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  const cases: [string, LoadFailure, Parameters<typeof open>][] = [
    ['cannot be fetched', 'down', [fail]],
    [
      'is not there',
      'down',
      [fail, { fetch: network({ plain: new Response('', { status: 404 }) }) }],
    ],
    [
      'is not what was deployed',
      'tampered',
      [fail, { fetch: network({ plain: new Response('x') }) }],
    ],
    ['leaves nothing', 'broken', [leave(undefined)]],
    ['exposes something else', 'broken', [leave(containerOf({ hello: 'world' }))]],
    [
      'throws when it is opened',
      'broken',
      [
        leave({
          init: () => {},
          get: async () => () => {
            throw new Error('no');
          },
        }),
      ],
    ],
    ['lacks a part', 'down', [leave({ init: () => {}, get: () => Promise.reject(chunkLost) })]],
    ['needs a newer kit', 'too-new', [leave(containerOf(lifecycles)), { kit: '0.1.9' }]],
  ];

  it.each(cases)(
    'because it %s is %s, reported once, and can be loaded later',
    async (_what, failure, of) => {
      let heals = false;
      const [runs, options] = of;
      const { remotes, incidents } = open((script) => {
        if (heals) leave(containerOf(lifecycles))(script);
        else runs(script);
      }, options);
      await expect(remotes.load(pricing)).rejects.toMatchObject({ failure });
      expect(incidents).toMatchObject([
        { module: 'mfe-pricing', version: '0.1.0', build: '5f0c2a91', failure },
      ]);
      heals = true;
      const module = failure === 'too-new' ? { ...pricing, kit: '~0.1.2' } : pricing;
      remotes.forget(pricing);
      expect((await remotes.load(module)).lifecycles).toBe(lifecycles);
    },
  );

  it('because a spoilt copy was kept is fetched again, and runs', async () => {
    let tries = 0;
    const fetch = network({ plain: new Response('fine'), checked: new Response('fine') });
    const { remotes, incidents } = open(
      (script) => {
        tries += 1;
        if (tries === 1) fail(script);
        else leave(containerOf(lifecycles))(script);
      },
      { fetch },
    );
    expect((await remotes.load(pricing)).lifecycles).toBe(lifecycles);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'reload' });
    expect(incidents).toEqual([]);
  });

  it('because it throws while it runs is broken, even if it defined its container', async () => {
    const { remotes } = open((script) => {
      window.dispatchEvent(new ErrorEvent('error', { filename: ENTRY, message: 'no such thing' }));
      leave(containerOf(lifecycles))(script);
    });
    await expect(remotes.load(pricing)).rejects.toMatchObject({ failure: 'broken' });
  });

  it('because it does not load in time is slow, and its script is removed', async () => {
    rs.useFakeTimers();
    let heals = false;
    const { remotes, scripts, incidents } = open((script) => {
      if (heals) leave(containerOf(lifecycles))(script);
    });
    const loading = remotes.load(pricing);
    const failed = expect(loading).rejects.toMatchObject({ failure: 'slow' });
    await rs.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(incidents).toEqual([]);
    await rs.advanceTimersByTimeAsync(1);
    await failed;
    expect(scripts[0]?.remove).toHaveBeenCalled();
    // The browser still waits for that address: the retry uses another one.
    heals = true;
    await remotes.load(pricing);
    expect(scripts[1]?.src).toBe(`${ENTRY}?again=1`);
  });
});

describe('a module that is fetched ahead', () => {
  const cut = network({});

  it('and does not load is not reported, and fetched again on demand', async () => {
    let heals = false;
    const { remotes, incidents, scripts } = open(
      (script) => (heals ? leave(containerOf(lifecycles))(script) : fail(script)),
      { fetch: cut },
    );
    await expect(remotes.load(pricing, true)).rejects.toMatchObject({ failure: 'down' });
    expect(incidents).toEqual([]);
    await expect(remotes.load(pricing)).rejects.toMatchObject({ failure: 'down' });
    expect(incidents).toMatchObject([{ failure: 'down' }]);
    heals = true;
    await remotes.load(pricing);
    expect(scripts).toHaveLength(3);
  });

  it('is fetched once for all who want it', async () => {
    const { remotes, scripts } = open(leave(containerOf(lifecycles)));
    const [prefetched, wanted] = await Promise.all([
      remotes.load(pricing, true),
      remotes.load(pricing),
    ]);
    expect(wanted).toBe(prefetched);
    expect(scripts).toHaveLength(1);
  });

  it('has the usual time limit when it is needed, and is then reported', async () => {
    rs.useFakeTimers();
    const { remotes, incidents } = open(() => {});
    const prefetched = expect(remotes.load(pricing, true)).rejects.toMatchObject({
      failure: 'slow',
    });
    await rs.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    const wanted = expect(remotes.load(pricing)).rejects.toMatchObject({ failure: 'slow' });
    await rs.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(incidents).toEqual([]);
    await rs.advanceTimersByTimeAsync(1);
    await Promise.all([prefetched, wanted]);
    expect(incidents).toMatchObject([{ failure: 'slow' }]);
  });
});

describe('the registry', () => {
  const listing = (list: unknown) => rs.fn(async (_url: unknown) => Response.json(list));

  it('is requested for the company whose versions are needed', async () => {
    const fetch = listing([pricing]);
    const { remotes } = open(() => {}, { fetch });
    expect((await remotes.list(7)).modules).toEqual([pricing]);
    await remotes.list(null);
    expect(fetch.mock.calls.map(([url]) => String(url))).toEqual([
      'https://primazia.example/modules/registry.json?company=7',
      'https://primazia.example/modules/registry.json',
    ]);
  });

  it('that answers with a failure is refused', async () => {
    const fetch = rs.fn(async (_url: unknown) => new Response('', { status: 502 }));
    const { remotes } = open(() => {}, { fetch });
    await expect(remotes.list()).rejects.toThrow('502');
  });
});
