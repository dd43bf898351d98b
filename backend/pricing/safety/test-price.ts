// The price that the test page sets directly at a marketplace: without a rule and a price update, but not while the company has
// stopped its price changes.
import {
  listingForTest,
  type MarketplaceContext,
  throwFailure,
  withAccount,
} from '../../catalog/actions.ts';
import { type TestedPrice, testSetPrice } from '../../catalog/contract.ts';
import { toMinor } from '../../kernel/money.ts';
import { type Actor, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { within } from '../../platform/db.ts';
import { type Route, route } from '../../platform/http.ts';
import { problem } from '../problems.ts';
import { isStopped } from './stop-switch-store.ts';

/**
 * Sets a price at the marketplace at once, and records who did it.
 * @throws Problem 404 `account_not_found`, `listing_not_found`, 409 `price_changes_stopped`, `account_inactive`,
 *   422 `marketplace_refused`, 503 `marketplace_unavailable`
 */
async function setTestPrice(
  ctx: MarketplaceContext,
  actor: Actor,
  {
    accountId,
    sku,
    price,
    signal,
  }: { accountId: number; sku: string; price: number; signal: AbortSignal },
): Promise<TestedPrice> {
  const { companyId } = actor;
  const { currencyCode } = await within(ctx.db, scopeOf(actor), async (trx) => {
    const listing = await listingForTest(trx, companyId, accountId, sku);
    if (await isStopped(trx, companyId)) throw problem('price_changes_stopped');
    await auditAct(ctx, trx, actor, {
      action: 'pricing.test_price_set',
      subject: String(listing.id),
      values: { price, currencyCode: listing.currencyCode },
    });
    return listing;
  });
  const push = {
    skuMarketplace: sku,
    price: toMinor(price),
    currencyCode,
    operationKey: ctx.uuid(),
  };
  const outcome = await withAccount(
    ctx,
    companyId,
    accountId,
    (marketplace, session) => marketplace.setPrice(session, push),
    signal,
  );
  if (outcome.kind === 'failed') throwFailure(outcome.failure);
  const words = 'code' in outcome ? outcome : { code: null, message: null };
  return {
    outcome: outcome.kind,
    trace: (outcome.kind === 'accepted' && outcome.trace) || null,
    code: words.code,
    message: words.message,
  };
}

/** The route of the test page; outside of a stage environment there is none. */
export const testPriceRoutes = (ctx: MarketplaceContext): Route[] =>
  ctx.config.environment === 'stage'
    ? [
        route(testSetPrice, ({ actor, params, body, signal }) =>
          setTestPrice(ctx, actor, { ...params, ...body, signal }),
        ),
      ]
    : [];
