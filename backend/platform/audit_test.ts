import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type SeededCompany, seedCompany, TEST_TIME } from '../testing/test-context.ts';
import { audit, auditPerson } from './audit.ts';
import { within } from './db.ts';

let database: TestDatabase;
let serra: SeededCompany;
let norte: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  serra = await seedCompany(database.owner, { personName: 'Lia' });
  norte = await seedCompany(database.owner, { personName: 'Rui' });
});

const inSerra = <T>(work: Parameters<typeof within<T>>[2]) =>
  within(database.db, { company: serra.companyId }, work);

const record = (more: object = {}) => ({
  companyId: serra.companyId,
  personId: serra.personId,
  action: 'pricing.rule_created',
  subject: '7',
  values: { name: 'Spring', limits: [80, 120] },
  at: TEST_TIME,
  ...more,
});

const rowsOf = async (companyId: number) => {
  const rows = await database.owner`
    select person_id, person_name, action, subject, values, at from audit_log
    where company_id = ${companyId} order by id`;
  return rows.map((row) => ({ ...row }));
};

describe('the audit log', () => {
  it('records who did what, with the name that the person had then', async () => {
    await inSerra((trx) => audit(trx, record()));
    await database.owner`update person set name = 'Lia Prado' where id = ${serra.personId}`;
    assert.deepEqual(await rowsOf(serra.companyId), [
      {
        person_id: serra.personId,
        person_name: 'Lia',
        action: 'pricing.rule_created',
        subject: '7',
        values: { name: 'Spring', limits: [80, 120] },
        at: TEST_TIME,
      },
    ]);
  });

  it('records what no one did', async () => {
    await inSerra((trx) => audit(trx, record({ personId: null, subject: null })));
    const [row] = await rowsOf(serra.companyId);
    assert.deepEqual([row!.person_id, row!.person_name, row!.subject], [null, null, null]);
  });

  it('does not contain rolled back actions', async () => {
    const work = inSerra(async (trx) => {
      await audit(trx, record());
      throw new Error('no');
    });
    await assert.rejects(work, /no/);
    assert.deepEqual(await rowsOf(serra.companyId), []);
  });

  it('records in every company of a person what happened to the account, and no other', async () => {
    await database.owner`
      insert into membership (company_id, person_id, role)
      values (${norte.companyId}, ${serra.personId}, 'analyst')`;
    await within(database.db, { person: serra.personId }, (trx) =>
      auditPerson(trx, {
        personId: serra.personId,
        action: 'identity.signed_in',
        values: { address: '203.0.113.7' },
        at: TEST_TIME,
      }),
    );
    for (const { companyId } of [serra, norte]) {
      const rows = await rowsOf(companyId);
      assert.deepEqual(
        rows.map((row) => [row.person_name, row.action, row.subject, row.values]),
        [['Lia', 'identity.signed_in', null, { address: '203.0.113.7' }]],
      );
    }
  });

  it('records nothing for an unknown person', async () => {
    const count = async () =>
      (await database.owner<{ n: number }[]>`select count(*) as n from audit_log`)[0]!.n;
    const before = await count();
    await within(database.db, { person: 0 }, (trx) =>
      auditPerson(trx, { personId: 0, action: 'identity.signed_in', values: {}, at: TEST_TIME }),
    );
    assert.equal(await count(), before);
  });

  it('can be read and written for the own company only', async () => {
    await within(database.db, { company: norte.companyId }, (trx) =>
      audit(trx, record({ companyId: norte.companyId, personId: norte.personId })),
    );
    const seen = await inSerra((trx) => trx.selectFrom('audit_log').selectAll().execute());
    assert.deepEqual(seen, []);
    const foreign = inSerra((trx) => audit(trx, record({ companyId: norte.companyId })));
    await assert.rejects(foreign, /row-level security/);
    // A person's own actions are recorded in all companies of the person, under the person's name.
    for (const [company, person] of [
      [norte.companyId, serra.personId],
      [serra.companyId, norte.personId],
    ]) {
      const forged = within(database.db, { person: serra.personId }, (trx) =>
        audit(trx, record({ companyId: company, personId: person })),
      );
      await assert.rejects(forged, /row-level security/);
    }
  });

  it('cannot be changed, emptied or taken away by the application', async () => {
    await inSerra((trx) => audit(trx, record()));
    const statements = [
      sql`update audit_log set action = 'x'`,
      sql`update audit_log set at = at - interval '1 year'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`drop table audit_log`,
      sql`alter table audit_log disable row level security`,
      sql`create rule quiet as on insert to audit_log do instead nothing`,
      sql`insert into audit_log (company_id, at, action, values) values (${serra.companyId}, now(), 'x', '{}')
        on conflict (company_id, at, id) do update set action = 'y'`,
    ];
    for (const statement of statements) {
      await assert.rejects(
        inSerra((trx) => statement.execute(trx)),
        /permission denied|must be owner/,
      );
    }
    assert.equal((await rowsOf(serra.companyId)).length, 1);
  });
});
