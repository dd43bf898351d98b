// A module that was deployed before the server that it needs: it shows a notice, and opens once the server is updated.
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openAs, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const PICTURES = join(import.meta.dirname, '..', '..', 'test-results', 'pictures');
const TITLES = {
  pt: 'O servidor é mais antigo que esta seção',
  en: 'The server is older than this section',
  es: 'El servidor es más antiguo que esta sección',
} as const;

/** Makes the server report an older API version. */
async function makeOlder(page: Page): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-primazia-api': '0' } });
  });
}

test.use({ colorScheme: 'light' });

test('a module reports a server that is too old, and opens as soon as it is updated', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  await makeOlder(page);
  await openAs(page, server, PRICING);
  const notice = page.getByRole('alert').filter({ hasText: TITLES.pt });
  await expect(notice).toBeVisible();
  await expect(notice).toContainText(/versão \d+ do servidor, que ainda está na 0/);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: join(PICTURES, 'older-server-pt.png') });

  const retry = notice.getByRole('button', { name: 'Tentar de novo' });
  await retry.click();
  await expect(notice).toContainText('ainda não foi atualizado');
  // The rest of the shell works.
  await expect(page.getByRole('navigation', { name: 'Navegação principal' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(retry).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: join(PICTURES, 'older-server-pt-narrow.png') });

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await retry.click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
});
