import { expect, type Locator } from '@playwright/test';

/** Chooses an option of a picker, which a press opens. */
export async function pick(picker: Locator, option: string | RegExp): Promise<void> {
  const list = picker.page().getByRole('listbox');
  const taken = list.getByRole('option', { name: option, exact: true });
  await picker.click();
  await expect(taken).toBeVisible();
  // A phone's tray slides in, and ignores a press while it moves under the finger: such a press is repeated.
  await expect(async () => {
    if (await taken.isVisible()) await taken.click({ timeout: 5_000 });
    await expect(list).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
}
