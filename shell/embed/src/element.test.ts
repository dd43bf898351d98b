import { RemoteError, type RemoteModule } from '@primazia/kit/remote';
import type { Embed, EmbedOptions } from '@primazia/kit/shell';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { PrimaziaElement } from '../index.d.ts';
import { makeElement } from './element.ts';
import { createRoots } from './roots.ts';
import type { Suite } from './suite.ts';

const MODULE: RemoteModule = {
  name: 'mfe-test',
  version: '1.2.3',
  build: 'abcdef0123456789',
  entry: 'https://app.example/modules/mfe-test/abcdef0123456789/remoteEntry.js',
  integrity: null,
  kit: '^0.2.0',
  routes: ['/app/test'],
  bareRoutes: [],
  sidebar: [],
  labels: null,
  embed: 'primazia-test',
};

/** Module and registry as an element sees them; each test has a separate tag, since a page defines a tag only once. */
function stage() {
  const seen: EmbedOptions[] = [];
  const embedded = {
    update: rs.fn((options: EmbedOptions) => void seen.push(options)),
    open: rs.fn((path: string) => path === 'test'),
    close: rs.fn(),
  };
  const embed = rs.fn<Embed>(async (_root, options) => {
    seen.push(options);
    return embedded;
  });
  const bring = rs.fn<Suite['bring']>(async () => ({ module: MODULE, embed }));
  const suite: Suite = { baseUrl: 'https://app.example', tags: async () => [], bring };
  const tag = `primazia-test-${crypto.randomUUID().slice(0, 8)}`;
  customElements.define(tag, makeElement(suite, createRoots()));
  const make = (attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag) as unknown as PrimaziaElement;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  };
  return { seen, suite, embedded, embed, bring, make, last: () => seen.at(-1) };
}

const settled = () => new Promise((done) => setTimeout(done));

afterEach(() => document.body.replaceChildren());

describe('an element', () => {
  it('reads its attributes, and takes in together what is changed together', async () => {
    const { make, embedded, last } = stage();
    const element = make({ company: '12', token: 't1', 'sync-url': '', theme: 'purple' });
    await settled();
    expect(last()).toMatchObject({
      version: '1.2.3',
      company: 12,
      token: 't1',
      theme: 'light',
      locale: null,
      baseUrl: 'https://app.example',
      syncUrl: element.localName,
    });
    embedded.update.mockClear();
    element.setAttribute('company', '13');
    element.setAttribute('token', 't2');
    element.setAttribute('theme', 'dark');
    element.setAttribute('base-url', 'https://other.example/');
    element.removeAttribute('sync-url');
    await settled();
    expect(embedded.update).toHaveBeenCalledTimes(1);
    expect(last()).toMatchObject({
      company: 13,
      token: 't2',
      theme: 'dark',
      baseUrl: 'https://other.example',
      syncUrl: null,
    });
  });

  it('keeps a callback that was set before or after the script loaded', async () => {
    const { make, last, suite } = stage();
    const element = make();
    await settled();
    expect(last()?.refreshToken).toBeUndefined();
    element.refreshToken = async ({ module }) => `token for ${module}`;
    await settled();
    const detail = { reason: 'refused', module: 'mfe-test', company: null } as const;
    expect(await last()?.refreshToken?.(detail)).toBe('token for mfe-test');
    element.refreshToken = async () => 'another';
    expect(await last()?.refreshToken?.(detail)).toBe('another');

    const early = document.createElement('primazia-early') as unknown as PrimaziaElement;
    early.refreshToken = async () => 'early';
    customElements.define('primazia-early', makeElement(suite, createRoots()));
    document.body.append(early);
    customElements.upgrade(early);
    await settled();
    expect(await last()?.refreshToken?.(detail)).toBe('early');
  });

  it('takes its callback from React as any property', async () => {
    const { suite, last } = stage();
    customElements.define('primazia-react', makeElement(suite, createRoots()));
    const place = document.createElement('div');
    document.body.append(place);
    const page = createRoot(place);
    const refreshToken = async () => 'of React';
    page.render(createElement('primazia-react', { company: 12, refreshToken }));
    await expect.poll(() => last()?.company).toBe(12);
    const detail = { reason: 'missing', module: 'mfe-test', company: 12 } as const;
    expect(await last()?.refreshToken?.(detail)).toBe('of React');
    page.unmount();
  });

  it('notifies its host by composed events', async () => {
    const { make, last } = stage();
    const element = make();
    await settled();
    const received: unknown[] = [];
    document.addEventListener(
      'primazia:price-approved',
      (event) => received.push((event as CustomEvent).detail),
      { once: true },
    );
    last()?.onEvent('price-approved', { updateIds: [7] });
    expect(received).toEqual([{ updateIds: [7] }]);
    expect(await element.open('test')).toBe(true);
    expect(await element.open('nowhere')).toBe(false);
  });

  it('keeps its module when it is moved, and unmounts it when it is removed', async () => {
    const { make, embed, embedded } = stage();
    const element = make();
    await settled();
    const place = document.createElement('div');
    document.body.append(place);
    place.append(element);
    await settled();
    expect(embed).toHaveBeenCalledTimes(1);
    expect(embedded.close).not.toHaveBeenCalled();
    element.remove();
    await settled();
    expect(embedded.close).toHaveBeenCalledTimes(1);
    expect(element.shadowRoot?.childNodes.length).toBe(0);
    document.body.append(element);
    await settled();
    expect(embed).toHaveBeenCalledTimes(2);
    await element.reload();
    expect(embed).toHaveBeenCalledTimes(3);
    expect(embedded.close).toHaveBeenCalledTimes(2);
  });

  it('shows its own screen in the language and theme, while loading and after a failure', async () => {
    const reported = rs.spyOn(console, 'error').mockImplementation(() => {});
    const { make, bring } = stage();
    let fail = (_: Error) => {};
    bring.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
    const element = make({ locale: 'pt' });
    const screen = () => element.shadowRoot?.querySelector<HTMLElement>('.screen');
    expect(screen()?.getAttribute('aria-label')).toBe('Carregando o Primazia');
    element.setAttribute('locale', 'en');
    element.setAttribute('theme', 'dark');
    await settled();
    expect(screen()?.getAttribute('aria-label')).toBe('Loading Primazia');
    expect([screen()?.lang, screen()?.dataset.scheme]).toEqual(['en', 'dark']);
    fail(new RemoteError('slow', MODULE, 'late'));
    await settled();
    const button = screen()?.querySelector('button');
    element.setAttribute('locale', 'es');
    element.removeAttribute('theme');
    await settled();
    expect(screen()?.textContent).toContain('Primazia está tardando');
    expect(button?.textContent).toBe('Intentar de nuevo');
    expect([screen()?.lang, screen()?.dataset.scheme]).toEqual(['es', 'light']);
    // The focus stays on the button.
    expect(screen()?.querySelector('button')).toBe(button);
    reported.mockRestore();
  });

  it('that was removed unmounts a module that loads too late', async () => {
    const { make, embed, embedded } = stage();
    let come = (_: typeof embedded) => {};
    embed.mockImplementationOnce(() => new Promise((resolve) => (come = resolve)));
    const element = make();
    await settled();
    element.remove();
    await settled();
    come(embedded);
    await settled();
    expect(embedded.close).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['pt-BR', new TypeError('no network'), 'registry', 'O Primazia não carregou'],
    ['en', new RemoteError('slow', MODULE, 'late'), 'slow', 'Primazia is taking too long'],
    ['es-AR', new RemoteError('tampered', MODULE, 'bytes'), 'tampered', 'Esta parte de Primazia'],
  ])('says in %s what is wrong, and comes at the retry', async (locale, error, reason, words) => {
    const reported = rs.spyOn(console, 'error').mockImplementation(() => {});
    const { make, bring, embed } = stage();
    bring.mockRejectedValueOnce(error);
    const received: unknown[] = [];
    document.addEventListener(
      'primazia:error',
      (event) => received.push((event as CustomEvent).detail.reason),
      { once: true },
    );
    const root = make({ locale }).shadowRoot;
    await settled();
    expect(root?.querySelector('[role=alert]')?.textContent).toContain(words);
    expect(received).toEqual([reason]);
    root?.querySelector('button')?.click();
    await settled();
    expect(embed).toHaveBeenCalledTimes(1);
    expect(root?.querySelector('[role=alert]')).toBeNull();
    reported.mockRestore();
  });
});
