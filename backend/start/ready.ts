import { accountsOf } from '../catalog/actions.ts';
import type { AppContext } from '../platform/app-context.ts';
import { StartError } from './errors.ts';

/** The first poll of a market of some hundred listings takes seconds. */
const PATIENCE_MILLISECONDS = 180_000;
const PAUSE_MILLISECONDS = 200;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));

async function answers(port: number, path: string, accept: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  await answer.body?.cancel();
  return answer.ok;
}

async function isSynced(ctx: AppContext, companyId: number): Promise<boolean> {
  const accounts = await accountsOf(ctx, companyId);
  return accounts.every((account) => account.lastSyncedAt !== null);
}

/** @throws StartError where the pages were not built */
export async function requirePages(port: number): Promise<void> {
  if (!(await answers(port, '/', 'text/html')))
    throw new StartError('The pages are not built: run npm run build.');
}

/** Waits until the API answers, and the listings of these companies are there. */
export async function whenReady(
  ctx: AppContext,
  { isApi, isWorker, companies }: { isApi: boolean; isWorker: boolean; companies: number[] },
): Promise<void> {
  const { port } = ctx.config;
  const until = performance.now() + PATIENCE_MILLISECONDS;
  while (isApi && !(await answers(port, '/api/health', 'application/json'))) {
    if (performance.now() > until) throw new Error('the API does not answer');
    await pause();
  }
  if (!isWorker) return;
  for (const companyId of companies) {
    while (!(await isSynced(ctx, companyId))) {
      if (performance.now() > until) throw new Error('the first sync did not end in time');
      await pause();
    }
  }
}
