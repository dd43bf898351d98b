import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What fades in is pale on its way: its colours count once it has come to rest. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is taken off before its end is rejected: it is at rest as well.
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/**
 * Nothing on the page that a person with a screen reader, a keyboard or poor sight would stumble over.
 * @param part what is looked at where a modal dialog hides the rest, which then lacks its landmarks; else the page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await rest(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
  expect(found).toEqual([]);
}
