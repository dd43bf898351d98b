import { expect, type Page } from '@playwright/test';

/** The demo person of the server under test. */
export const EMAIL = 'demo@primazia.test';
export const PASSWORD = process.env.DEMO_PASSWORD ?? '';

/** Signs in on the login page. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/companies/);
}

/** All journeys share the demo person: a chosen language is not stored on the server. */
export async function keepLanguageHere(page: Page): Promise<void> {
  await page.route('**/api/auth/language', (route) => route.fulfill({ json: { locale: 'en' } }));
}

export async function chooseCompany(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  await expect(page).toHaveURL(/\/app\//);
}
