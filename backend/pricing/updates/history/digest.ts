// The price changes of an hour, summed up by rule for the bell.
import { sql } from 'kysely';
import type { BellEntry, BellValues } from '../../../kernel/bell.ts';
import type { Trx } from '../../../platform/db.ts';
import { anyOf, titlesOf } from '../listing-store.ts';
import type { DIGEST_KINDS } from './bell.ts';

/** More rules that changed prices within an hour are summed up in one entry. */
const MOST_RULES = 5;

interface Changed {
  rule_id: number;
  currency_code: string;
  is_undo: boolean;
  count: number;
  listings: number;
  /** One of its listings. */
  listing_id: number;
  old_sum: number;
  new_sum: number;
}

type Digest = Extract<BellEntry<keyof typeof DIGEST_KINDS>, { subject: string }>;

/** How far prices moved on average, in percent: the ratio of their sums, in one currency. */
const averageOf = (rows: readonly Changed[]): number => {
  const sum = (of: (row: Changed) => number) => rows.reduce((all, row) => all + of(row), 0);
  const ratio = sum((row) => row.new_sum) / sum((row) => row.old_sum);
  return Math.round((ratio - 1) * 1_000) / 10;
};

const total = (rows: readonly Changed[], of: 'count' | 'listings') =>
  rows.reduce((all, row) => all + row[of], 0);

/**
 * The entries of the updates that were made within an hour and applied: for each rule and currency one, or for all rules
 * where they are many. The sums are taken again from the updates, so that they are right however often they are asked for.
 */
export async function digestOfHour(
  trx: Trx,
  companyId: number,
  { from, until }: { from: Date; until: Date },
): Promise<Digest[]> {
  const { rows } = await sql<Changed>`
    select u.rule_id, u.currency_code, u.reverts is not null as is_undo, count(*) as count,
      count(distinct u.listing_id) as listings, min(u.listing_id) as listing_id,
      sum(u.old_price)::bigint as old_sum, sum(u.new_price)::bigint as new_sum
    from price_update u
    where u.company_id = ${companyId} and u.created_at >= ${from} and u.created_at < ${until}
      and u.state in ('applied', 'undone')
    group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
  const hour = { from: from.toISOString(), until: until.toISOString() };
  const made = rows.filter((row) => !row.is_undo);
  const restored = rows.filter((row) => row.is_undo);
  const ruleIds = [...new Set(made.map((row) => row.rule_id))];
  const isMany = ruleIds.length > MOST_RULES;
  const names = isMany ? new Map<number, string>() : await ruleNames(trx, companyId, ruleIds);
  const titles = await titlesOf(
    trx,
    companyId,
    isMany ? [] : made.filter((row) => row.listings === 1).map((row) => row.listing_id),
  );
  const byCurrency = [...Map.groupBy(made, (row) => row.currency_code)];
  return [
    ...(isMany
      ? byCurrency.map(([currency, some]) => ofManyRules(currency, some, hour))
      : made.map((row) => ofRule(row, names, titles, hour))),
    ...(restored.length === 0
      ? []
      : [
          {
            code: 'prices_restored' as const,
            values: { ...hour, count: total(restored, 'count') },
            subject: `${SUBJECT}:${hour.from}:restored`,
          },
        ]),
  ];
}

const SUBJECT = 'digest:prices';

const ofManyRules = (currency: string, rows: readonly Changed[], hour: BellValues): Digest => ({
  code: 'rules_changed_prices',
  values: {
    ...hour,
    rules: rows.length,
    count: total(rows, 'count'),
    listings: total(rows, 'listings'),
    averagePercent: averageOf(rows),
  },
  subject: `${SUBJECT}:${hour.from}:all:${currency}`,
});

function ofRule(
  row: Changed,
  names: ReadonlyMap<number, string>,
  titles: ReadonlyMap<number, string>,
  hour: BellValues,
): Digest {
  const { rule_id: ruleId, currency_code: currency, listing_id: listingId, count, listings } = row;
  const subject = `${SUBJECT}:${hour.from}:${ruleId}:${currency}`;
  const ruleName = names.get(ruleId) ?? '';
  const figures = { ...hour, ruleId, ruleName, count, averagePercent: averageOf([row]) };
  return listings === 1
    ? {
        code: 'rule_changed_price',
        values: { ...figures, title: titles.get(listingId) ?? '' },
        subject,
      }
    : { code: 'rule_changed_prices', values: { ...figures, listings }, subject };
}

async function ruleNames(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('rule')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where(anyOf('id', ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
