import { type RawBuilder, sql } from 'kysely';

/** The types of columns; values are sent as text that PostgreSQL parses. */
type ColumnType = 'text' | 'bigint' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz';

type Value = string | number | boolean | Date | null;

const asText = (value: Value): string | null =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value);

/**
 * Rows as a table in a statement, `given`, with an array for each column: PostgreSQL parses them in less than half of the
 * time that the same rows take as JSON.
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
