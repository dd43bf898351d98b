import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { testDatabase } from '../testing/database.ts';
import { within } from './db.ts';
import { rowsTable } from './rows-table.ts';

describe('rows as a table in a statement', () => {
  it('are read as they were given, whatever their texts contain', async () => {
    const database = await testDatabase({ connections: 1 });
    const at = new Date('2026-02-03T04:05:06.789Z');
    const texts = ['{"a",b}', 'NULL', '', 'back\\slash "quoted"', 'açaí\n', "o'clock"];
    const given = texts.map((name, n) => ({
      name,
      amount: n === 0 ? null : n * 9_007_199_254,
      percent: n / 8,
      is_paid: n % 2 === 0,
      at,
      day: '2026-02-03',
    }));
    const read = (rows: typeof given) =>
      within(database.db, { system: true }, (trx) =>
        sql`select name, amount, percent, is_paid, at, day::text as day from ${rowsTable(rows, {
          name: 'text',
          amount: 'bigint',
          percent: 'numeric',
          is_paid: 'boolean',
          at: 'timestamptz',
          day: 'date',
        })}`.execute(trx),
      );
    assert.deepEqual((await read(given)).rows, given);
    assert.deepEqual((await read([])).rows, []);
    await database.close();
  });
});
