// @rstest-environment happy-dom
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { createPrefetcher, type Prefetcher } from './prefetch.ts';
import type { RemoteModule } from './registry.ts';

const moduleOf = (name: string, ...paths: string[]) =>
  ({
    name,
    entry: `/modules/${name}.js`,
    routes: paths,
    sidebar: paths.map((path) => ({ path })),
  }) as unknown as RemoteModule;

const list = [moduleOf('one', '/app/one', '/app/one-more'), moduleOf('two', '/app/two')];
const prefetch = rs.fn(async (_module: RemoteModule, _path: string) => {});
let page: Document;
let rest = () => {};
const putOff = (run: () => void) => {
  rest = run;
};
const create = () => createPrefetcher({ list: () => list, prefetch, page, putOff });
/** A page is mounted, and its first rows are shown. */
const stand = ({ mounted }: Pick<Prefetcher, 'mounted'>) => {
  mounted();
  rest();
};
const prefetched = () => prefetch.mock.calls.map(([{ name }, path]) => `${name} ${path}`);

beforeEach(() => {
  rs.useFakeTimers();
  page = document.implementation.createHTMLDocument();
  rs.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
});
afterEach(() => {
  prefetch.mockReset();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

it('fetches the first section of each module at once, then the others, once the first rows are shown', async () => {
  let arrive = () => {};
  prefetch.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { mounted } = create();
  mounted();
  await rs.advanceTimersByTimeAsync(10_000);
  expect(prefetched()).toEqual([]);
  rest();
  await rs.advanceTimersByTimeAsync(100);
  expect(prefetched()).toEqual(['one /app/one', 'two /app/two']);
  arrive();
  await rs.advanceTimersByTimeAsync(100);
  expect(prefetched()).toEqual(['one /app/one', 'two /app/two', 'one /app/one-more']);
});

it('fetches no section twice', async () => {
  const prefetcher = create();
  stand(prefetcher);
  await rs.advanceTimersByTimeAsync(5_000);
  stand(prefetcher);
  await rs.advanceTimersByTimeAsync(5_000);
  expect(prefetched()).toHaveLength(3);
});

it('requests nothing more of a module that did not arrive', async () => {
  rs.spyOn(console, 'info').mockImplementation(() => {});
  prefetch.mockRejectedValueOnce(new Error('no answer'));
  stand(create());
  await rs.advanceTimersByTimeAsync(5_000);
  expect(prefetched()).toEqual(['one /app/one', 'two /app/two']);
});

it('prefetches nothing with data saving', async () => {
  rs.stubGlobal('navigator', { connection: { saveData: true } });
  stand(create());
  await rs.advanceTimersByTimeAsync(5_000);
  expect(prefetched()).toEqual([]);
});

it.each(['pointerover', 'focusin'])('fetches the section that a link leads to, at %s', (type) => {
  create();
  page.body.innerHTML =
    '<nav><a href="/app/one-more"><b>One</b></a><a href="/login">Login</a></nav><p>Text</p>';
  for (const target of page.querySelectorAll('b, a[href="/login"], p')) {
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
  expect(prefetched()).toEqual(['one /app/one-more']);
});
