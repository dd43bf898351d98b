// The senders, recipients and shipping companies of a company, and the municipalities of Brazil.
import { type Page, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import {
  type City,
  FoundName,
  type NameQuery,
  type RecordKind,
  type RecordStatus,
  ShippingRecord,
  type ShippingRecordInput,
} from '../contract/shipping.ts';
import { problem } from './problems.ts';
import * as store from './store.ts';

const toRecord = (row: store.RecordWithCity): ShippingRecord =>
  ShippingRecord.parse({
    ...row,
    taxNumber: row.tax_number,
    city: row.city_id === null ? null : { id: row.city_id, name: row.city_name, uf: row.uf },
    updatedAt: row.updated_at.toISOString(),
  });

/** The municipalities of Brazil whose names contain a text; those that begin with it first. */
export const listCities = (
  ctx: AppContext,
  companyId: number,
  query: NameQuery,
): Promise<Page<City>> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { rows, total } = await store.findCities(trx, query);
    return toPage(rows, total, query);
  });

/** The company's records of a kind whose names contain a text. @param status left out: all */
export const listRecords = (
  ctx: AppContext,
  companyId: number,
  kind: RecordKind,
  query: NameQuery,
  status?: RecordStatus,
): Promise<Page<ShippingRecord>> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { rows, total } = await store.findRecords(trx, companyId, kind, { ...query, status });
    return toPage(rows.map(toRecord), total, query);
  });

/** Names of a kind that contain a text: the company's records, and those of its shipments. @param status left out: all */
export const lookUpNames = (
  ctx: AppContext,
  companyId: number,
  kind: RecordKind,
  query: NameQuery,
  status?: RecordStatus,
): Promise<Page<FoundName>> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { rows, total } = await store.findNames(trx, companyId, kind, { ...query, status });
    return toPage(
      rows.map((row) => FoundName.parse(row)),
      total,
      query,
    );
  });

function toContent(input: ShippingRecordInput): store.RecordContent {
  const { kind, name, status, phone, taxNumber: tax_number } = input;
  const common = { kind, name, status, phone, tax_number };
  if (input.kind === 'shipping_company')
    return { ...common, cep: null, street: null, city_id: null, website: input.website };
  const { cep, street, cityId: city_id } = input;
  return { ...common, cep, street: street || null, city_id, website: null };
}

/** Throws where a city does not exist, and where another record of the kind has the tax number. */
async function check(
  trx: Trx,
  companyId: number,
  { kind, tax_number: taxNumber, city_id: cityId }: store.RecordContent,
  own: number | null,
): Promise<void> {
  if (cityId !== null && !(await store.hasCity(trx, cityId)))
    throw problem('unknown_city', {
      faults: [{ path: 'cityId', code: 'unknown_city', message: `There is no city ${cityId}` }],
    });
  if (taxNumber === null) return;
  const taken = await store.recordWithTaxNumber(trx, companyId, kind, taxNumber);
  if (taken !== undefined && taken.id !== own)
    throw problem('tax_number_taken', { values: { name: taken.name } });
}

/** The record, which must exist. */
async function need(trx: Trx, companyId: number, id: number): Promise<store.RecordWithCity> {
  const row = await store.findRecord(trx, companyId, id);
  if (row === undefined) throw problem('shipping_record_not_found');
  return row;
}

const auditRecord = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  action: 'created' | 'edited' | 'removed',
  { id, kind, name }: Pick<store.RecordRow, 'id' | 'kind' | 'name'>,
) =>
  auditAct(ctx, trx, actor, {
    action: `sales.shipping_record_${action}`,
    subject: String(id),
    values: { kind, name },
  });

/** @throws Problem 409 `tax_number_taken`; 422 `unknown_city` */
export const createRecord = (
  ctx: AppContext,
  actor: Actor,
  input: ShippingRecordInput,
): Promise<ShippingRecord> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId } = actor;
    const content = toContent(input);
    await store.lockRecords(trx, companyId);
    await check(trx, companyId, content, null);
    const id = await store.insertRecord(trx, companyId, content, ctx.clock());
    const row = await need(trx, companyId, id);
    await auditRecord(ctx, trx, actor, 'created', row);
    return toRecord(row);
  });

/**
 * @throws Problem 404 `shipping_record_not_found`, also where it is of another kind; 409 `shipping_record_changed` since
 * `version`, and `tax_number_taken`; 422 `unknown_city`
 */
export const editRecord = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  { record, version }: { record: ShippingRecordInput; version: number },
): Promise<ShippingRecord> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId } = actor;
    const content = toContent(record);
    await store.lockRecords(trx, companyId);
    const before = await need(trx, companyId, id);
    if (before.kind !== record.kind) throw problem('shipping_record_not_found');
    if (before.version !== version) throw problem('shipping_record_changed');
    await check(trx, companyId, content, id);
    await store.updateRecord(trx, before, content, ctx.clock());
    const row = await need(trx, companyId, id);
    await auditRecord(ctx, trx, actor, 'edited', row);
    return toRecord(row);
  });

/** @throws Problem 404 `shipping_record_not_found` */
export const removeRecord = (
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<Record<string, never>> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const row = await need(trx, actor.companyId, id);
    await store.deleteRecord(trx, actor.companyId, id);
    await auditRecord(ctx, trx, actor, 'removed', row);
    return {};
  });
