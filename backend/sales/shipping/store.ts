import { type Selectable, type SqlBool, sql } from 'kysely';
import type { PageQuery } from '../../kernel/page.ts';
import { plainName } from '../../kernel/plain-name.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import { contains } from '../../platform/filter-sql.ts';
import type { City, NameQuery, RecordKind, RecordStatus } from '../contract/shipping.ts';

/** Rows of a page, and how many there are on all pages. */
interface Found<Row> {
  rows: Row[];
  total: number;
}

const offsetOf = ({ page, limit }: PageQuery) => page * limit;

/** Names that contain a text, whatever its letters and accents. */
const named = (table: 'city' | 'shipping_record', name: string) =>
  sql<SqlBool>`${sql.ref(`${table}.plain_name`)} like ${contains(plainName(name))}`;

/** Cities whose names begin with the text come first. */
export async function findCities(trx: Trx, query: NameQuery): Promise<Found<City>> {
  const matching = trx.selectFrom('city').where(named('city', query.name));
  const rows = await matching
    .select(['id', 'name', 'uf'])
    .orderBy(sql`starts_with(plain_name, ${plainName(query.name)})`, 'desc')
    .orderBy('plain_name')
    .orderBy('id')
    .limit(query.limit)
    .offset(offsetOf(query))
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export const hasCity = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('city').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export type RecordRow = Selectable<Tables['shipping_record']>;

const ofKind = (
  trx: Trx,
  companyId: number,
  kind: RecordKind,
  { name, status }: Pick<NameQuery, 'name'> & { status?: RecordStatus | undefined },
) => {
  const matching = trx
    .selectFrom('shipping_record')
    .where('shipping_record.company_id', '=', companyId)
    .where('shipping_record.kind', '=', kind)
    .where(named('shipping_record', name));
  return status === undefined ? matching : matching.where('shipping_record.status', '=', status);
};

export type RecordWithCity = RecordRow & { city_name: string | null; uf: string | null };

/** A company's records of a kind, by name. */
export async function findRecords(
  trx: Trx,
  companyId: number,
  kind: RecordKind,
  query: NameQuery & { status?: RecordStatus | undefined },
): Promise<Found<RecordWithCity>> {
  const matching = ofKind(trx, companyId, kind, query);
  const rows = await matching
    .leftJoin('city', 'city.id', 'shipping_record.city_id')
    .selectAll('shipping_record')
    .select(['city.name as city_name', 'city.uf'])
    .orderBy('shipping_record.plain_name')
    .orderBy('shipping_record.id')
    .limit(query.limit)
    .offset(offsetOf(query))
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** A name of a look-up. */
export type FoundName = Pick<RecordRow, 'id' | 'name' | 'status'>;

/**
 * Names that people entered or that orders were shipped to or with, each once; a person's entry takes precedence, also an inactive
 * one.
 */
export async function findNames(
  trx: Trx,
  companyId: number,
  kind: RecordKind,
  query: NameQuery & { status?: RecordStatus | undefined },
): Promise<Found<FoundName>> {
  const { name, status, limit } = query;
  const all = sql`(
      select id, name, plain_name, status from shipping_record
      where company_id = ${companyId} and kind = ${kind}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
      union all
      select id, name, plain_name, 'active' from shipment_name n
      where company_id = ${companyId} and kind = ${kind} and not exists (
        select from shipping_record r
        where r.company_id = n.company_id and r.kind = n.kind and r.plain_name = n.plain_name)
    ) found
    where plain_name like ${contains(plainName(name))}`;
  const [rows, counted] = await Promise.all([
    sql<FoundName>`select id, name, status from ${all} order by plain_name, id limit ${limit} offset ${offsetOf(query)}`.execute(
      trx,
    ),
    sql<{ total: number }>`select count(*) as total from ${all}`.execute(trx),
  ]);
  return { rows: rows.rows, total: counted.rows[0]!.total };
}

export const findRecord = (
  trx: Trx,
  companyId: number,
  id: number,
): Promise<RecordWithCity | undefined> =>
  trx
    .selectFrom('shipping_record')
    .leftJoin('city', 'city.id', 'shipping_record.city_id')
    .selectAll('shipping_record')
    .select(['city.name as city_name', 'city.uf'])
    .where('shipping_record.company_id', '=', companyId)
    .where('shipping_record.id', '=', id)
    .executeTakeFirst();

/** Lets one transaction at a time write a company's records, so that a tax number is checked before it is used. */
export const lockRecords = (trx: Trx, companyId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('shipping_record', ${companyId}::bigint))`.execute(
    trx,
  );

/** The record of a kind that has a tax number already. */
export const recordWithTaxNumber = (
  trx: Trx,
  companyId: number,
  kind: string,
  taxNumber: string,
): Promise<Pick<RecordRow, 'id' | 'name'> | undefined> =>
  trx
    .selectFrom('shipping_record')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('tax_number', '=', taxNumber)
    .executeTakeFirst();

/** What a person enters, as it is stored. */
export type RecordContent = Omit<
  RecordRow,
  'company_id' | 'id' | 'plain_name' | 'version' | 'created_at' | 'updated_at'
>;

const stored = (content: RecordContent) => ({ ...content, plain_name: plainName(content.name) });

export async function insertRecord(
  trx: Trx,
  companyId: number,
  content: RecordContent,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('shipping_record')
    .values({ ...stored(content), company_id: companyId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRecord(
  trx: Trx,
  { company_id, id, version }: Pick<RecordRow, 'company_id' | 'id' | 'version'>,
  content: RecordContent,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('shipping_record')
    .set({ ...stored(content), updated_at: now, version: version + 1 })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteRecord(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('shipping_record')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
