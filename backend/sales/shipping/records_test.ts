import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { createApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import {
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../../testing/test-context.ts';
import { ShippingRecordInput } from '../contract/shipping.ts';
import { createRecord, editRecord, listCities, listRecords, removeRecord } from './records.ts';
import { routes } from './routes.ts';

const PAGE = { page: 0, limit: 15, name: '' };

let database: TestDatabase;
let ctx: TestContext;
let ours: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = testContext(database.db);
  ours = await seedCompany(database.owner);
});

const sender = (more: object = {}) =>
  ShippingRecordInput.parse({ kind: 'sender', name: 'Depósito São João', ...more });
const create = (more?: object) => createRecord(ctx, ours.actor, sender(more));
const senders = async (name = '') =>
  (await listRecords(ctx, ours.companyId, 'sender', { ...PAGE, name })).content.map(
    (record) => record.name,
  );

describe('the municipalities', () => {
  const find = (name: string, page = 0) =>
    listCities(ctx, ours.companyId, { page, limit: 15, name });

  it('are all of Brazil, in pages', async () => {
    const { totalElements, totalPages, content } = await find('', 371);
    assert.deepEqual([totalElements, totalPages, content.length], [5571, 372, 6]);
  });

  it('are found without accents, those that begin with the text first', async () => {
    const { content } = await find('sao paulo');
    assert.deepEqual(content[0], { id: 3550308, name: 'São Paulo', uf: 'SP' });
    assert.ok(content.length > 1);
    const [first] = (await find('PÃO DE')).content;
    assert.deepEqual(first, { id: 2706406, name: 'Pão de Açúcar', uf: 'AL' });
    assert.equal((await find('%')).totalElements, 5571, 'punctuation is left out');
    assert.equal((await find('xyzxyz')).totalElements, 0);
  });
});

describe('the shipping records of a company', () => {
  it('are entered, edited and removed, and are of one company', async () => {
    const made = await create({
      taxNumber: '12.ABC.345/01DE-35',
      cep: '01310-100',
      cityId: 3550308,
    });
    assert.deepEqual(
      [made.taxNumber, made.cep, made.city],
      ['12ABC34501DE35', '01310100', { id: 3550308, name: 'São Paulo', uf: 'SP' }],
    );
    const edited = await editRecord(ctx, ours.actor, made.id, {
      record: sender({ name: 'Galpão', phone: '(11) 98765-4321' }),
      version: made.version,
    });
    assert.deepEqual(
      [edited.name, edited.phone, edited.taxNumber],
      ['Galpão', '11987654321', null],
    );
    const theirs = await seedCompany(database.owner);
    assert.equal((await listRecords(ctx, theirs.companyId, 'sender', PAGE)).totalElements, 0);
    await assert.rejects(removeRecord(ctx, theirs.actor, made.id), {
      code: 'shipping_record_not_found',
    });
    await removeRecord(ctx, ours.actor, made.id);
    assert.deepEqual(await senders(), []);
    const log = await database.owner`
      select action from audit_log where company_id = ${ours.companyId} order by id`;
    assert.deepEqual(
      log.map(({ action }) => action),
      ['created', 'edited', 'removed'].map((done) => `sales.shipping_record_${done}`),
    );
  });

  it('are found by a part of their name without accents', async () => {
    await create();
    await create({ name: 'Loja 100% Lar' });
    assert.deepEqual(await senders('sao j'), ['Depósito São João']);
    assert.deepEqual(await senders('100% lar'), ['Loja 100% Lar']);
    assert.deepEqual(await senders('_'), ['Depósito São João', 'Loja 100% Lar']);
  });

  it('are offered while they are active', async () => {
    await create({ status: 'inactive' });
    const active = await listRecords(ctx, ours.companyId, 'sender', PAGE, 'active');
    assert.deepEqual([active.totalElements, await senders()], [0, ['Depósito São João']]);
  });

  it('refuse a tax number twice in a kind, a city that there is not, and an edit of what was changed since', async () => {
    const made = await create({ taxNumber: '529.982.247-25' });
    const taken = { code: 'tax_number_taken' };
    await assert.rejects(create({ name: 'Outro', taxNumber: '52998224725' }), taken);
    await create({ kind: 'recipient', taxNumber: '52998224725' });
    await assert.rejects(create({ cityId: 1 }), { code: 'unknown_city' });
    const edit = (version: number, more: object = {}) =>
      editRecord(ctx, ours.actor, made.id, { record: sender(more), version });
    await edit(made.version, { taxNumber: '52998224725' });
    await assert.rejects(edit(made.version), { code: 'shipping_record_changed' });
    await assert.rejects(edit(made.version + 1, { kind: 'recipient' }), {
      code: 'shipping_record_not_found',
    });
  });
});

describe('the look-ups', () => {
  const get = async (path: string) => {
    const app = createApp(ctx, routes(ctx), {
      authenticate: () =>
        Promise.resolve({ ...ours.actor, sessionId: 'test', expiresAt: ctx.clock(), opens: null }),
      version: 'test',
      checkAnswers: true,
    });
    const answer = await app.request(`/api/services/anyenvios/api/${path}`, {
      headers: { authorization: 'Bearer token' },
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('are pages, by a part of the name', async () => {
    const lists = {
      senders: 'sender',
      recipients: 'recipient',
      'shipping-companies': 'shipping_company',
    };
    for (const kind of Object.values(lists))
      for (const name of ['Ana Íris', 'Bruno Reis', 'Ana Luz'])
        await create({ kind, name: `${name} (${kind})` });
    for (const [list, kind] of Object.entries(lists)) {
      const { content, totalElements } = (await get(`${list}?name=ana&page=1&limit=1`)).body;
      assert.deepEqual(
        [content.map(({ name }: { name: string }) => name), totalElements],
        [[`Ana Luz (${kind})`], 2],
      );
      assert.equal((await get(`${list}?name=xyz`)).body.totalElements, 0);
    }
    const { body } = await get('cities?name=jundiai');
    assert.deepEqual(body.content[0], { id: 3525904, name: 'Jundiaí', uf: 'SP' });
    assert.equal((await get('cities?page=-1')).status, 422);
  });

  it('have the states of shipments', async () => {
    const { statuses } = (await get('shipping-list-statuses')).body;
    assert.ok(statuses.includes('shipped') && statuses.includes('delivered'), String(statuses));
  });
});
