import type { MarketplaceContext } from '../catalog/actions.ts';
import { type Route, route } from '../platform/http.ts';
import { catchUps, startCatchUp } from './catch-up.ts';
import * as contract from './contract.ts';
import { reconciliation, salesDays } from './days.ts';
import { queryOrders } from './orders-list.ts';

export const routes = (ctx: MarketplaceContext): Route[] => [
  route(contract.queryOrders, ({ actor, query, body }) => queryOrders(ctx, actor, query, body)),
  route(contract.salesDays, ({ actor, query }) => salesDays(ctx, actor.companyId, query)),
  route(contract.reconciliation, ({ actor, query }) => reconciliation(ctx, actor.companyId, query)),
  route(contract.catchUps, ({ actor }) => catchUps(ctx, actor.companyId)),
  route(contract.startCatchUp, ({ actor, params, body }) =>
    startCatchUp(ctx, actor, params.accountId, body.from),
  ),
];
