import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What fades in is pale on its way: its colours count once it has come to rest. */
export const rest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is taken off before its end is rejected: it is at rest as well.
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/** Rows of a list are alike: these few speak for the rest, which would cost most of the time. */
const MORE_ROWS = 'tbody tr:nth-child(n + 6)';

/**
 * Nothing on the page that a person with a screen reader, a keyboard or poor sight would stumble over.
 * @param part what is looked at where a modal dialog hides the rest, which then lacks its landmarks; else the page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await rest(page);
  // No frames here, for which the other mode opens a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude(MORE_ROWS);
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
  expect(found).toEqual([]);
}
