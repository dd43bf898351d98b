// What followed advice promised and brought, as pages show it.
import { sql } from 'kysely';
import { toAmount } from '../../kernel/money.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import type { Promises } from '../contract.ts';
import { COUNTED_DAYS, measuredActs, measuredFrom, realizedShares } from './measure.ts';
import { outcomeOf } from './rules/promise.ts';

export const recommendationPromises = (ctx: AppContext, { companyId }: Actor): Promise<Promises> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const acts = await measuredActs(trx, companyId, now);
    const shareOf = realizedShares(acts);
    const { rows } = await sql<{
      is_of_ads: boolean;
      measuring: number;
      unmeasured: number;
      first: Date | null;
    }>`
      select campaign_id is not null as is_of_ads, (count(*) filter (where measured is null))::integer as measuring,
        (count(*) filter (where not measured ? 'came'))::integer as unmeasured,
        min(changed_at) filter (where measured is null) as first
      from recommendation where company_id = ${companyId} and state = 'applied' and effect is not null
      group by 1`.execute(trx);
    const days = rows.flatMap(({ first, is_of_ads: isOfAds }) =>
      first === null ? [] : [measuredFrom(first, isOfAds)],
    );
    const [next] = days.toSorted();
    return {
      days: COUNTED_DAYS,
      kinds: [...Map.groupBy(acts, ({ kind, currencyCode }) => `${kind} ${currencyCode}`).values()]
        .map((its) => {
          const { count, kept, promised, came, range } = outcomeOf(its);
          return {
            kind: its[0]!.kind,
            currencyCode: its[0]!.currencyCode,
            count,
            kept,
            promised: toAmount(promised),
            came: toAmount(came),
            range: range === null ? null : { low: toAmount(range.low), high: toAmount(range.high) },
          };
        })
        .toSorted((one, other) => other.count - one.count),
      shares: [...new Set(acts.map(({ kind }) => kind))].map((kind) => ({
        kind,
        percent: Math.round(shareOf(kind) * 100),
      })),
      measuring: rows.reduce((sum, { measuring }) => sum + measuring, 0),
      nextDay: next ?? null,
      unmeasured: rows.reduce((sum, { unmeasured }) => sum + unmeasured, 0),
    };
  });
