import { expect, type Locator, type Page } from '@playwright/test';
import { ERP, eventNamesOf, keysReceived, tokenRequests } from './host.ts';

export const title = (element: Locator, name: string) =>
  element.getByRole('heading', { level: 1, name });
export const pricingOf = (page: Page) => page.locator('primazia-pricing').first();

/** Opens the ERP's page, and waits for the rows of its list. */
export async function openPricing(page: Page, query = ''): Promise<Locator> {
  await page.goto(`${ERP}/?elements=pricing${query}`);
  const pricing = pricingOf(page);
  await expect(pricing.getByRole('row').nth(1)).toBeVisible();
  return pricing;
}

/** The computed styles of our parts, for all properties that a host might affect. */
const styleOf = (part: Locator) =>
  part.evaluate((node) => {
    const style = getComputedStyle(node);
    // Sizes depend on the width in the host's page, and are not compared.
    const sized = /size|width|height|origin|inset|top|left|right|bottom|perspective/;
    const names = [...style].filter((name) => !name.startsWith('--') && !sized.test(name));
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
  });

export const partsOf = (pricing: Locator) => ({
  title: pricing.getByRole('heading', { level: 1 }),
  search: pricing.getByRole('searchbox'),
  button: pricing.getByRole('button', { name: 'Ordenar' }),
  header: pricing.getByRole('columnheader', { name: 'Buybox' }),
  cell: pricing.getByRole('row').nth(1).getByRole('cell').nth(1),
  link: pricing.getByRole('navigation', { name: 'Visões' }).getByRole('link').first(),
});

export const stylesOf = async (parts: Record<string, Locator>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(parts).map(async ([name, part]) => [name, await styleOf(part)] as const),
    ),
  );

export const hostParts = (page: Page) => ({
  body: page.locator('body'),
  title: page.locator('main > h1'),
  cell: page.locator('#erp-table td').first(),
  field: page.locator('#erp-search'),
  button: page.locator('#erp-new'),
});

const isInDialog = (page: Page) =>
  page.evaluate(() => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.closest('[role="dialog"]') != null;
  });

export async function expectOverlays(page: Page, pricing: Locator) {
  const sort = pricing.getByRole('button', { name: 'Ordenar' });
  await sort.click();
  const popover = pricing.getByRole('dialog', { name: 'Ordenar' });
  await popover.getByRole('button', { name: /Depois por/ }).click();
  await expect(pricing.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pricing.getByRole('listbox')).toBeHidden();
  await expect(popover).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await expect(sort).toBeFocused();

  const add = pricing.getByRole('button', { name: /Criar regra/ }).first();
  await add.click();
  const dialog = pricing.getByRole('dialog', { name: 'Nova regra de preço' });
  await expect(dialog).toBeVisible();
  const box = await dialog.boundingBox();
  if (box === null) throw new Error('the dialog has no place');
  // The host's card clips and moves its content, and its bar is above everything else.
  const onTop = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.localName, {
    x: box.x + box.width / 2,
    y: box.y + 4,
  });
  expect(onTop).toBe('primazia-pricing');
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    expect(await isInDialog(page)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  expect(await page.locator('html').getAttribute('style')).toBeFalsy();
  const hidden = () => document.querySelectorAll('[inert], [aria-hidden]').length;
  expect(await page.evaluate(hidden)).toBe(0);
  await pricing.getByRole('searchbox').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pricing.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pricing.getByRole('tooltip')).toBeHidden();
}

export async function expectKeys(page: Page, pricing: Locator) {
  const search = pricing.getByRole('searchbox');
  await search.pressSequentially('njk/?');
  await expect(search).toHaveValue('njk/?');
  expect(await keysReceived(page)).toBe('');
  await search.fill('');
  await expect(pricing.getByRole('row').nth(1)).toBeVisible();

  // With the focus outside, the host's shortcut applies, and not ours.
  await page.locator('#erp-new').focus();
  await page.keyboard.press('/');
  await expect(page.locator('#erp-search')).toBeFocused();
  expect(await keysReceived(page)).toBe('/');

  // With the focus inside, our shortcut applies, and not the host's.
  await pricing.getByRole('button', { name: 'Ordenar' }).focus();
  await page.keyboard.press('j');
  await expect(pricing.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  expect(await keysReceived(page)).toBe('/');
}

/** Messages by which another script or window might try to intrude. */
const sendMessages = (page: Page) =>
  page.evaluate(async () => {
    const hostile = [
      { type: 'primazia:token', token: 'eyJhbGciOiJub25lIn0.e30.' },
      { type: 'primazia:open', path: 'configuracao-de-precificacao' },
      { primazia: { company: 1, token: null, baseUrl: 'https://evil.example' } },
      'primazia:reload',
      { type: 'react-spectrum-toast', detail: { children: 'pwned', variant: 'info' } },
      { source: 'single-spa', name: 'mfe-pricing', unmount: true },
      null,
    ];
    for (const message of hostile) {
      window.postMessage(message, '*');
      window.dispatchEvent(new MessageEvent('message', { data: message }));
    }
    // When this message has arrived, the earlier ones have too.
    await new Promise((done) => {
      window.addEventListener('message', done, { once: true });
      window.postMessage('the last one', '*');
    });
  });

export async function expectMessagesIgnored(page: Page, pricing: Locator) {
  const [requests, reported] = [await tokenRequests(page), await eventNamesOf(page)];
  await sendMessages(page);
  await expect(title(pricing, 'Precificação automática')).toBeVisible();
  await expect(pricing.getByText('pwned')).toHaveCount(0);
  expect(await tokenRequests(page)).toBe(requests);
  expect(await eventNamesOf(page)).toEqual(reported);
}

/** Parts that overflow the element without a scrolling ancestor. */
export const overflowing = (pricing: Locator) =>
  pricing.evaluate((node) => {
    const parts = [...(node.shadowRoot?.querySelectorAll('.pz-stage-page *') ?? [])];
    const { right } = node.getBoundingClientRect();
    const scrolls = (part: Element | null): boolean =>
      part !== null &&
      (/auto|scroll|hidden/.test(getComputedStyle(part).overflowX) || scrolls(part.parentElement));
    return parts
      .filter((part) => part.getBoundingClientRect().right > right + 1 && !scrolls(part))
      .map((part) => part.className);
  });
