import type { TradingHouse } from '../catalog/actions.ts';
import { Problem } from '../kernel/problem.ts';
import { type Route, route } from '../platform/http.ts';
import { competitorsOf } from './competitors.ts';
import { competitors, market, marketSeries, plan, webhook } from './contract.ts';
import { createIntake } from './intake.ts';
import { planOf, watchedMarket } from './plan.ts';
import { readSeries } from './series-read.ts';

/** A notice is a few hundred bytes. */
const NOTICE_LIMIT = 64 * 1024;

export function routes(house: TradingHouse): Route[] {
  const takeIn = createIntake(house);
  return [
    route(
      webhook,
      async ({ params, body, headers }) => {
        const marketplace = house.marketplaces.bySlug(params.marketplace);
        if (marketplace === null) throw new Problem(404, 'unknown_marketplace');
        const notice = marketplace.decodeNotice({ body, headers });
        if (!notice.ok) {
          // Answered with a 200 all the same: sent again it would be no better.
          house.log.warn('A notice could not be understood', {
            marketplace: marketplace.slug,
            reason: notice.error,
          });
          return { accepted: false };
        }
        if (notice.value === null) return { accepted: false };
        return { accepted: await takeIn(marketplace.id, notice.value) };
      },
      { bodyLimit: NOTICE_LIMIT },
    ),
    route(market, ({ actor, params }) => watchedMarket(house, actor.companyId, params.listingId)),
    route(competitors, ({ actor, params, body }) =>
      competitorsOf(house, actor.companyId, params.listingId, body.searchValue),
    ),
    route(marketSeries, ({ actor, params, query }) =>
      readSeries(house, actor.companyId, params.listingId, query),
    ),
    route(plan, ({ actor, query }) => planOf(house, actor.companyId, query.listings ?? [])),
  ];
}
