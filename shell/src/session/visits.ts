// The state that this browser stores during a redirect to an identity provider: the secret that verifies the same browser on
// return, and the purpose of the redirect.

/** The purpose of a redirect to a provider. */
export type Errand =
  /** To sign in, and to open the requested page. */
  | { kind: 'enter'; wanted: string | null; temporary: boolean }
  /** To renew an expired session whose page waits in another window. */
  | { kind: 'again'; temporary: boolean }
  /** To link the provider. */
  | { kind: 'link'; wanted: string | null }
  /** To confirm the identity before a way to sign in is linked or unlinked. */
  | { kind: 'confirm'; act: 'link' | 'unlink'; provider: string; wanted: string | null };

export interface StoredVisit {
  secret: string;
  errand: Errand;
  /** When it started, in ms since the epoch. */
  at: number;
}

export const VISITS_KEY = 'primazia.visits';
/** As long as on the server. */
const VISIT_MS = 10 * 60_000;

/** 32 random bytes in hex. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

function read(storage: Storage, now: number): Record<string, StoredVisit> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(VISITS_KEY) ?? '{}');
    const all = Object.entries(stored as Record<string, StoredVisit>);
    return Object.fromEntries(all.filter(([, { at }]) => at <= now && now - at < VISIT_MS));
  } catch {
    // Unreadable visits count as none.
    return {};
  }
}

const write = (storage: Storage, visits: Record<string, StoredVisit>) =>
  storage.setItem(VISITS_KEY, JSON.stringify(visits));

/**
 * Stores a visit under the state that the provider returns. For the whole browser, not for one tab: some phones return
 * from a provider in another one.
 */
export function storeVisit(storage: Storage, state: string, visit: StoredVisit): void {
  write(storage, { ...read(storage, visit.at), [state]: visit });
}

/** Takes the visit of an answer out of the storage; null where none started here, or too long ago. */
export function consumeVisit(storage: Storage, answer: string, now: number): StoredVisit | null {
  const state = new URLSearchParams(answer).get('state') ?? '';
  const { [state]: visit, ...others } = read(storage, now);
  write(storage, others);
  return visit ?? null;
}
