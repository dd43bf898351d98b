import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { createRoots, inElement } from './roots.ts';

describe('styles in an element', () => {
  it('use the width of the element instead of that of the page', () => {
    expect(inElement('@media (width<700px){a{b:c}}@media (width>=640px){d{e:f}}')).toBe(
      '@container pz-page (width < 700px){a{b:c}}@container pz-page (width >= 640px){d{e:f}}',
    );
  });

  it.each([
    '@media screen and (width<=700px){a{b:c}}',
    '@media (width<=450px){a{b:c}}',
    '@media (prefers-reduced-motion:reduce){a{b:c}}',
  ])('leave alone what is asked of the screen: %s', (css) => {
    expect(inElement(css)).toBe(css);
  });
});

/** Requests styles like a module's build. */
const linkTo = (href: string) => {
  const link = document.createElement('link');
  link.href = href;
  const outcome = new Promise((resolve) => {
    link.onload = () => resolve('load');
    link.onerror = () => resolve('error');
  });
  return { link, outcome };
};

const newRoot = () => document.createElement('div').attachShadow({ mode: 'open' });
const rulesIn = (root: ShadowRoot) =>
  root.adoptedStyleSheets.map((sheet) => sheet.cssRules[0]?.cssText.split(' ')[0]);

describe('the elements of a page', () => {
  const answers: Record<string, () => Promise<Response>> = {};
  beforeEach(() => {
    rs.stubGlobal(
      'fetch',
      rs.fn((url: string) => answers[url]?.() ?? Promise.reject(new TypeError('no network'))),
    );
  });
  afterEach(() => {
    rs.unstubAllGlobals();
    for (const url of Object.keys(answers)) delete answers[url];
  });

  it('are known wherever they are, while they are on the page', () => {
    const roots = createRoots();
    const within = newRoot();
    const element = document.createElement('div');
    within.append(element);
    const leave = roots.enter(element.attachShadow({ mode: 'open' }));
    expect(roots.elements()).toEqual([element]);
    leave();
    expect(roots.elements()).toEqual([]);
  });

  it('get all styles in the order of the requests, and remove them', async () => {
    let late = (_: Response) => {};
    answers['https://a.example/first.css'] = () => new Promise((resolve) => (late = resolve));
    answers['https://a.example/second.css'] = async () => new Response('.second{}');
    const roots = createRoots();
    const early = newRoot();
    const leave = roots.enter(early);
    const first = linkTo('https://a.example/first.css');
    const second = linkTo('https://a.example/second.css');
    roots.add(first.link);
    roots.add(second.link);
    expect(await second.outcome).toBe('load');
    late(new Response('.first{}'));
    expect(await first.outcome).toBe('load');
    const afterwards = newRoot();
    roots.enter(afterwards);
    expect(rulesIn(early)).toEqual(['.first', '.second']);
    expect(rulesIn(afterwards)).toEqual(['.first', '.second']);
    expect(document.head.querySelectorAll('link, style').length).toBe(0);
    leave();
    expect(early.adoptedStyleSheets).toEqual([]);
  });

  it('fetch a style once, and again after a failure', async () => {
    const reported = rs.spyOn(console, 'error').mockImplementation(() => {});
    const roots = createRoots();
    const failed = linkTo('https://a.example/late.css');
    roots.add(failed.link);
    expect(await failed.outcome).toBe('error');
    answers['https://a.example/late.css'] = async () => new Response('.late{}');
    const [one, two] = [linkTo('https://a.example/late.css'), linkTo('https://a.example/late.css')];
    roots.add(one.link);
    roots.add(two.link);
    expect(await Promise.all([one.outcome, two.outcome])).toEqual(['load', 'load']);
    expect(fetch).toHaveBeenCalledTimes(2);
    reported.mockRestore();
  });

  it('are searched for ids while they are on the page', () => {
    const roots = createRoots();
    const root = newRoot();
    root.innerHTML = '<h2 id="title">Rules</h2>';
    expect(roots.find('title')).toBeNull();
    const leave = roots.enter(root);
    expect(roots.find('title')?.textContent).toBe('Rules');
    leave();
    expect(roots.find('title')).toBeNull();
  });
});
