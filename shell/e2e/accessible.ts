import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/** The small one: what it says of itself has more than twice the size, for every page to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What fades in is pale on its way: its colours count once it has settled. */
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

/** The rules that follow from texts, which each language has its own of; colours and structure are the same in all. */
const OF_TEXTS = [
  'cat.name-role-value',
  'cat.text-alternatives',
  'cat.forms',
  'cat.language',
  'cat.tables',
];

interface Looked {
  /** What is looked at where a modal dialog hides the rest, which then lacks its landmarks; else the page. */
  part?: string | undefined;
  tags?: readonly string[];
}

/** What axe finds once nothing fades any more, as rule and elements. */
async function violationsOf(page: Page, { part, tags }: Looked): Promise<string[]> {
  await rest(page);
  // Half a megabyte: a page that has it from an earlier look keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(
    async ([rows, only, values]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const looked = { exclude: [rows], ...(only === undefined ? {} : { include: [only] }) };
      // Of what passes, which is nearly all, one of a kind is enough.
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
  // What opens may still be on its way; of a page the title tells, which each has.
  await page
    .locator(looked.part ?? 'h1:visible')
    .first()
    .waitFor();
  let found = await violationsOf(page, looked);
  // What became enabled or opened while axe was at work was pale for a moment; a real violation stays.
  if (found.length > 0) found = await violationsOf(page, looked);
  expect(found).toEqual([]);
}

/**
 * Nothing on the page that a person with a screen reader, a keyboard or poor sight would stumble over.
 * @param part what is looked at where a modal dialog hides the rest, which then lacks its landmarks; else the page
 */
export const expectAccessible = (page: Page, part?: string): Promise<void> =>
  expectNone(page, { part });

/** Of a page that is accessible in another language: everything has a name in this one too. */
export const expectNamed = (page: Page): Promise<void> => expectNone(page, { tags: OF_TEXTS });
