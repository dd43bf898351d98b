import { onMissingPart } from '@primazia/kit/shell';

/**
 * Checks whether a reload is due each time a chunk does not load: the chunk of a version that was removed can only be
 * replaced by a reload.
 * @param isDue the check; it runs once at a time
 * @param report called once when a reload is due
 */
export function watchMissing(isDue: () => Promise<boolean>, report: () => void): void {
  let isChecking = false;
  const unsubscribe = onMissingPart(async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      if (!(await isDue())) return;
      unsubscribe();
      report();
    } finally {
      isChecking = false;
    }
  });
}
