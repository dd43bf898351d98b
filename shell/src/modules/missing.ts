import { onMissingPart } from '@primazia/kit/shell';

/**
 * Looks whether a reload is due each time that a piece of a page does not come: one that went with the version that it
 * was part of comes by no other way.
 * @param isDue looks; once at a time
 * @param report hears of it, once
 */
export function watchMissing(isDue: () => Promise<boolean>, report: () => void): void {
  let isLooking = false;
  const hearNoMore = onMissingPart(async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      if (!(await isDue())) return;
      hearNoMore();
      report();
    } finally {
      isLooking = false;
    }
  });
}
