import { type Route, route } from '../../platform/http.ts';
import * as contract from '../contract.ts';
import type { MarketplaceContext } from '../credentials.ts';
import * as actions from './actions.ts';

/** The routes of the test page; outside of a stage environment there are none. */
export function testPageRoutes(ctx: MarketplaceContext): Route[] {
  if (ctx.config.environment !== 'stage') return [];
  return [
    route(contract.testAccounts, async ({ actor, query }) => ({
      accounts: await actions.testAccountsOf(ctx, actor.companyId, query.marketplaceId),
    })),
    route(contract.testIdentity, async ({ actor, params, signal }) => ({
      identity: await actions.identityOf(ctx, { ...actor, ...params, signal }),
    })),
    route(contract.testSkus, async ({ actor, params, signal }) => ({
      skus: await actions.skusOf(ctx, { ...actor, ...params, signal }),
    })),
    route(contract.testPrice, ({ actor, params, query, signal }) =>
      actions.priceOf(ctx, { ...actor, ...params, signal }, query.sku),
    ),
    route(contract.testPriceWrite, async ({ actor, params, query, signal }) => {
      const write = await actions.priceWriteOf(ctx, { ...actor, ...params, signal }, query.trace);
      const words = write.kind === 'refused' ? write : { code: null, message: null };
      return { state: write.kind, code: words.code, message: words.message };
    }),
  ];
}
