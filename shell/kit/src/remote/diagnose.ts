import type { RemoteModule } from './registry.ts';

/**
 * Why a script did not arrive, which its tag does not tell; null: it can be had, as it should be. Requesting it once
 * more takes a corrupt copy out of the browser's cache, where an entry is kept for good.
 */
export async function diagnose(
  { entry, integrity }: RemoteModule,
  request: typeof fetch,
): Promise<'down' | 'tampered' | null> {
  try {
    const answer = await request(entry, { cache: 'reload', credentials: 'omit' });
    // Read to its end, or the browser keeps no copy.
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
    // It arrives, and the browser does not let it pass.
    return 'tampered';
  }
}
