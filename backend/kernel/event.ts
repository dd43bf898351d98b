import type * as z from 'zod';

/** What a domain emits, and others consume by `on`: an entry in the queue of each of them. */
export interface DomainEvent<T> {
  name: string;
  schema: z.ZodType<T>;
}

/** Declares an event; its entries are written in the transaction that it reports. */
export const domainEvent = <Schema extends z.ZodType>(name: string, schema: Schema) => ({
  name,
  schema,
});
