import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { testDatabase } from '../testing/database.ts';
import { keyedWrites, storm } from '../testing/keyed-writes.ts';
import { seedCompany, seededUuids, testContext } from '../testing/test-context.ts';
import { openPool, toDb } from './db.ts';

describe('idempotency', () => {
  it('100 concurrent calls with each of 100 keys have one effect each, in two processes', async () => {
    const database = await testDatabase();
    const otherPool = openPool(database.url, 8);
    try {
      const ctx = testContext(database.db);
      const company = await seedCompany(database.owner);
      const other = { ...ctx, db: toDb(otherPool), uuid: seededUuids(2) };
      const apps = [ctx, other].map((each) => keyedWrites(each, [company]));
      const effects = async () => {
        const rows = await database.owner<{ text: string; count: number }[]>`
          select values->>'text' as text, count(*) as count from notification group by 1`;
        return new Map(rows.map(({ text, count }) => [text, Number(count)]));
      };
      const size = { keys: 100, callsPerKey: 100 };
      const outcome = await storm(apps, String(company.personId), effects, size);
      console.log(
        `idempotency: 10,000 calls, answers by status ${JSON.stringify(outcome.statuses)}`,
      );
      assert.deepEqual([outcome.wrong, outcome.contradictions], [[], []]);
      assert.deepEqual(Object.keys(outcome.statuses), ['200', '409']);
    } finally {
      await otherPool.end({ timeout: 1 });
      await database.close();
    }
  });
});
