import { AsyncLocalStorage } from 'node:async_hooks';

/** The fields of every log line during one request or one batch of jobs. */
export type Circumstance = Record<string, string | number | null | string[]>;

const storage = new AsyncLocalStorage<Circumstance>();

/** Runs `work`; all that it logs, also after a wait, carries `circumstance`. */
export const inContext = <T>(circumstance: Circumstance, work: () => T): T =>
  storage.run({ ...storage.getStore(), ...circumstance }, work);

/** Adds fields during the work, such as the caller. Without a context it does nothing. */
export function addToContext(found: Circumstance): void {
  const circumstance = storage.getStore();
  if (circumstance !== undefined) Object.assign(circumstance, found);
}

/** What the log adds to each line at this point; empty outside of a request and a batch of jobs. */
export const currentContext = (): Circumstance => storage.getStore() ?? {};
