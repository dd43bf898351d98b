import { sql } from 'kysely';

/**
 * A row's version: PostgreSQL's own id of the transaction that last wrote the row. Unlike a time it
 * cannot come out the same twice, whatever the clocks of the processes say.
 */
export const rowVersion = sql<string>`xmin::text`;
