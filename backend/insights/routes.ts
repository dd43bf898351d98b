import type { AppContext } from '../platform/app-context.ts';
import { type Route, route } from '../platform/http.ts';
import * as advice from './advice/actions.ts';
import * as lists from './advice/list.ts';
import * as measured from './advice/promises.ts';
import { exportWithoutAds, queryWithoutAds } from './advice/without-ads.ts';
import * as contract from './contract.ts';
import { queryIndicators } from './indicators.ts';
import { metricsIn } from './words.ts';

export const routes = (ctx: AppContext): Route[] => [
  route(contract.queryIndicators, ({ actor, body, query }) =>
    queryIndicators(ctx, actor.companyId, body, query),
  ),
  route(contract.listMetrics, async ({ locale }) => metricsIn(locale)),
  route(contract.queryRecommendations, ({ actor, query, body, locale }) =>
    lists.queryRecommendations(ctx, actor, query, body, locale),
  ),
  route(contract.queryWithoutAds, ({ actor, query, body }) =>
    queryWithoutAds(ctx, actor, query, body),
  ),
  route(contract.exportWithoutAds, ({ actor, query, body, locale, signal }) =>
    exportWithoutAds(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.nextRecommendations, ({ actor, locale }) =>
    lists.nextRecommendations(ctx, actor, locale),
  ),
  route(contract.recommendationFunnel, ({ actor }) => lists.recommendationFunnel(ctx, actor)),
  route(contract.recommendationPromises, ({ actor }) =>
    measured.recommendationPromises(ctx, actor),
  ),
  route(contract.acceptRecommendations, ({ actor, body, locale }) =>
    advice.acceptRecommendations(ctx, actor, body.ids, locale),
  ),
  route(contract.snoozeRecommendations, ({ actor, body }) =>
    advice.snoozeRecommendations(ctx, actor, body),
  ),
  route(contract.dismissRecommendations, ({ actor, body }) =>
    advice.dismissRecommendations(ctx, actor, body),
  ),
  route(contract.reopenRecommendations, ({ actor, body }) =>
    advice.reopenRecommendations(ctx, actor, body.ids),
  ),
  route(contract.refreshRecommendations, ({ actor }) => advice.refreshRecommendations(ctx, actor)),
  route(contract.getRecommendation, ({ actor, params, locale }) =>
    lists.getRecommendation(ctx, actor, params.id, locale),
  ),
  route(contract.undoRecommendation, ({ actor, params, locale }) =>
    advice.undoRecommendation(ctx, actor, params.id, locale),
  ),
];
