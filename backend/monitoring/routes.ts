import type { MarketplaceContext } from '../catalog/actions.ts';
import { toMinor, toMinorOrNull } from '../kernel/money.ts';
import { type Route, route } from '../platform/http.ts';
import { getAlertSettings, setAlertSettings } from './alerts/settings.ts';
import { competitorsOf } from './competitors-of.ts';
import { alertSettings, saveAlertSettings } from './contract/alerts.ts';
import { competitorProfile, contestedListings } from './contract/profile.ts';
import * as sellers from './contract/sellers.ts';
import * as watch from './contract/watch.ts';
import { competitors, market, marketSeries, parseLinks, plan, suspectPrice } from './contract.ts';
import { parseLink } from './links/engine/parse.ts';
import { planOf, watchedMarket } from './plan.ts';
import { contestedOf, profileOf } from './profile/read.ts';
import { buyboxSellersOf, rankingSellersOf } from './seller-names.ts';
import { readSeries } from './series-read.ts';
import { decideSuspect } from './suspicion/actions.ts';
import * as watched from './watch/actions.ts';
import { candidatesOf, decideCandidateOf, precisionOf } from './watch/candidates.ts';
import { exportWatches, importWatches } from './watch/sheet.ts';
import { webhookRoute } from './webhook.ts';

export const routes = (ctx: MarketplaceContext): Route[] => [
  webhookRoute(ctx),
  route(market, ({ actor, params }) => watchedMarket(ctx, actor.companyId, params.listingId)),
  route(competitors, ({ actor, params, body }) =>
    competitorsOf(ctx, actor.companyId, params.listingId, body.searchValue),
  ),
  route(sellers.buyboxStatuses, () => Promise.resolve({ status: [...sellers.STATUSES.buybox] })),
  route(sellers.rankingStatuses, () => Promise.resolve({ status: [...sellers.STATUSES.ranking] })),
  route(sellers.buyboxSellers, async ({ actor, body }) => ({
    buyboxHighlightCompetitor: await buyboxSellersOf(ctx, actor.companyId, body.searchValue),
  })),
  route(sellers.rankingSellers, async ({ actor, body }) => ({
    rankingCompetitorName: await rankingSellersOf(ctx, actor.companyId, body.searchValue),
  })),
  route(sellers.listingCompetitors, async ({ actor, params, body }) => {
    const { competitors } = await competitorsOf(
      ctx,
      actor.companyId,
      params.listingId,
      body.searchValue,
    );
    return { competitors };
  }),
  route(competitorProfile, ({ actor, params }) =>
    profileOf(ctx, { companyId: actor.companyId, ...params }),
  ),
  route(contestedListings, ({ actor, params, query }) =>
    contestedOf(ctx, { companyId: actor.companyId, ...params }, query),
  ),
  route(suspectPrice, ({ actor, params, body }) =>
    decideSuspect(ctx, actor, params.listingId, body),
  ),
  route(marketSeries, ({ actor, params, query }) =>
    readSeries(ctx, actor.companyId, params.listingId, query),
  ),
  route(parseLinks, async ({ body }) => ({
    results: body.links.map((link) => parseLink(ctx.marketplaces.known, link)),
  })),
  route(plan, ({ actor, query }) => planOf(ctx, actor.companyId, query.listings ?? [])),
  route(alertSettings, ({ actor }) => getAlertSettings(ctx, actor)),
  route(saveAlertSettings, ({ actor, body }) => setAlertSettings(ctx, actor, body)),
  route(watch.matchPrecision, ({ actor }) => precisionOf(ctx, actor.companyId)),
  route(watch.exportWatched, ({ actor, locale }) => exportWatches(ctx, actor.companyId, locale)),
  route(watch.importWatched, ({ actor, body, locale }) =>
    importWatches(ctx, actor, body.csv, locale),
  ),
  route(watch.watchedCompetitors, ({ actor, params, locale }) =>
    watched.watchedOf(ctx, actor.companyId, params.listingId, locale),
  ),
  route(watch.watchLinks, ({ actor, params, body, locale }) =>
    watched.watchLinksOf(ctx, actor, params.listingId, body.links, locale),
  ),
  route(watch.unwatch, ({ actor, params }) => watched.removeWatch(ctx, actor, params.competitorId)),
  route(watch.pauseWatch, ({ actor, params, body, locale }) =>
    watched.setPaused(ctx, actor, params.competitorId, body.isPaused, locale),
  ),
  route(watch.decideMatch, ({ actor, params, body, locale }) =>
    watched.decideComparison(ctx, actor, params.competitorId, body.comparison, locale),
  ),
  route(watch.typePrice, ({ actor, params, body, locale }) =>
    watched.setTypedPrice(
      ctx,
      actor,
      params.competitorId,
      { price: toMinor(body.price), shippingPrice: toMinorOrNull(body.shippingPrice) },
      locale,
    ),
  ),
  route(watch.confirmSuspectPrice, ({ actor, params, locale }) =>
    watched.confirmPrice(ctx, actor, params.competitorId, locale),
  ),
  route(watch.searchCandidates, ({ actor, params, body, locale, signal }) =>
    candidatesOf(ctx, actor.companyId, params.listingId, body, locale, signal),
  ),
  route(watch.decideCandidate, ({ actor, params, body, locale }) =>
    decideCandidateOf(ctx, actor, params.listingId, body, locale),
  ),
];
