import { GroupType, LISTING_TYPES, ListingChannel } from '../kernel/listing.ts';
import { ListingStatus, PromotionStatus } from '../kernel/market.ts';
import { type Route, route } from '../platform/http.ts';
import * as accountActions from './accounts/actions.ts';
import * as choices from './accounts/choices.ts';
import * as consent from './accounts/consent.ts';
import { accountsOf, listingsByIds as findListings, type TradingHouse } from './actions.ts';
import { healthOf, variationsOf } from './asking.ts';
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
  marketplaces,
  promotionStatuses,
  renameAccount,
  setListingCosts,
  syncAccountNow,
} from './contract.ts';
import { costsOf, setCosts } from './costs/actions.ts';
import { askFees } from './costs/fees.ts';
import { importCosts } from './costs/import.ts';

/** A line break is two characters in JSON, and so is a quote. */
const IMPORT_BODY = 2 * MAX_IMPORT_BYTES + 1_024;

/** Words that are the same for everybody. */
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
const accountRoutes = (house: TradingHouse): Route[] => [
  route(marketplaces, () => Promise.resolve(choices.marketplaceChoices(house))),
  route(channels, () => Promise.resolve(choices.channelNames())),
  route(channelSummary, ({ actor, params }) =>
    choices.channelSummaryOf(house, actor.companyId, params.marketplaceId),
  ),
  route(accountIntegrations, async ({ actor }) => ({
    accounts: await accountActions.integrationsOf(house, actor.companyId),
  })),
  route(beginConsent, ({ actor, body }) => consent.beginConsent(house, actor, body)),
  route(finishConsent, ({ actor, body }) => consent.finishConsent(house, actor, body)),
  route(completeAccount, ({ actor, params, body }) =>
    accountActions.completeAccount(house, actor, params.accountId, body.name),
  ),
  route(renameAccount, ({ actor, params, body }) =>
    accountActions.renameAccount(house, actor, params.accountId, body.name),
  ),
  route(syncAccountNow, ({ actor, params }) =>
    accountActions.syncNow(house, actor, params.accountId),
  ),
  route(disconnectAccount, ({ actor, params }) =>
    accountActions.disconnectAccount(house, actor, params.accountId),
  ),
];

export const routes = (house: TradingHouse): Route[] => [
  ...lookups,
  ...accountRoutes(house),
  route(accounts, ({ actor }) => accountsOf(house, actor.companyId)),
  route(listingsByIds, ({ actor, body }) => findListings(house, actor.companyId, body.listings)),
  route(listingVariations, ({ actor, params, signal }) =>
    variationsOf(house, actor.companyId, params.listingId, signal),
  ),
  route(listingHealth, ({ actor, params, query, locale, signal }) =>
    healthOf(house, actor.companyId, { ...params, ...query }, locale, signal),
  ),
  route(getListingCosts, ({ actor, params }) => costsOf(house, actor.companyId, params.listingId)),
  route(setListingCosts, ({ actor, body }) => setCosts(house, actor, body.items)),
  route(askListingFees, ({ actor, params, signal }) =>
    askFees(house, actor, params.listingId, signal),
  ),
  route(importListingCosts, ({ actor, body, locale }) => importCosts(house, actor, body, locale), {
    bodyLimit: IMPORT_BODY,
  }),
];
