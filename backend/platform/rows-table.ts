import { type RawBuilder, sql } from 'kysely';

/** How the values of a column of given rows travel: as text that PostgreSQL reads. */
type ColumnType = 'text' | 'bigint' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz';

type Value = string | number | boolean | Date | null;

const asText = (value: Value): string | null =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value);

/**
 * Rows as a table in a statement, `given`, with an array for each column: PostgreSQL reads them for less than half of what
 * the same rows cost as JSON.
 */
export function rowsTable<Name extends string>(
  rows: readonly Readonly<Record<Name, Value>>[],
  columns: Readonly<Record<Name, ColumnType>>,
): RawBuilder<unknown> {
  const names = Object.keys(columns) as Name[];
  const arrays = names.map(
    (name) => sql`${rows.map((row) => asText(row[name]))}::text[]::${sql.raw(columns[name])}[]`,
  );
  return sql`unnest(${sql.join(arrays)}) as given(${sql.join(names.map((name) => sql.ref(name)))})`;
}
