import { expect, type Locator, type Page, test } from '@playwright/test';
import type {} from '@primazia/embed';
import { expectAccessible } from './accessible.ts';
import {
  expectKeys,
  expectMessagesIgnored,
  expectOverlays,
  hostParts,
  openPricing,
  overflowing,
  partsOf,
  pricingOf,
  stylesOf,
  title,
} from './hosts/element.ts';
import { detailsOf, ERP, type ErpHost, openErp, STRANGER, tokenRequests } from './hosts/host.ts';

let erp: ErpHost;

test.use({ locale: 'pt-BR', colorScheme: 'light', viewport: { width: 1360, height: 900 } });
test.beforeAll(async ({ baseURL }) => {
  erp = await openErp(baseURL ?? '');
});
test.afterAll(() => erp.close());
test.beforeEach(async ({ context }) => {
  erp.refuse(false);
  await erp.serve(context);
});

test('a hostile page and an element do not affect each other', async ({ page, context }) => {
  await page.goto(`${ERP}/?elements=none`);
  const untouched = await stylesOf(hostParts(page));
  const pricing = await openPricing(page);
  const hostile = await stylesOf(partsOf(pricing));
  expect(await stylesOf(hostParts(page))).toEqual(untouched);
  await expectAccessible(page, 'primazia-pricing');
  await expectOverlays(page, pricing);
  await expectKeys(page, pricing);
  await expectMessagesIgnored(page, pricing);
  expect(page.url()).toBe(`${ERP}/?elements=pricing`);

  const plain = await context.newPage();
  const alone = await openPricing(plain);
  await plain.evaluate(() => document.querySelector('head > link[rel=stylesheet]')?.remove());
  expect(await stylesOf(partsOf(alone))).toEqual(hostile);

  await page.locator('#place').evaluate((card) => card.setAttribute('style', 'width: 360px'));
  await expect(pricing.getByRole('columnheader', { name: 'Buybox' })).toBeHidden();
  await expect.poll(() => overflowing(pricing)).toEqual([]);
  await expectAccessible(page, 'primazia-pricing');
});

async function expectRenewal(page: Page, pricing: Locator) {
  const requests = await tokenRequests(page);
  const search = pricing.getByRole('searchbox');
  const calls = '**/api/v*/**';
  await page.route(calls, (route) =>
    route.fulfill({
      status: 401,
      headers: { 'access-control-allow-origin': ERP },
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Expired', status: 401, code: 'token_expired' },
    }),
  );
  erp.refuse(true);
  await search.fill('cafeteira');
  const notice = pricing.getByRole('alert').filter({ hasText: 'O acesso terminou' });
  await expect(notice).toContainText('pedra-erp.example');
  await expect(search).toHaveValue('cafeteira');
  expect(await tokenRequests(page)).toBe(requests + 1);
  expect(await detailsOf(page, 'error')).toEqual([
    { module: 'mfe-pricing', reason: 'session-ended' },
  ]);
  await expectAccessible(page, 'primazia-pricing');

  // Tokens of another installation: that is reported too, once for each attempt.
  erp.refuse(false);
  const retry = notice.getByRole('button', { name: 'Tentar de novo' });
  await retry.click();
  await expect.poll(async () => (await detailsOf(page, 'error')).length).toBe(2);
  await expect(notice).toBeVisible();
  const tried = await tokenRequests(page);
  await page.waitForTimeout(1_000);
  expect((await detailsOf(page, 'error')).length).toBe(2);
  expect(await tokenRequests(page)).toBe(tried);

  await page.unroute(calls);
  await retry.click();
  await expect(notice).toBeHidden();
  await expect(pricing.getByRole('row').nth(1)).toContainText(/cafeteira/i);
  await expect(search).toHaveValue('cafeteira');
  expect(await tokenRequests(page)).toBe(tried + 1);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(/eyJ|token/i);
  expect(await page.evaluate(() => document.cookie)).toBe('');
}

test('an element follows its attributes, its calls and its host’s tokens while it is on the page', async ({
  page,
}) => {
  const { 'Casa Aurora': aurora, 'Norte Eletrônicos': norte } = erp.companies;
  const pricing = await openPricing(page, `&company=${aurora}`);
  const set = (name: string, value: string) =>
    pricing.evaluate((node, pair) => node.setAttribute(...pair), [name, value] as [string, string]);
  await expectRenewal(page, pricing);

  const first = pricing.getByRole('row').nth(1);
  const ofAurora = await first.textContent();
  await set('locale', 'es-MX');
  await expect(title(pricing, 'Precios automáticos')).toBeVisible();
  await set('theme', 'dark');
  const ink = () =>
    pricing.getByRole('heading', { level: 1 }).evaluate((node) => getComputedStyle(node).color);
  const light = await ink();
  await set('theme', 'light');
  await expect.poll(ink).not.toBe(light);
  await set('locale', 'pt-BR');

  await set('company', String(norte));
  await expect(title(pricing, 'Precificação automática')).toBeVisible();
  await expect(first).toBeVisible();
  await expect.poll(() => first.textContent()).not.toBe(ofAurora);
  await expect(pricing.getByRole('alert')).toHaveCount(0);

  const moved = await pricing.evaluate(async (node) => {
    const element = node as HTMLElementTagNameMap['primazia-pricing'];
    const pages = ['historico-de-precos', '/app/nada', 'https://elsewhere.example/'] as const;
    const answers: boolean[] = [];
    for (const path of pages) answers.push(await element.open(path as 'historico-de-precos'));
    return answers;
  });
  expect(moved).toEqual([true, false, false]);
  await expect(title(pricing, 'Histórico de preços')).toBeVisible();
  expect(await detailsOf(page, 'navigated')).toContainEqual({ path: 'historico-de-precos' });
  expect(page.url()).toBe(`${ERP}/?elements=pricing&company=${aurora}`);
});

test('two elements have separate parameters in the address, next to those of the host', async ({
  page,
}) => {
  await page.goto(`${ERP}/?elements=none&pedido=1042`);
  await page.evaluate(() => {
    history.replaceState({ erp: 7 }, '');
    for (const [place, name] of [
      ['#place', 'um'],
      ['#second', 'dois'],
    ] as const) {
      const element = document.createElement('primazia-pricing');
      element.setAttribute('sync-url', name);
      element.refreshToken = Reflect.get(window, 'erp').fetchToken;
      document.querySelector(place)?.append(element);
    }
  });
  const [one, two] = [page.locator('#place *').first(), page.locator('#second *').first()];
  await expect(one.getByRole('row').nth(1)).toBeVisible();
  await expect(two.getByRole('row').nth(1)).toBeVisible();
  const open = (element: Locator, path: 'historico-de-precos' | 'regras-de-precificacao') =>
    element.evaluate(
      (node, to) => (node as HTMLElementTagNameMap['primazia-pricing']).open(to),
      path,
    );
  await open(one, 'historico-de-precos');
  await expect(title(one, 'Histórico de preços')).toBeVisible();
  await open(two, 'regras-de-precificacao');
  await expect(title(two, 'Regras de preço')).toBeVisible();
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);
  const host = { elements: 'none', pedido: '1042' };
  expect(query()).toEqual({ ...host, um: 'historico-de-precos', dois: 'regras-de-precificacao' });
  expect(await page.evaluate(() => history.state.erp)).toBe(7);

  await page.goBack();
  await expect(title(two, 'Precificação automática')).toBeVisible();
  await expect(title(one, 'Histórico de preços')).toBeVisible();
  await page.goBack();
  await expect(title(one, 'Precificação automática')).toBeVisible();
  expect(query()).toEqual(host);
  await page.goForward();
  await expect(title(one, 'Histórico de preços')).toBeVisible();
  expect(query()).toEqual({ ...host, um: 'historico-de-precos' });
});

test('elements of two modules share their libraries, and a second script does no harm', async ({
  page,
}) => {
  const bytes: Record<string, number> = {};
  page.on('response', (response) => {
    const [, module] = /\/modules\/(mfe-[a-z]+)\/.*\.js$/.exec(response.url()) ?? [];
    if (module === undefined) return;
    // Compressed, as received.
    const size = Number(response.headers()['content-length'] ?? 0);
    bytes[module] = (bytes[module] ?? 0) + size;
  });
  const pricing = await openPricing(page, ',integrations&theme=dark');
  const integrations = page.locator('primazia-integrations');
  await expect(integrations.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addScriptTag({
    url: (await page.locator('script[src$="/embed.js"]').getAttribute('src')) ?? '',
  });
  await pricing.getByRole('button', { name: 'Ordenar' }).click();
  await expect(pricing.getByRole('dialog', { name: 'Ordenar' })).toBeVisible();
  // React has 57 kB, the kit with Spectrum 180: the second module loads neither of them.
  const both = Object.values(bytes).sort((a, b) => a - b);
  expect(both).toHaveLength(2);
  expect(both[0]).toBeLessThan(150_000);
});

test('a module that does not load is reported in the user’s language, and loads at the retry', async ({
  page,
}) => {
  const pricing = pricingOf(page);
  const again = pricing.getByRole('button', { name: 'Intentar de nuevo' });
  // Not until everything is loaded: the blocked files may be requested before that.
  const open = async () => {
    await page.goto(`${ERP}/?elements=pricing&locale=es`, { waitUntil: 'domcontentloaded' });
  };
  const heal = async (address: string) => {
    await page.unroute(address);
    await again.click();
    await expect(title(pricing, 'Precios automáticos')).toBeVisible();
  };

  for (const [address, reason, words] of [
    ['**/modules/registry.json*', 'registry', 'Primazia no se cargó'],
    ['**/modules/mfe-pricing/**', 'down', 'Primazia no se cargó'],
  ] as const) {
    await page.route(address, (route) => route.abort());
    await open();
    await expect(pricing.getByRole('alert')).toContainText(words);
    expect((await detailsOf(page, 'error')).map((detail) => detail.reason)).toContain(reason);
    await expectAccessible(page, 'primazia-pricing');
    await heal(address);
  }

  const entry = '**/modules/mfe-pricing/**/remoteEntry.js';
  await page.route(entry, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: 'throw new Error()' }),
  );
  await open();
  await expect(pricing.getByRole('alert')).toContainText('Esta parte de Primazia no funciona');
  expect(await detailsOf(page, 'error')).toMatchObject([{ reason: 'tampered' }]);
  await heal(entry);

  await page.clock.install();
  await page.route(entry, () => {});
  await open();
  await expect(pricing.getByRole('status')).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(pricing.getByRole('alert')).toContainText('Primazia está tardando');
  await heal(entry);
});

test('an element without a token reports that before it shows anything', async ({ page }) => {
  erp.refuse(true);
  await page.goto(`${ERP}/?elements=pricing`);
  const notice = pricingOf(page).getByRole('alert');
  await expect(notice).toContainText('Sem acesso ao Primazia');
  erp.refuse(false);
  await notice.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(title(pricingOf(page), 'Precificação automática')).toBeVisible();
});

test('a page that no company has registered shows what to do', async ({ page, context }) => {
  await erp.serve(context, STRANGER);
  await page.goto(`${STRANGER}/?elements=pricing`);
  const pricing = pricingOf(page);
  const notice = pricing.getByRole('alert').filter({ hasText: 'não está autorizada' });
  await expect(notice).toContainText(STRANGER);
  expect((await detailsOf(page, 'error')).map(({ reason }) => reason)).toEqual([
    'unauthorised-origin',
  ]);
  await notice.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(notice).toBeVisible();
  await expect(pricing.getByRole('row')).toHaveCount(0);
});

/** What a page holds, counted by the browser itself, after it has cleaned up. */
async function countedIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  for (let time = 0; time < 3; time += 1) await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  await browser.detach();
  const pending = await page.evaluate(() => ({
    sockets: Reflect.get(window, 'counted').sockets.size as number,
    timers: Reflect.get(window, 'counted').timers.size as number,
    styles: document.querySelectorAll('style, link').length,
  }));
  return {
    heap: of('JSHeapUsedSize'),
    rest: { nodes: of('Nodes'), listeners: of('JSEventListeners'), ...pending },
  };
}

test('a hundred mounts and unmounts leak nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const counted = { sockets: new Set(), timers: new Set() };
    Reflect.set(window, 'counted', counted);
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        counted.sockets.add(this);
        this.addEventListener('close', () => counted.sockets.delete(this));
      }
    };
    const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const counting = (act: () => void, ms?: number) => {
      const id = set(() => {
        counted.timers.delete(id);
        act();
      }, ms);
      counted.timers.add(id);
      return id;
    };
    window.setTimeout = counting as unknown as typeof window.setTimeout;
    window.clearTimeout = (id) => {
      counted.timers.delete(id);
      clear(id);
    };
  });
  await page.goto(`${ERP}/?elements=none`);
  const round = (times: number) =>
    page.evaluate(async (left) => {
      const { fetchToken } = Reflect.get(window, 'erp');
      Reflect.set(
        window,
        'token',
        Reflect.get(window, 'token') ?? fetchToken({ module: 'mfe-pricing' }),
      );
      for (let time = 0; time < left; time += 1) {
        const element = document.createElement('primazia-pricing');
        element.refreshToken = () => Reflect.get(window, 'token');
        const ready = new Promise((done) => element.addEventListener('primazia:ready', done));
        document.querySelector('#place')?.append(element);
        // One of ten is removed before its module is loaded.
        if (time % 10 > 0) await ready;
        element.remove();
      }
    }, times);
  // Everything that is created once exists before counting starts, also the rows of a list.
  await page.evaluate(() => {
    const element = document.createElement('primazia-pricing');
    element.refreshToken = Reflect.get(window, 'erp').fetchToken;
    document.querySelector('#second')?.append(element);
  });
  await expect(pricingOf(page).getByRole('row').nth(1)).toBeVisible();
  await pricingOf(page).evaluate((element) => element.remove());
  await round(10);
  const before = await countedIn(page);
  await round(50);
  const between = await countedIn(page);
  await round(50);
  // A leak grows in both halves, by at least one in two rounds. A single growth is not a leak: React keeps the last root with
  // all its listeners until the next one is removed.
  const grown = async () => {
    const { heap, rest } = await countedIn(page);
    const more = Object.entries(rest).filter(([what, count]) => {
      const half: number = Reflect.get(between.rest, what);
      return count >= half + 25 && half >= Reflect.get(before.rest, what) + 25;
    });
    return { more, heap: heap > before.heap + 4_000_000 };
  };
  await expect.poll(grown).toEqual({ more: [], heap: false });
});
