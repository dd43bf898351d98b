// What a host's page may use since 0.1.0: the tags, attributes, events, methods and pages of that release. The page
// below is compiled against the present declarations, so that none of them can be removed or change its type unnoticed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@rstest/core';
import type { PricingPage, PrimaziaAttributes, PrimaziaElement } from '../index.d.ts';
import { ATTRIBUTES } from './attributes.ts';
import { makeElement } from './element.ts';
import { createRoots } from './roots.ts';
import type { Suite } from './suite.ts';

declare const process: { cwd(): string };

const ATTRIBUTES_THEN = {
  ...{ company: '12', token: 'a-token', locale: 'pt-BR', theme: 'auto' },
  ...{ 'base-url': 'https://app.primazia.example', 'sync-url': 'pagina' },
} as const satisfies PrimaziaAttributes;

const PAGES_THEN: readonly PricingPage[] = [
  ...(['precificacao-automatica', 'historico-de-precos', 'configuracao-de-precificacao'] as const),
  ...(['regras-de-precificacao', 'simulacao-de-regras', 'planilhas-de-regras'] as const),
];

/** The page; received events go into `heard`. */
function hostPage(element: PrimaziaElement<PricingPage>, received: (string | number)[]): void {
  const hear = (...values: (string | number)[]) => void received.push(...values);
  for (const [name, value] of Object.entries(ATTRIBUTES_THEN)) element.setAttribute(name, value);
  element.refreshToken = async ({ reason, module, company }) =>
    `${reason satisfies string}${module}${company ?? ''}`;
  element.addEventListener('primazia:ready', ({ detail }) => hear(detail.module, detail.version));
  element.addEventListener('primazia:error', ({ detail }) => hear(detail.module, detail.reason));
  element.addEventListener('primazia:navigated', ({ detail }) => hear(detail.path));
  element.addEventListener('primazia:token-needed', ({ detail }) => hear(detail.reason));
  element.addEventListener('primazia:price-approved', ({ detail }) => hear(...detail.updateIds));
  element.addEventListener('primazia:price-cancelled', ({ detail }) => hear(...detail.updateIds));
  element.addEventListener('primazia:price-undone', ({ detail }) => hear(...detail.updateIds));
  element.addEventListener('primazia:rule-saved', ({ detail }) => hear(detail.ruleId));
  element.addEventListener('primazia:bulk-started', ({ detail }) => hear(detail.bulkId));
}

describe('a page of 0.1.0', () => {
  it('finds the tags of both modules', () => {
    const tagOf = (module: string): string =>
      JSON.parse(readFileSync(join(process.cwd(), '..', '..', module, 'module.json'), 'utf8'))
        .embed;
    expect(tagOf('mfe-pricing')).toBe('primazia-pricing');
    expect(tagOf('mfe-integrations')).toBe('primazia-integrations');
  });

  it('reads its attributes, requests its token, and opens each page of pricing', async () => {
    expect(ATTRIBUTES).toEqual(expect.arrayContaining(Object.keys(ATTRIBUTES_THEN)));
    const opened: string[] = [];
    const embedded = {
      update: () => undefined,
      open: (path: string) => opened.push(path) > 0,
      close: () => undefined,
    };
    let requested: Promise<string> | undefined;
    const suite: Suite = {
      baseUrl: 'https://app.example',
      tags: async () => [],
      bring: async () => ({
        module: {
          ...{ name: 'mfe-pricing', version: '0.1.0', build: 'abcdef0123456789', kit: '^0.2.0' },
          ...{ entry: 'https://app.example/remoteEntry.js', integrity: null, routes: [] },
          ...{ bareRoutes: [], sidebar: [], labels: null, embed: 'primazia-pricing' },
        },
        embed: async (_root, { refreshToken, onEvent }) => {
          requested = refreshToken?.({ reason: 'missing', module: 'mfe-pricing', company: 12 });
          onEvent('rule-saved', { ruleId: 7 });
          return embedded;
        },
      }),
    };
    customElements.define('primazia-pricing', makeElement(suite, createRoots()));
    const element = document.createElement('primazia-pricing');
    const received: (string | number)[] = [];
    hostPage(element, received);
    document.body.append(element);
    for (const page of PAGES_THEN) expect(await element.open(page)).toBe(true);
    expect(opened).toEqual([...PAGES_THEN]);
    expect(await requested).toBe('missingmfe-pricing12');
    expect(received).toContain(7);
    await element.reload();
  });
});
