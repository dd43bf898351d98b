import type { JSONColumnType } from 'kysely';

/** A jsonb column: a value in, the same value out. */
export type Json<T> = JSONColumnType<T extends object | null ? T : never, T, T>;
