// @rstest-environment happy-dom
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { createForesight } from './foresight.ts';
import type { RemoteModule } from './registry.ts';

const moduleOf = (name: string, ...paths: string[]) =>
  ({
    name,
    routes: paths,
    sidebar: paths.map((path) => ({ path })),
  }) as unknown as RemoteModule;

const list = [
  moduleOf('one', '/app/one', '/app/one-more'),
  moduleOf('two', '/app/two'),
  moduleOf('three'),
];
const prepare = rs.fn(async (_name: string, _path: string) => {});
let page: Document;
const foresight = () => createForesight({ list: () => list, prepare, page });
const prepared = () => prepare.mock.calls;
/** The browser has nothing to do. */
const idle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  page = document.implementation.createHTMLDocument();
  rs.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
});
afterEach(() => {
  prepare.mockReset();
  prepare.mockResolvedValue(undefined);
  rs.unstubAllGlobals();
});

it('makes one module after the other ready, at its first page, when a page stands', async () => {
  let done = () => {};
  prepare.mockImplementationOnce(() => new Promise((resolve) => (done = resolve)));
  const { settled } = foresight();
  expect(prepared()).toEqual([]);
  settled();
  await expect.poll(prepared).toEqual([['one', '/app/one']]);
  settled();
  await idle();
  expect(prepared()).toHaveLength(1);
  done();
  await expect.poll(prepared).toEqual([
    ['one', '/app/one'],
    ['two', '/app/two'],
  ]);
});

it('fetches nothing by itself for whoever saves data', async () => {
  rs.stubGlobal('navigator', { connection: { saveData: true } });
  foresight().settled();
  await idle();
  expect(prepared()).toEqual([]);
});

it.each(['pointerover', 'focusin'])('makes the module ready that a link leads to, at %s', (act) => {
  foresight();
  page.body.innerHTML =
    '<nav><a href="/app/one-more"><b>One</b></a><a href="/login">Login</a></nav><p>Text</p>';
  for (const target of page.querySelectorAll('b, a[href="/login"], p')) {
    target.dispatchEvent(new Event(act, { bubbles: true }));
  }
  expect(prepared()).toEqual([['one', '/app/one-more']]);
});
