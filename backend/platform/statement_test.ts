import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { seedCompany } from '../testing/test-context.ts';
import { within } from './db.ts';
import { statement } from './statement.ts';

describe('a statement', () => {
  let database: TestDatabase;
  let companyIds: number[];
  beforeAll(async () => {
    database = await testDatabase();
    companyIds = [];
    for (const email of ['a@example.test', 'b@example.test'])
      companyIds.push((await seedCompany(database.owner, { email, sellerId: email })).companyId);
  });
  afterAll(() => database.close());

  it('is built once, and executed with the values of each call', async () => {
    let built = 0;
    const accountsOf = statement(
      (trx, { companyId, sellers }: { companyId: number; sellers: readonly string[] }) => {
        built += 1;
        return trx
          .selectFrom('account')
          .select(['company_id', 'seller_id', sql<number>`${companyId}::bigint`.as('id')])
          .where('company_id', '=', companyId)
          .where('seller_id', '=', sql<string>`any(${sellers}::text[])`);
      },
    );
    const ask = (companyId: number, ...sellers: string[]) =>
      within(database.db, { company: companyId }, (trx) => accountsOf(trx, { companyId, sellers }));
    const [first, second] = companyIds as [number, number];
    const [one, none, other] = await Promise.all([
      ask(first, 'a@example.test', 'b@example.test'),
      ask(first, 'b@example.test'),
      ask(second, 'a@example.test', 'b@example.test'),
    ]);
    assert.deepEqual(one, [{ company_id: first, seller_id: 'a@example.test', id: first }]);
    assert.deepEqual(none, []);
    assert.deepEqual(other, [{ company_id: second, seller_id: 'b@example.test', id: second }]);
    assert.equal(built, 1);
  });
});
