import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Level } from '@primazia/backend/kernel/bell';
import type { BellSettingsAnswer, Notification } from '@primazia/backend/notifications/contract';
import { expectAccessible } from './accessible.ts';
import { openAs, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const LEVELS: Level[] = ['success', 'info', 'warn', 'error'];
const CODES = {
  success: 'price_update_applied',
  info: 'price_update_pending',
  warn: 'price_held_by_limit',
  error: 'price_update_rejected',
} as const;

const entry = (id: number, level: Level, more: Partial<Notification> = {}): Notification => ({
  id,
  level,
  code: CODES[level],
  values: {
    title: `Panela ${id}`,
    count: 1,
    oldPrice: 120,
    newPrice: 118.5,
    currencyCode: 'BRL',
    failure: null,
    listingId: id,
    ruleId: 1,
    ruleName: 'Vencer',
  },
  link: `/app/historico-de-precos/${id}`,
  createdAt: new Date(Date.now() - id * 60_000).toISOString(),
  read: false,
  waits: level === 'error',
  popup: level !== 'success',
  ...more,
});

/** Replaces the server's bell, with content that a test sets. */
async function stubBell(page: Page, content: Notification[]) {
  const bell = { content, isDown: false };
  const counts = () => ({
    unread: bell.content.filter(({ read }) => !read).length,
    waiting: bell.content.filter(({ waits }) => waits).length,
    failures: bell.content.filter(({ waits, level }) => waits && level === 'error').length,
  });
  const change = (are: (one: Notification) => boolean, to: Partial<Notification>) => {
    bell.content = bell.content.map((one) => (are(one) ? { ...one, ...to } : one));
  };
  await page.route('**/api/v1/notifications**', async (route) => {
    if (bell.isDown) return route.fulfill({ status: 429, json: { code: 'rate_limited' } });
    const request = route.request();
    const { pathname, searchParams: query } = new URL(request.url());
    if (request.method() === 'POST') {
      const [, id, act] = /notifications\/(?:(\d+)\/)?(\w+)$/.exec(pathname) ?? [];
      if (act === 'settle') change((one) => one.id === Number(id), { waits: false });
      else if (id === undefined) change(() => true, { read: true });
      else change((one) => one.id === Number(id), { read: true });
      return route.fulfill({ json: counts() });
    }
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    const limit = Number(query.get('limit'));
    const show = query.get('show');
    const level = query.get('level');
    const all = bell.content.filter(
      (one) =>
        one.id < before &&
        (level === null || one.level === level) &&
        (show !== 'waiting' || one.waits) &&
        (show !== 'unread' || !one.read),
    );
    return route.fulfill({
      json: {
        content: all.slice(0, limit),
        totalElements: all.length,
        totalPages: Math.ceil(all.length / limit),
        size: limit,
        number: 0,
        numberOfElements: Math.min(limit, all.length),
        ...counts(),
      },
    });
  });
  return bell;
}

const button = (page: Page) => page.getByRole('button', { name: /^Notificações/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Notificações' });
const entries = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Notificações' }).getByRole('listitem');
const popups = (page: Page) => page.getByRole('status', { name: 'Notificações' });
const waiting = (page: Page) => dialog(page).getByRole('region', { name: 'Aguardam uma decisão' });

interface Row {
  field: string;
  condition: string;
  value: string;
}

/** Chooses another option of a picker by keys. */
async function pick(page: Page, picker: Locator, key: 'ArrowUp' | 'ArrowDown', option: string) {
  await picker.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { selected: true })).toBeFocused();
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect(picker).toContainText(option);
}

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('the bell lists notifications, and which of them are open', async ({ page, request }) => {
  // Two failures far down still wait; one is resolved.
  const content = Array.from({ length: 40 }, (_, index) =>
    entry(40 - index, LEVELS[index % 3] ?? 'info'),
  );
  content.push(entry(0, 'error', { id: 900, waits: false }));
  content.splice(30, 0, entry(902, 'error'), entry(901, 'error'));
  const sorted = content.toSorted((a, b) => b.id - a.id);
  const bell = await stubBell(page, sorted);
  await openAs(page, await serverOf(request), PRICING);
  await expect(button(page)).toHaveAccessibleName(
    'Notificações, 43 não lidas. 2 itens esperam por alguém',
  );
  await button(page).click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  await expect(entries(page)).toHaveCount(13);

  await dialog(page).getByRole('button', { name: 'Ver mais antigas' }).click();
  await expect(entries(page)).toHaveCount(28);
  await dialog(page).getByRole('button', { name: 'Ver mais antigas' }).click();
  await expect(entries(page)).toHaveCount(41);
  await expect(dialog(page).getByRole('button', { name: 'Ver mais antigas' })).toHaveCount(0);

  await waiting(page)
    .getByRole('button', { name: /^Marcar como resolvida: Panela 902/ })
    .click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  await waiting(page)
    .getByRole('button', { name: /^Marcar como lida: Panela 901/ })
    .click();
  await expect(waiting(page), 'read, it waits still').toContainText('Panela 901');
  await expect(waiting(page)).not.toContainText('Não lida');
  await expect(dialog(page), 'the focus is inside still').toContainText('Notificações');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(
    true,
  );

  await dialog(page).getByRole('button', { name: 'Avisos' }).click();
  await expect(entries(page).first()).toContainText('Aviso');
  await expect(entries(page).filter({ hasText: 'Sucesso' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Não lidas' }).click();
  await dialog(page).getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(dialog(page)).toContainText('Você leu todas');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Mostrar todas' }).click();
  await expect(entries(page).first()).toBeVisible();

  await entries(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect(entries(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveAccessibleName('Notificações. 1 item espera por alguém');

  bell.isDown = true;
  await button(page).click();
  await dialog(page).getByRole('button', { name: 'Erros' }).click();
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toBeVisible();
  bell.isDown = false;
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await entries(page).filter({ hasText: 'Panela 901' }).getByRole('link').click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/app\/historico-de-precos\/901/);
});

test('pop-ups appear at the top right on a phone, as configured by the user', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const bell = await stubBell(page, []);
  await openAs(page, await serverOf(request), PRICING);
  await button(page).click();
  await expect(dialog(page)).toContainText('Nada por aqui ainda');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  bell.content = LEVELS.map((level, index) => entry(index + 1, level)).toReversed();
  // The page refetches when its connection is restored.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(popups(page).getByRole('listitem')).toHaveText([/^Erro/, /^Aviso/, /^Informação/]);
  const box = await popups(page).boundingBox();
  expect(box?.y).toBeLessThan(120);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(320);
  // A pointer or focus on one keeps it from closing.
  const error = popups(page).getByRole('link', { name: /Panela 4/ });
  await error.focus();
  await expectAccessible(page);
  await error.click();
  await expect(page).toHaveURL(/\/app\/historico-de-precos\/4/);
  await expect(button(page)).toHaveAccessibleName(/3 não lidas/);
});

test('a digest opens the history of its rule and hour, and what waits is one entry that counts', async ({
  page,
  request,
}) => {
  const hour = { from: '2026-05-04T12:00:00.000Z', until: '2026-05-04T13:00:00.000Z' };
  const between = `${hour.from}|2026-05-04T12:59:59.999Z`;
  const filters = [
    `createdAt:BETWEEN:${encodeURIComponent(between)}`,
    'ruleId:IN:1',
    `state:IN:${encodeURIComponent('applied|undone')}`,
    'eventType:!=:undo',
  ];
  const search = new URLSearchParams({ filters: filters.join(';') });
  await stubBell(page, [
    entry(3, 'info', { code: 'prices_wait', values: { count: 3 }, waits: true }),
    entry(2, 'success', {
      code: 'rule_changed_prices',
      values: {
        ...hour,
        ruleId: 1,
        ruleName: 'Vencer',
        count: 57,
        listings: 10,
        averagePercent: -0.4,
      },
      link: `/app/historico-de-precos?${search}`,
      read: true,
    }),
  ]);
  await openAs(page, await serverOf(request), PRICING);
  await expect(button(page)).toHaveAccessibleName(
    'Notificações, 1 não lida. 1 item espera por alguém',
  );
  await button(page).click();
  await expect(waiting(page)).toContainText('3 preços esperam a sua aprovação.');
  await expect(waiting(page).getByRole('button', { name: /^Marcar como resolvida/ })).toHaveCount(
    0,
  );
  const digest = entries(page).filter({ hasText: 'Vencer' });
  await expect(digest).toContainText(
    'A regra “Vencer” mudou 57 preços de 10 anúncios, em média -0,4%.',
  );
  const requested = page.waitForRequest('**/v2/rules/updates/query?**');
  await digest.getByRole('link').click();
  const { filters: rows } = (await requested).postDataJSON();
  expect(
    rows.map(({ field, condition, value }: Row) => `${field} ${condition} ${value}`),
    'what the digest sums up',
  ).toEqual([
    `createdAt BETWEEN ${between}`,
    'ruleId IN 1',
    'state IN applied|undone',
    'eventType != undo',
  ]);
  const chips = page.getByRole('list', { name: 'Filtros ativos' });
  await expect(chips).toContainText(/Período: .*:00 – .*:59/);
});

test('a user configures notifications: which, where and quiet hours', async ({ page, request }) => {
  const server = await serverOf(request);
  const SETTINGS = '/v1/notifications/settings';
  const { canMail: _, ...before } = await server.call<BellSettingsAnswer>('get', SETTINGS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, server, PRICING);
  await button(page).click();
  await dialog(page).getByRole('link', { name: 'Escolher notificações' }).click();
  await expect(page).toHaveURL(/\/app\/notificacoes$/);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notificações');
  const saved = page.getByRole('status').filter({ hasText: 'Notificações salvas.' });
  const shownOf = (category: string) =>
    page.getByRole('button', { name: `Onde mostrar: ${category}` });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect(shownOf('Preços retidos')).toContainText('No sino e em pop-up');
  await expectAccessible(page);
  expect(await width()).toBeLessThanOrEqual(1440);

  await test.step('notifications for the bell only do not pop up, those for both do', async () => {
    const resumed = popups(page).getByText(/^As alterações de preço foram retomadas/);
    const resume = async () => {
      for (const stopped of [true, false])
        await server.call('put', '/v2/pricing/switch', { stopped });
    };
    await pick(page, shownOf('Preços retidos'), 'ArrowUp', 'No sino');
    await expect(saved).toBeVisible();
    const unread = async () =>
      Number(/\d+/.exec((await button(page).textContent()) ?? '')?.[0] ?? 0);
    const earlier = await unread();
    await resume();
    await expect.poll(unread).toBeGreaterThanOrEqual(earlier + 2);
    await expect(resumed).toHaveCount(0);
    await pick(page, shownOf('Preços retidos'), 'ArrowDown', 'No sino e em pop-up');
    await expect(saved).toBeVisible();
    await resume();
    await expect(resumed).toHaveCount(1);
  });

  await pick(page, shownOf('Alterações de preço feitas'), 'ArrowUp', 'Não mostrar');
  await page.getByRole('checkbox', { name: 'Por e-mail: Buybox perdido' }).press('Space');
  await page.getByRole('checkbox', { name: 'Ter um horário de silêncio' }).press('Space');
  await page.getByLabel('Das', { exact: true }).fill('21:30');
  await expect(saved).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(shownOf('Alterações de preço feitas')).toContainText('Não mostrar');
  await expect(page.getByRole('checkbox', { name: 'Por e-mail: Buybox perdido' })).toBeChecked();
  await expect(page.getByLabel('Das', { exact: true })).toHaveValue('21:30');
  await expect(page.getByLabel('Até', { exact: true })).toHaveValue('07:00');
  await expectAccessible(page);
  expect(await width()).toBeLessThanOrEqual(360);

  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Notificações' }).click();
  await expect(page).toHaveURL(/\/app\/notificacoes$/);
  await server.call('put', SETTINGS, {
    ...before,
    timeZone: before.timeZone ?? 'America/Sao_Paulo',
  });
});
