// The statement of shipping credit: entries are added, and never changed nor removed.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Download } from '../../kernel/endpoint.ts';
import type { ExportBody } from '../../kernel/export.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { exportCsv, type Reader } from '../../platform/csv-export.ts';
import { type Tables, type Trx, within } from '../../platform/db.ts';
import { fieldsOf, filterCondition, listOrder } from '../../platform/filter-sql.ts';
import {
  CREDIT_CURRENCY,
  CREDIT_FIELDS,
  CREDIT_SIGN,
  CreditEntry,
  type CreditField,
  type CreditInput,
} from '../contract/shipping.ts';
import { problem } from './problems.ts';

type Row = Selectable<Tables['shipping_credit']>;

const FIELDS = fieldsOf<CreditField>(CREDIT_FIELDS, {
  at: 'c.at!',
  operation: 'c.operation!',
  amount: { column: sql`(c.amount / 100.0)`, notNull: true },
  balance: { column: sql`(c.balance / 100.0)`, notNull: true },
  note: 'c.note!',
  by: 'c.person_name',
});

const toEntry = (row: Row): CreditEntry =>
  CreditEntry.parse({
    ...row,
    at: row.at.toISOString(),
    amount: toAmount(row.amount),
    balance: toAmount(row.balance),
    currencyCode: row.currency_code,
    by: row.person_name,
  });

const matching = (
  companyId: number,
  { filters, timeZone }: Pick<ListBody, 'filters' | 'timeZone'>,
): RawBuilder<unknown> => sql`
  from shipping_credit c
  where c.company_id = ${companyId} and ${filterCondition(filters, FIELDS, { timeZone })}`;

/** The latest first by default. */
const orderOf = (orders: ListBody['orders']) =>
  listOrder(orders, FIELDS, 'c.id', [{ field: 'at', direction: 'desc' }]);

/** The balance of the company in minor units; 0 without an entry. */
async function balanceOf(trx: Trx, companyId: number): Promise<Minor> {
  const row = await trx
    .selectFrom('shipping_credit')
    .select('balance')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

export type CreditPage = Page<CreditEntry> & {
  balance: number;
  currencyCode: string;
  credited: number;
  debited: number;
};

/** A page of the statement, the balance, and what was credited and debited by the entries that match. */
export const queryCredit = (
  ctx: AppContext,
  companyId: number,
  query: PageQuery,
  body: ListBody,
): Promise<CreditPage> => {
  const found = matching(companyId, body);
  const order = orderOf(body.orders);
  return within(ctx.db, { company: companyId }, async (trx) => {
    const { rows: sums } = await sql<{ count: number; credited: Minor; debited: Minor }>`
      select count(*) as count, coalesce(sum(c.amount) filter (where c.amount > 0), 0)::bigint as credited,
        coalesce(-sum(c.amount) filter (where c.amount < 0), 0)::bigint as debited ${found}`.execute(
      trx,
    );
    const { rows } = await sql<Row>`
      select c.* ${found} order by ${order} limit ${query.limit} offset ${query.page * query.limit}`.execute(
      trx,
    );
    const { count, credited, debited } = sums[0]!;
    return {
      ...toPage(rows.map(toEntry), count, query),
      balance: toAmount(await balanceOf(trx, companyId)),
      currencyCode: CREDIT_CURRENCY,
      credited: toAmount(credited),
      debited: toAmount(debited),
    };
  });
};

const FILE = {
  pt: 'credito-de-frete',
  en: 'shipping-credit',
  es: 'credito-de-envios',
} as const;

/** The entries that match. @throws as `exportCsv` */
export const exportCredit = (
  ctx: AppContext,
  actor: Actor,
  body: ExportBody,
  reader: Reader,
): Promise<Download> =>
  exportCsv(ctx, actor, {
    ...reader,
    name: FILE[reader.locale],
    fields: FIELDS,
    body,
    orderBy: orderOf(body.orders),
    from: () => Promise.resolve(matching(actor.companyId, body)),
  });

/** Lets one transaction at a time add entries, as the database does when it numbers one. */
const lockCredit = (trx: Trx, companyId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('shipping_credit', ${companyId}::bigint))`.execute(
    trx,
  );

const entryWhere = (
  trx: Trx,
  companyId: number,
  key: 'reference' | 'id' | 'reverses',
  value: unknown,
) =>
  trx
    .selectFrom('shipping_credit')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(key, '=', value as never)
    .executeTakeFirst();

/** What an entry moves; minor units. @throws Problem 404 `credit_entry_not_found`; 409 `credit_entry_reversed` */
async function amountOf(trx: Trx, companyId: number, input: CreditInput): Promise<Minor> {
  if (input.operation !== 'reversal')
    return toMinor(input.amount) * (CREDIT_SIGN[input.operation] ?? 1);
  const reversed = await entryWhere(trx, companyId, 'id', input.reverses);
  if (reversed === undefined) throw problem('credit_entry_not_found');
  const reversal = await entryWhere(trx, companyId, 'reverses', input.reverses);
  if (reversed.operation === 'reversal' || reversal !== undefined)
    throw problem('credit_entry_reversed');
  return -reversed.amount;
}

/** Whether a stored entry equals the one that is entered again. */
const isSame = (row: Row, input: CreditInput): boolean =>
  row.operation === input.operation &&
  row.note === input.note &&
  (input.operation === 'reversal'
    ? row.reverses === input.reverses
    : Math.abs(row.amount) === toMinor(input.amount));

/**
 * Adds an entry to the statement. Where the same entry was added with the same reference, that one is returned, and nothing is added.
 * @throws Problem 409 `credit_reference_taken` where the reference names another entry, `credit_too_low` where an exit or cost
 * exceeds the balance, `credit_entry_reversed`; 404 `credit_entry_not_found`
 */
export const enterCredit = (
  ctx: AppContext,
  actor: Actor,
  input: CreditInput,
): Promise<CreditEntry> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId, personId } = actor;
    const { operation, reference, note } = input;
    await lockCredit(trx, companyId);
    const known = await entryWhere(trx, companyId, 'reference', reference);
    if (known !== undefined) {
      if (isSame(known, input)) return toEntry(known);
      throw problem('credit_reference_taken', { values: { reference } });
    }
    const amount = await amountOf(trx, companyId, input);
    const isSpent = operation === 'exit' || operation === 'shipping_cost';
    if (isSpent && (await balanceOf(trx, companyId)) + amount < 0) throw problem('credit_too_low');
    const row = await trx
      .insertInto('shipping_credit')
      .values({
        company_id: companyId,
        at: ctx.clock(),
        operation,
        amount,
        currency_code: CREDIT_CURRENCY,
        note,
        reference,
        reverses: operation === 'reversal' ? input.reverses : null,
        person_id: personId,
        person_name: sql<string | null>`(select name from person where id = ${personId})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditAct(ctx, trx, actor, {
      action: 'sales.shipping_credit_entered',
      subject: String(row.id),
      values: { operation, amount: toAmount(amount), reference },
    });
    return toEntry(row);
  });
