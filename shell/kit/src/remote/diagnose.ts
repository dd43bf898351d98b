import type { RemoteModule } from './registry.ts';

/**
 * Why a script did not load, which its tag does not reveal; null: it is available, with the expected bytes. Requesting
 * it once more takes a corrupt copy out of the browser's cache, where an entry is kept for good.
 */
export async function diagnose(
  { entry, integrity }: RemoteModule,
  request: typeof fetch,
): Promise<'down' | 'tampered' | null> {
  try {
    const answer = await request(entry, { cache: 'reload', credentials: 'omit' });
    // The browser caches only an answer that is read to its end.
    await answer.arrayBuffer();
    if (!answer.ok) return 'down';
  } catch {
    return 'down';
  }
  if (integrity === null) return null;
  try {
    await request(entry, { cache: 'force-cache', credentials: 'omit', integrity });
    return null;
  } catch {
    // The file arrives, but the browser rejects its integrity.
    return 'tampered';
  }
}
