import type { MarketplaceContext } from '../catalog/actions.ts';
import { type Route, route } from '../platform/http.ts';
import { competitorsOf } from './competitors-of.ts';
import { competitors, market, marketSeries, parseLinks, plan } from './contract.ts';
import { parseLink } from './links/engine/parse.ts';
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
  route(parseLinks, async ({ body }) => ({
    results: body.links.map((link) => parseLink(ctx.marketplaces.known, link)),
  })),
  route(plan, ({ actor, query }) => planOf(ctx, actor.companyId, query.listings ?? [])),
];
