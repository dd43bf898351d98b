import type { AppContext } from '../platform/app-context.ts';
import { type Route, route } from '../platform/http.ts';
import * as contract from './contract.ts';
import { queryIndicators } from './indicators.ts';
import { metricsIn } from './words.ts';

export const routes = (ctx: AppContext): Route[] => [
  route(contract.queryIndicators, ({ actor, body, query }) =>
    queryIndicators(ctx, actor.companyId, body, query),
  ),
  route(contract.listMetrics, async ({ locale }) => metricsIn(locale)),
];
