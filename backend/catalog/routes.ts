import { marketplaces } from '../integrations/contract.ts';
import { GroupType, LISTING_TYPES, ListingChannel } from '../kernel/listing.ts';
import { ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { type Route, route } from '../platform/http.ts';
import * as accountActions from './accounts/actions.ts';
import * as choices from './accounts/choices.ts';
import * as consent from './accounts/consent.ts';
import { accountsOf, listingsByIds as findListings, type MarketplaceContext } from './actions.ts';
import {
  accountIntegrations,
  accounts,
  askListingFees,
  beginConsent,
  channelSummary,
  channels,
  completeAccount,
  disconnectAccount,
  finishConsent,
  getListingCosts,
  importListingCosts,
  listingChannels,
  listingHealth,
  listingStatuses,
  listingsByIds,
  listingTypes,
  listingVariations,
  MAX_IMPORT_BYTES,
  promotionStatuses,
  renameAccount,
  setListingCosts,
  syncAccountNow,
} from './contract.ts';
import { costsOf, setCosts } from './costs/actions.ts';
import { fetchFees } from './costs/fees.ts';
import { importCosts } from './costs/import.ts';
import { healthOf, variationsOf } from './live-details.ts';
import { testPageRoutes } from './test-page/routes.ts';

/** JSON escapes a line break or a quote as two characters. */
const IMPORT_BODY = 2 * MAX_IMPORT_BYTES + 1_024;

/** Lists that are the same for everybody. */
const lookups: Route[] = [
  route(listingStatuses, () =>
    Promise.resolve({ status: ListingStatus.options, groupType: GroupType.options }),
  ),
  route(listingTypes, () =>
    Promise.resolve({
      fulfillment: [true, false],
      types: LISTING_TYPES.map((type) => ({ ...type })),
    }),
  ),
  route(listingChannels, () => Promise.resolve({ channels: ListingChannel.options })),
  route(promotionStatuses, () => Promise.resolve({ promotions: PromotionStatus.options })),
];

/** What a person sees of the company's accounts, and does with them. */
const accountRoutes = (ctx: MarketplaceContext): Route[] => [
  route(marketplaces, () => Promise.resolve(choices.marketplaceChoices(ctx))),
  route(channels, () => Promise.resolve(choices.channelNames(ctx))),
  route(channelSummary, ({ actor, params }) =>
    choices.channelSummaryOf(ctx, actor.companyId, params.marketplaceId),
  ),
  route(accountIntegrations, async ({ actor }) => ({
    accounts: await accountActions.integrationsOf(ctx, actor.companyId),
  })),
  route(beginConsent, ({ actor, body }) => consent.beginConsent(ctx, actor, body)),
  route(finishConsent, ({ actor, body }) => consent.finishConsent(ctx, actor, body)),
  route(completeAccount, ({ actor, params, body }) =>
    accountActions.completeAccount(ctx, actor, params.accountId, body.name),
  ),
  route(renameAccount, ({ actor, params, body }) =>
    accountActions.renameAccount(ctx, actor, params.accountId, body.name),
  ),
  route(syncAccountNow, ({ actor, params }) =>
    accountActions.syncNow(ctx, actor, params.accountId),
  ),
  route(disconnectAccount, ({ actor, params }) =>
    accountActions.disconnectAccount(ctx, actor, params.accountId),
  ),
];

export const routes = (ctx: MarketplaceContext): Route[] => [
  ...lookups,
  ...accountRoutes(ctx),
  route(accounts, ({ actor }) => accountsOf(ctx, actor.companyId)),
  route(listingsByIds, ({ actor, body }) => findListings(ctx, actor.companyId, body.listings)),
  route(listingVariations, ({ actor, params, signal }) =>
    variationsOf(ctx, actor.companyId, params.listingId, signal),
  ),
  route(listingHealth, ({ actor, params, query, locale, signal }) =>
    healthOf(ctx, actor.companyId, { ...params, ...query }, locale, signal),
  ),
  route(getListingCosts, ({ actor, params }) => costsOf(ctx, actor.companyId, params.listingId)),
  route(setListingCosts, ({ actor, body }) => setCosts(ctx, actor, body.items)),
  route(askListingFees, ({ actor, params, signal }) =>
    fetchFees(ctx, actor, params.listingId, signal),
  ),
  route(importListingCosts, ({ actor, body, locale }) => importCosts(ctx, actor, body, locale), {
    bodyLimit: IMPORT_BODY,
  }),
  ...testPageRoutes(ctx),
];
