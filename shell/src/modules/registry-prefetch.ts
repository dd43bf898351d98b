import { SESSION_KEY } from '@primazia/kit/session-key';

// A page fetches this as a separate small file and runs it before everything else: no large imports. (As an async script
// it would run after the first paint, when the shell is loaded already.)

const REGISTRY = '/modules/registry.json';
/** The same options as in `createRemotes`, so that the browser's cache treats both as one request. */
const OPTIONS = { cache: 'no-cache', credentials: 'omit' } as const;
const PATIENCE_MS = 15_000;

declare global {
  /** The early request; null: its answer was used. It is the only link between the file that requests and the one that uses it. */
  var primaziaPrefetched: { address: string; answer: Promise<Response> } | null | undefined;
}

/** The company whose modules will be needed; null: no person is signed in, or no company is open. */
function companyOf(written: string | null): number | null {
  try {
    const session: unknown = JSON.parse(written ?? 'null');
    if (typeof session !== 'object' || session === null || !('companyId' in session)) return null;
    return typeof session.companyId === 'number' ? session.companyId : null;
  } catch {
    // The session is validated where it is used.
    return null;
  }
}

/** The fields of a module that are used here; the registry is validated where modules are loaded. */
interface Entry {
  routes?: unknown;
  entry?: unknown;
  first?: unknown;
}

/**
 * Fetches a file into the browser's cache for its loader. With a `<link rel="preload">` the loader would also get a failed
 * answer from the cache, and a retry would fail without a request.
 */
function prefetch(address: string): void {
  fetch(address)
    .then((answer) => answer.arrayBuffer())
    // The loader reports what is missing.
    .catch(() => {});
}

/** Prefetches the entry of the module whose page is at a path, and the files that it requests first. */
function prefetchModule(registry: unknown, path: string): void {
  if (!Array.isArray(registry)) return;
  const found = (registry as Entry[]).find(
    ({ routes }) =>
      Array.isArray(routes) &&
      routes.some((route) => typeof route === 'string' && `${path}/`.startsWith(`${route}/`)),
  );
  const { entry, first } = found ?? {};
  if (typeof entry !== 'string' || !entry.startsWith('/modules/')) return;
  prefetch(entry);
  const files: unknown[] = Array.isArray(first) ? first : [];
  for (const file of files) if (typeof file === 'string') prefetch(entry.replace(/[^/]*$/, file));
}

/** Requests what the shell needs first of its modules, while the shell itself is still loading. */
export function prefetchRegistry(): void {
  const company =
    companyOf(sessionStorage.getItem(SESSION_KEY)) ?? companyOf(localStorage.getItem(SESSION_KEY));
  if (company === null) return;
  const address = new URL(`${REGISTRY}?company=${company}`, location.href).href;
  const answer = fetch(address, { ...OPTIONS, signal: AbortSignal.timeout(PATIENCE_MS) });
  globalThis.primaziaPrefetched = { address, answer };
  answer
    .then((came) => (came.ok ? came.clone().json() : null))
    .then((registry: unknown) => prefetchModule(registry, location.pathname))
    // The user of the answer handles its failure.
    .catch(() => {});
}

/** Like `fetch`; the first matching call gets the early answer, which is too old for later ones. */
export const fetchPrefetched: typeof fetch = (input, init) => {
  const prefetched = globalThis.primaziaPrefetched;
  globalThis.primaziaPrefetched = null;
  return prefetched?.address === input ? prefetched.answer : fetch(input, init);
};
