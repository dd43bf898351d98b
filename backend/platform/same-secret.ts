import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in constant time. */
export function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
