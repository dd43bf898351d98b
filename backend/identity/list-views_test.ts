import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import type { Actor } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import { ListView, MAX_LIST_VIEWS } from './contract.ts';
import { deleteListView, listViewsOf, saveListView } from './list-views.ts';

describe('what a person keeps of a list', () => {
  let database: TestDatabase;
  let ctx: TestContext;
  let ours: Actor;
  let colleague: Actor;
  let theirs: Actor;

  beforeAll(async () => {
    database = await testDatabase();
    ctx = testContext(database.db);
    const seeded = await seedCompany(database.owner);
    ours = seeded.actor;
    theirs = (await seedCompany(database.owner)).actor;
    colleague = { ...ours, personId: theirs.personId };
    await database.owner`
      insert into membership (company_id, person_id, role)
      values (${ours.companyId}, ${theirs.personId}, 'analyst')`;
  });
  afterAll(() => database.close());

  const view = (name: string, more: object = {}) =>
    ListView.parse({ kind: 'view', name, content: { search: `q=${name}` }, ...more });
  const namesOf = async (actor: Actor, list = 'ads') =>
    (await listViewsOf(ctx, actor, list)).map(({ kind, name }) => `${kind} ${name}`);

  it('is stored by list, kind and name, the last save counts, and one of a kind is the default', async () => {
    await saveListView(ctx, ours, 'ads', view('Losing', { isDefault: true }));
    await saveListView(ctx, ours, 'ads', view('Cheap'));
    const columns = { kind: 'columns', content: { order: ['title', 'price'] }, isDefault: true };
    await saveListView(ctx, ours, 'ads', view('Losing', columns));
    await saveListView(ctx, ours, 'rules', view('Mine'));
    const saved = await saveListView(
      ctx,
      ours,
      'ads',
      view('Cheap', { content: { search: 'price<10' }, isDefault: true }),
    );
    assert.deepEqual(saved, await listViewsOf(ctx, ours, 'ads'));
    assert.deepEqual(saved, [
      {
        kind: 'columns',
        name: 'Losing',
        content: { order: ['title', 'price'] },
        isDefault: true,
      },
      { kind: 'view', name: 'Cheap', content: { search: 'price<10' }, isDefault: true },
      { kind: 'view', name: 'Losing', content: { search: 'q=Losing' }, isDefault: false },
    ]);
    assert.deepEqual(await namesOf(ours, 'rules'), ['view Mine']);
  });

  it('is no one else’s, neither a colleague’s nor another company’s', async () => {
    await saveListView(ctx, colleague, 'ads', view('Theirs'));
    await saveListView(ctx, theirs, 'ads', view('Elsewhere'));
    assert.deepEqual(await namesOf(colleague), ['view Theirs']);
    assert.deepEqual(await namesOf(theirs), ['view Elsewhere']);
    assert.ok(!(await namesOf(ours)).includes('view Theirs'));
    await deleteListView(ctx, colleague, 'ads', { kind: 'view', name: 'Cheap' });
    assert.ok((await namesOf(ours)).includes('view Cheap'));
    // The table's policy enforces it, whatever the statement.
    const all = (scope: { company: number; person?: number }) =>
      within(database.db, scope, (trx) => trx.selectFrom('list_view').select('name').execute());
    assert.deepEqual(await all({ company: ours.companyId, person: theirs.personId }), [
      { name: 'Theirs' },
    ]);
    assert.deepEqual(await all({ company: ours.companyId }), []);
  });

  it('is deleted, and again without an error', async () => {
    const gone = { kind: 'view', name: 'Mine' } as const;
    assert.deepEqual(await deleteListView(ctx, ours, 'rules', gone), []);
    assert.deepEqual(await deleteListView(ctx, ours, 'rules', gone), []);
  });

  it('has bounds: 8 KB each, and so many of a kind', async () => {
    const large = { kind: 'view', name: 'x', content: { text: 'x'.repeat(8 * 1024) } };
    assert.equal(ListView.safeParse(large).success, false);
    for (let n = 0; n < MAX_LIST_VIEWS; n++) {
      await saveListView(ctx, ours, 'many', view(`v${n}`));
    }
    await saveListView(ctx, ours, 'many', view('v0', { isDefault: true }));
    await saveListView(ctx, ours, 'many', view('set', { kind: 'columns' }));
    await assert.rejects(
      saveListView(ctx, ours, 'many', view('one too many')),
      (error: Problem) => error.code === 'too_many_views',
    );
    assert.equal((await listViewsOf(ctx, ours, 'many')).length, MAX_LIST_VIEWS + 1);
    await assert.rejects(saveListView(ctx, ours, 'many', view('again')), Problem);
  });

  it('is deleted with the membership', async () => {
    await database.owner`
      delete from membership where company_id = ${ours.companyId} and person_id = ${theirs.personId}`;
    const [row] = await database.owner`
      select count(*)::integer as count from list_view
      where company_id = ${ours.companyId} and person_id = ${theirs.personId}`;
    assert.equal(row!.count, 0);
  });
});
