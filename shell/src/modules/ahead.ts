import { SESSION_KEY } from '@primazia/kit/session-key';

// A page fetches this as a small file of its own and runs it before all else: no import of weight. (As an async script it
// would come after the first painting, when the shell is here already.)

const REGISTRY = '/modules/registry.json';
/** As `createRemotes` asks, so that the browser's cache takes both for one question. */
const ASKED = { cache: 'no-cache', credentials: 'omit' } as const;
const PATIENCE_MS = 15_000;

declare global {
  /** What was asked ahead; null: it was taken. The file that asks and the one that takes have nothing else in common. */
  var primaziaAhead: { address: string; answer: Promise<Response> } | null | undefined;
}

/** Whose modules will be asked for; null: no person is signed in, or in no company yet. */
function companyOf(written: string | null): number | null {
  try {
    const session: unknown = JSON.parse(written ?? 'null');
    if (typeof session !== 'object' || session === null || !('companyId' in session)) return null;
    return typeof session.companyId === 'number' ? session.companyId : null;
  } catch {
    // The session is read with care where it counts.
    return null;
  }
}

/** What of a module counts here; the registry is held to its rules where modules are loaded. */
interface Entry {
  routes?: unknown;
  entry?: unknown;
  first?: unknown;
}

/**
 * Fetches a file into the browser's cache, from where its loader takes it. A `<link rel="preload">` would do the same, but
 * the browser also keeps a failed one for the loader, so that a retry would fail without a request.
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

/** Asks for what the shell will need first of its modules, while the shell itself is still being fetched. */
export function askAhead(): void {
  const company =
    companyOf(sessionStorage.getItem(SESSION_KEY)) ?? companyOf(localStorage.getItem(SESSION_KEY));
  if (company === null) return;
  const address = new URL(`${REGISTRY}?company=${company}`, location.href).href;
  const answer = fetch(address, { ...ASKED, signal: AbortSignal.timeout(PATIENCE_MS) });
  globalThis.primaziaAhead = { address, answer };
  answer
    .then((came) => (came.ok ? came.clone().json() : null))
    .then((registry: unknown) => prefetchModule(registry, location.pathname))
    // The failure is in the answer.
    .catch(() => {});
}

/** As `fetch`; the first question gets the answer that was asked for ahead, which is too old for any other. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const ahead = globalThis.primaziaAhead;
  globalThis.primaziaAhead = null;
  return ahead?.address === input ? ahead.answer : fetch(input, init);
};
