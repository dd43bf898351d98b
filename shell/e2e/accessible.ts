import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/** The minified build: the other one has more than twice the size, and every page has to parse it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Content that fades in is pale meanwhile: its colours are checked after the animations. */
export const rest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // An animation that is cancelled rejects: it has ended as well.
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/** Rows of a list are alike: a few are checked, since the others would take most of the time. */
const MORE_ROWS = 'tbody tr:nth-child(n + 6)';

/** The rules about texts, which differ by language; colours and structure are the same in all. */
const OF_TEXTS = [
  'cat.name-role-value',
  'cat.text-alternatives',
  'cat.forms',
  'cat.language',
  'cat.tables',
];

interface Looked {
  /** The part to check if a modal dialog hides the rest, which then lacks its landmarks; else the page. */
  part?: string | undefined;
  tags?: readonly string[];
}

/** The violations after all animations, as rule and elements. */
async function violationsOf(page: Page, { part, tags }: Looked): Promise<string[]> {
  await rest(page);
  // Half a megabyte: a page that has it from an earlier check keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(
    async ([rows, only, values]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const looked = { exclude: [rows], ...(only === undefined ? {} : { include: [only] }) };
      // One passing element of each rule is enough.
      const { violations } = await axe.run(looked, {
        resultTypes: ['violations'],
        ...(values && { runOnly: { type: 'tag', values: [...values] } }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
    },
    [MORE_ROWS, part, tags] as const,
  );
}

async function expectNone(page: Page, looked: Looked): Promise<void> {
  // Content may still be loading; a page is ready when it has its title.
  await page
    .locator(looked.part ?? 'h1:visible')
    .first()
    .waitFor();
  let found = await violationsOf(page, looked);
  // Content that was enabled or opened during the check was pale for a moment; a real violation persists.
  if (found.length > 0) found = await violationsOf(page, looked);
  expect(found).toEqual([]);
}

/**
 * Expects a page without violations for people with a screen reader, a keyboard or poor sight.
 * @param part what is looked at where a modal dialog hides the rest, which then lacks its landmarks; else the page
 */
export const expectAccessible = (page: Page, part?: string): Promise<void> =>
  expectNone(page, { part });

/** For a page that was checked in another language: expects that everything has a name in this one too. */
export const expectNamed = (page: Page): Promise<void> => expectNone(page, { tags: OF_TEXTS });
