// Advice as pages show it: lists, totals, and the one with what it follows from.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListBody } from '../../kernel/filter.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmount } from '../../kernel/money.ts';
import { type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { planEach, type Trx, within } from '../../platform/db.ts';
import { fieldsOf, filterCondition, listOrder, tabCounts } from '../../platform/filter-sql.ts';
import {
  ADVICE_FIELDS,
  ADVICE_STATES,
  type AdviceField,
  type AdviceKind,
  type AdviceState,
  type AdviceTab,
  DONE_ACTS,
  type Funnel,
  NEXT_COUNT,
  Recommendation,
  type RecommendationDetails,
  STAGES,
} from '../contract.ts';
import { problem } from '../problems.ts';
import { changesIn, formulaIn, linesIn, whyIn } from './explain.ts';
import { pageFor } from './pages.ts';
import type { Row } from './row.ts';
import * as store from './store.ts';

const FIELDS = fieldsOf<AdviceField>(ADVICE_FIELDS, {
  title: { column: sql`coalesce(l.title, c.name)` },
  code: { column: sql`coalesce(l.sku_marketplace, t.text)` },
  kind: 'r.kind!',
  act: 'r.act!',
  effect: 'r.effect',
  openedAt: 'r.opened_at!',
  listingId: 'r.listing_id',
  campaignId: 'r.campaign_id',
  currencyCode: 'r.currency_code!',
  marketplaceId: { column: sql`(a.marketplace_id::bigint)`, notNull: true },
  accountId: 'r.account_id!',
  accountName: 'a.name!',
});

const isIn = (...states: readonly AdviceState[]) =>
  sql<SqlBool>`r.state = any(${[...states]}::text[])`;
const TABS: Readonly<Record<AdviceTab, RawBuilder<SqlBool>>> = {
  open: isIn('open'),
  snoozed: isIn('snoozed'),
  done: isIn('accepted', 'applied', 'undone'),
  dismissed: isIn('dismissed'),
};

/** Without what the advice is about: that is joined for the rows of a page alone, unless a filter needs it. */
const BARE = sql`from recommendation r`;
const ABOUT = sql`
  join account a on a.company_id = r.company_id and a.id = r.account_id
  left join listing l on l.company_id = r.company_id and l.id = r.listing_id
  left join ads_campaign c on c.company_id = r.company_id and c.id = r.campaign_id
  left join ads_target t on t.company_id = r.company_id and t.id = r.target_id`;
const FROM = sql`${BARE} ${ABOUT}`;

const COLUMNS = sql`r.*, coalesce(l.title, c.name) as title, coalesce(l.sku_marketplace, t.text) as code, l.image_url,
  a.name as account_name, a.marketplace_id`;

const isDone = (act: string): boolean => DONE_ACTS.some((one) => one === act);

function toRecommendation(row: Row, locale: Locale): Recommendation {
  const { effect, effect_low: low, effect_high: high } = row;
  return Recommendation.parse({
    id: row.id,
    kind: row.kind,
    state: row.state,
    act: row.act,
    isDoneHere: isDone(row.act),
    page: pageFor(row),
    isPrimary: row.is_primary,
    listingId: row.listing_id,
    campaignId: row.campaign_id,
    targetId: row.target_id,
    title: row.title ?? '',
    code: row.code,
    imageUrl: row.image_url,
    accountId: row.account_id,
    accountName: row.account_name,
    marketplaceId: row.marketplace_id,
    currencyCode: row.currency_code,
    why: whyIn(row, locale),
    effect:
      effect === null
        ? null
        : { value: toAmount(effect), low: toAmount(low!), high: toAmount(high!) },
    confidence: row.confidence,
    openedAt: row.opened_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    dismissal: row.dismissed?.reason ?? null,
    canUndo: row.state === 'applied' && row.undo !== null,
  });
}

interface TotalRow {
  currency_code: string;
  effect: number | null;
}
const toTotals = (rows: readonly TotalRow[]) =>
  rows.flatMap(({ currency_code, effect }) =>
    effect === null ? [] : [{ currencyCode: currency_code, value: toAmount(effect) }],
  );

async function totalsOf(trx: Trx, from: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  const { rows } = await sql<TotalRow>`
    select r.currency_code, sum(r.effect) filter (where r.is_primary)::bigint as effect ${from} where ${where}
    group by 1 order by 2 desc nulls last, 1`.execute(trx);
  return toTotals(rows);
}

/**
 * A page of advice, what brings most first.
 * @throws Problem 422 for fields that it does not have
 */
export const queryRecommendations = (
  ctx: AppContext,
  { companyId }: Actor,
  query: PageQuery & { kind?: AdviceKind | undefined; tab: AdviceTab },
  { filters, orders, timeZone }: ListBody,
  locale: Locale,
) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const { kind, tab } = query;
    await planEach(trx);
    const matching = sql`r.company_id = ${companyId} ${kind === undefined ? sql`` : sql`and r.kind = ${kind}`}
      and ${filterCondition(filters, FIELDS, { timeZone })}`;
    const order =
      orders.length === 0
        ? tab === 'open'
          ? sql`r.score desc, r.id`
          : sql`r.changed_at desc, r.id`
        : listOrder(orders, FIELDS, 'r.id', []);
    const from = filters.length + orders.length === 0 ? BARE : FROM;
    const { rows } = await sql<Row>`
      select ${COLUMNS} from (
        select r.* ${from} where ${matching} and ${TABS[tab]}
        order by ${order} limit ${query.limit} offset ${query.page * query.limit}
      ) r ${ABOUT} order by ${order}`.execute(trx);
    const { rows: counted } = await sql<Record<AdviceTab, number>>`
      select ${tabCounts(TABS)} ${from} where ${matching}`.execute(trx);
    const counts = counted[0]!;
    const pass = await store.passOf(trx, companyId);
    return {
      ...toPage(
        rows.map((row) => toRecommendation(row, locale)),
        counts[tab],
        query,
      ),
      counts,
      totals: await totalsOf(trx, from, sql`${matching} and ${TABS[tab]}`),
      evaluatedAt: pass?.evaluatedAt.toISOString() ?? null,
    };
  });

/** The least effect worth a person's time: an amount in minor units, and a share of the contribution of 30 days. */
const LEAST = 500;
const LEAST_SHARE = 0.001;
/** Most advice of one kind that opened within a day. */
const NEW_OF_A_KIND = 3;
const DAY_MS = 24 * 3_600_000;

/** What to do next: the primary advice with the largest effects, by currency. */
export const nextRecommendations = (ctx: AppContext, { companyId }: Actor, locale: Locale) =>
  within(ctx.db, { company: companyId }, async (trx) => {
    await planEach(trx);
    const pass = await store.passOf(trx, companyId);
    const least = Object.entries(pass?.contributions ?? {}).map(
      ([currencyCode, left]): [string, number] => [
        currencyCode,
        Math.max(LEAST, Math.round(left * LEAST_SHARE)),
      ],
    );
    const since = new Date(ctx.clock().getTime() - DAY_MS);
    const where = sql`r.company_id = ${companyId} and r.state = 'open'`;
    const { rows } = await sql<Row>`
      with least as (
        select * from unnest(${least.map(([code]) => code)}::text[], ${least.map(([, value]) => value)}::bigint[])
          as t(currency_code, value)
      ), worth as (
        select r.id, r.currency_code, r.score, row_number() over (
            partition by r.currency_code, r.kind, r.opened_at > ${since}::timestamptz order by r.score desc, r.id) as place,
          r.opened_at > ${since}::timestamptz as is_new
        from recommendation r left join least on least.currency_code = r.currency_code
        where ${where} and r.is_primary and r.act <> 'none'
          and (r.effect is null or r.effect >= coalesce(least.value, ${LEAST}))
      ), ranked as (
        select id, currency_code, row_number() over (partition by currency_code order by score desc, id) as place
        from worth where not is_new or place <= ${NEW_OF_A_KIND}
      )
      select ${COLUMNS} ${FROM} join ranked on ranked.id = r.id
      where r.company_id = ${companyId} and ranked.place <= ${NEXT_COUNT}
      order by r.currency_code, ranked.place`.execute(trx);
    const { rows: open } = await sql<{ count: number }>`
      select count(*)::integer as count from recommendation r where ${where}`.execute(trx);
    return {
      content: rows.map((row) => toRecommendation(row, locale)),
      open: open[0]!.count,
      totals: await totalsOf(trx, BARE, where),
      notEarned: Object.entries(pass?.notEarned ?? {}).map(
        ([currencyCode, { lost, recoverable, listings, unknown }]) => ({
          currencyCode,
          lost: toAmount(lost),
          recoverable: toAmount(recoverable),
          notWorth: toAmount(lost - recoverable),
          listings,
          unknown,
        }),
      ),
      evaluatedAt: pass?.evaluatedAt.toISOString() ?? null,
    };
  });

/** One piece of advice as it is in this transaction. @throws Problem 404 `recommendation_not_found` */
export async function rowOf(trx: Trx, companyId: number, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${FROM} where r.company_id = ${companyId} and r.id = ${id}`.execute(trx);
  if (rows[0] === undefined) throw problem('recommendation_not_found');
  return rows[0];
}

export const shown = async (
  trx: Trx,
  companyId: number,
  id: number,
  locale: Locale,
): Promise<Recommendation> => toRecommendation(await rowOf(trx, companyId, id), locale);

/** @throws Problem 404 `recommendation_not_found` */
export const getRecommendation = (
  ctx: AppContext,
  { companyId }: Actor,
  id: number,
  locale: Locale,
): Promise<RecommendationDetails> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const row = await rowOf(trx, companyId, id);
    return {
      ...toRecommendation(row, locale),
      lines: linesIn(row, locale),
      formula: row.effect === null ? null : formulaIn(row, locale),
      assumed: row.assumed,
      changes: changesIn(row, locale),
    };
  });

/** How many listings stand at which gate, and the outcomes of advice. */
export const recommendationFunnel = (ctx: AppContext, { companyId }: Actor): Promise<Funnel> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const pass = await store.passOf(trx, companyId);
    const { rows } = await sql<TotalRow & { kind: AdviceKind; count: number }>`
      select kind, currency_code, count(*)::integer as count,
        sum(effect) filter (where is_primary)::bigint as effect
      from recommendation where company_id = ${companyId} and state = 'open'
      group by 1, 2 order by 1, 2`.execute(trx);
    const { rows: outcomes } = await sql<{ state: AdviceState; count: number }>`
      select state, count(*)::integer as count from recommendation where company_id = ${companyId}
      group by 1`.execute(trx);
    const byState = new Map(outcomes.map(({ state, count }) => [state, count]));
    return {
      evaluatedAt: pass?.evaluatedAt.toISOString() ?? null,
      stages: STAGES.map((stage) => {
        const its = rows.filter(({ kind }) => kind === stage);
        return {
          stage,
          listings: pass?.stages[stage] ?? 0,
          open: its.reduce((sum, { count }) => sum + count, 0),
          totals: toTotals(its),
        };
      }),
      outcomes: ADVICE_STATES.map((state) => ({ state, count: byState.get(state) ?? 0 })),
    };
  });
