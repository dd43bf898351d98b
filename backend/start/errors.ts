import { ConfigError } from '../platform/environment.ts';
import { DatabaseError } from '../platform/migrate.ts';

/** The start cannot go on, and trying again would end the same way. The message is for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A database that is just starting, or out of reach for the moment, is worth another try. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  '57P03',
]);

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What the terminal shows, and whether another try makes sense. */
export function explain(error: unknown): { text: string; isFinal: boolean; isExpected: boolean } {
  if (error instanceof StartError || error instanceof ConfigError) {
    return { text: error.message, isFinal: true, isExpected: true };
  }
  if (error instanceof DatabaseError) {
    const isFinal = !PASSING.has(codeOf(error.cause));
    return { text: error.message, isFinal, isExpected: true };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { text: `Primazia ended: ${message}`, isFinal: false, isExpected: false };
}
