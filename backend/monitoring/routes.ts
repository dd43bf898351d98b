import type { MarketplaceContext } from '../catalog/actions.ts';
import { type Route, route } from '../platform/http.ts';
import { competitorsOf } from './competitors.ts';
import { competitors, market, marketSeries, plan } from './contract.ts';
import { planOf, watchedMarket } from './plan.ts';
import { readSeries } from './series-read.ts';
import { webhookRoute } from './webhook.ts';

export const routes = (ctx: MarketplaceContext): Route[] => [
  webhookRoute(ctx),
  route(market, ({ actor, params }) => watchedMarket(ctx, actor.companyId, params.listingId)),
  route(competitors, ({ actor, params, body }) =>
    competitorsOf(ctx, actor.companyId, params.listingId, body.searchValue),
  ),
  route(marketSeries, ({ actor, params, query }) =>
    readSeries(ctx, actor.companyId, params.listingId, query),
  ),
  route(plan, ({ actor, query }) => planOf(ctx, actor.companyId, query.listings ?? [])),
];
