import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ListBody } from '../../kernel/filter.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import {
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../../testing/test-context.ts';
import { CreditInput } from '../contract/shipping.ts';
import { enterCredit, exportCredit, queryCredit } from './credit.ts';

const DAY = 24 * 3_600_000;

let database: TestDatabase;
let ctx: TestContext;
let ours: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = testContext(database.db);
  ours = await seedCompany(database.owner, { personName: 'Ana' });
});

let references = 0;
const input = (operation: string, more: object) => {
  references += 1;
  return CreditInput.parse({ operation, reference: `ref-${references}`, ...more });
};
const enter = (operation: string, more: object) =>
  enterCredit(ctx, ours.actor, input(operation, more));
const statement = (body: object = {}, company = ours) =>
  queryCredit(ctx, company.companyId, { page: 0, limit: 15 }, ListBody.parse(body));

describe('the statement of shipping credit', () => {
  it('adds up every operation, each with the balance after it', async () => {
    await enter('credit_top_up', { amount: 100 });
    await enter('entry', { amount: 20.05 });
    const cost = await enter('shipping_cost', { amount: 30.1, note: 'Etiqueta 12' });
    await enter('exit', { amount: 9.95 });
    await enter('reimbursement', { amount: 5 });
    await enter('audit_reimbursement', { amount: 2 });
    await enter('audit_discount', { amount: 7 });
    await enter('reversal', { reverses: cost.id });
    const { content, balance, credited, debited, currencyCode } = await statement();
    assert.deepEqual(
      content.map(({ id, operation, amount, balance }) => [id, operation, amount, balance]),
      [
        [8, 'reversal', 30.1, 110.1],
        [7, 'audit_discount', -7, 80],
        [6, 'audit_reimbursement', 2, 87],
        [5, 'reimbursement', 5, 85],
        [4, 'exit', -9.95, 80],
        [3, 'shipping_cost', -30.1, 89.95],
        [2, 'entry', 20.05, 120.05],
        [1, 'credit_top_up', 100, 100],
      ],
    );
    assert.deepEqual([balance, credited, debited, currencyCode], [110.1, 157.15, 47.05, 'BRL']);
    assert.equal(content[0]?.by, 'Ana');
    const theirs = await seedCompany(database.owner);
    assert.deepEqual(
      [(await statement({}, theirs)).balance, (await statement({}, theirs)).totalElements],
      [0, 0],
    );
  });

  it('is filtered by operation and days, and exported', async () => {
    await enter('credit_top_up', { amount: 10 });
    ctx.advance(2 * DAY);
    const day = ctx.clock().toISOString().slice(0, 10);
    await enter('credit_top_up', { amount: 5.5 });
    await enter('exit', { amount: 1 });
    const filter = (field: string, condition: string, value: string) => ({
      field,
      condition,
      value,
    });
    const filters = [
      filter('operation', 'IN', 'credit_top_up'),
      filter('at', 'BETWEEN', `${day}|${day}`),
    ];
    const { content, credited, debited, balance } = await statement({ filters });
    assert.deepEqual(
      content.map(({ amount }) => amount),
      [5.5],
    );
    assert.deepEqual([credited, debited, balance], [5.5, 0, 14.5]);

    const columns = ['operation', 'amount', 'balance'].map((field) => ({
      field,
      label: field,
      words: field === 'operation' ? { credit_top_up: 'Crédito' } : {},
    }));
    const { body } = await exportCredit(
      ctx,
      ours.actor,
      { ...ListBody.parse({ filters }), columns },
      { locale: 'pt', signal: new AbortController().signal },
    );
    const text = await new Response(body).text();
    assert.equal(text.trim().split('\r\n').at(-1), 'Crédito;5,5;15,5');
  });

  it('takes a reference once, however often it is entered, also at the same time', async () => {
    const top = input('credit_top_up', { amount: 10 });
    const entries = await Promise.all(
      Array.from({ length: 5 }, () => enterCredit(ctx, ours.actor, top)),
    );
    assert.deepEqual(
      entries.map(({ id }) => id),
      [1, 1, 1, 1, 1],
    );
    await assert.rejects(enterCredit(ctx, ours.actor, { ...top, note: 'outra' }), {
      code: 'credit_reference_taken',
    });
    assert.equal((await statement()).balance, 10);
  });

  it('keeps its balance where many add to it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => enter('entry', { amount: 1.5 })));
    const { content, balance } = await statement();
    assert.equal(balance, 30);
    assert.deepEqual(content.map(({ balance }) => balance).slice(0, 2), [30, 28.5]);
  });

  it('refuses to spend what is not there, to reverse twice, and a top-up below 1.00', async () => {
    const top = await enter('credit_top_up', { amount: 1 });
    await assert.rejects(enter('shipping_cost', { amount: 1.01 }), { code: 'credit_too_low' });
    const reversal = await enter('reversal', { reverses: top.id });
    for (const { id } of [top, reversal])
      await assert.rejects(enter('reversal', { reverses: id }), { code: 'credit_entry_reversed' });
    await assert.rejects(enter('reversal', { reverses: 99 }), { code: 'credit_entry_not_found' });
    assert.throws(() => input('credit_top_up', { amount: 0.99 }), /top_up_too_small/);
    assert.equal((await statement()).balance, 0);
  });

  it('is never changed: the database refuses it, of the owner of its tables too', async () => {
    const { id } = await enter('credit_top_up', { amount: 10 });
    const immutable = /never changed nor removed/;
    await assert.rejects(
      database.owner`update shipping_credit set amount = 1 where id = ${id}`,
      immutable,
    );
    await assert.rejects(database.owner`delete from shipping_credit where id = ${id}`, immutable);
    await assert.rejects(database.owner`truncate shipping_credit`, immutable);
    await assert.rejects(
      within(ctx.db, { company: ours.companyId }, (trx) =>
        trx.updateTable('shipping_credit').set({ note: 'outra' }).execute(),
      ),
      /permission denied/,
    );
  });
});
