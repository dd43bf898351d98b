import { RemoteError } from './failure.ts';
import type { RemoteModule } from './registry.ts';

export interface Ways {
  fetch: typeof fetch;
  document: Document;
  /** How often nobody answered for an entry. */
  hung: Map<string, number>;
}

/**
 * Why a script did not come, which its tag does not tell; null: it is to be had, as it should be. Asking once more takes
 * a spoilt copy out of the browser's cache, where an entry is kept for good.
 */
async function diagnose(
  { entry, integrity }: RemoteModule,
  ways: Ways,
): Promise<'down' | 'tampered' | null> {
  try {
    const answer = await ways.fetch(entry, { cache: 'reload', credentials: 'omit' });
    // Read to its end, or the browser keeps no copy.
    await answer.arrayBuffer();
    if (!answer.ok) return 'down';
  } catch {
    return 'down';
  }
  if (integrity === null) return null;
  try {
    await ways.fetch(entry, { cache: 'force-cache', credentials: 'omit', integrity });
    return null;
  } catch {
    // It comes, and the browser does not let it pass.
    return 'tampered';
  }
}

/**
 * Where an entry is asked for. A script that is taken away goes on being waited for, and the browser lets nobody else
 * ask for its address meanwhile: so the next one asks by another.
 */
function addressOf({ entry }: RemoteModule, { hung }: Ways): string {
  const times = hung.get(entry);
  if (times === undefined) return entry;
  const url = new URL(entry);
  url.searchParams.set('again', String(times));
  return url.href;
}

/** Puts a script into the page. False: it did not come, or its bytes were others. */
function appendScript(
  script: HTMLScriptElement,
  { document }: Ways,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    const end = (came: boolean) => {
      signal.removeEventListener('abort', giveUp);
      resolve(came);
    };
    script.addEventListener('load', () => end(true));
    script.addEventListener('error', () => end(false));
    signal.addEventListener('abort', giveUp);
    document.head.append(script);
  });
}

/** @throws {RemoteError} `broken` where the script throws while it runs */
async function runOnce(module: RemoteModule, ways: Ways, signal: AbortSignal): Promise<boolean> {
  const { entry, integrity } = module;
  const script = ways.document.createElement('script');
  const address = addressOf(module, ways);
  script.src = address;
  script.async = true;
  script.crossOrigin = 'anonymous';
  if (integrity !== null) script.integrity = integrity;
  const thrown: ErrorEvent[] = [];
  const hear = (event: ErrorEvent) => {
    if (event.filename === address) thrown.push(event);
  };
  const view = ways.document.defaultView;
  view?.addEventListener('error', hear);
  try {
    const came = await appendScript(script, ways, signal);
    const [failed] = thrown;
    if (failed !== undefined) throw new RemoteError('broken', module, failed.message, failed.error);
    return came;
  } catch (error) {
    if (signal.aborted) ways.hung.set(entry, (ways.hung.get(entry) ?? 0) + 1);
    throw error;
  } finally {
    view?.removeEventListener('error', hear);
    script.remove();
  }
}

/**
 * Runs a module's entry in the page; where it did not come and is to be had after all, once more.
 * @param signal takes the script away again
 * @throws {RemoteError} `down`, `tampered`, or `broken` where it throws while it runs
 */
export async function runScript(
  module: RemoteModule,
  ways: Ways,
  signal: AbortSignal,
): Promise<void> {
  if (await runOnce(module, ways, signal)) return;
  const failure = await diagnose(module, ways);
  if (failure === null && (await runOnce(module, ways, signal))) return;
  throw new RemoteError(failure ?? 'down', module, `its entry did not come from ${module.entry}`);
}
