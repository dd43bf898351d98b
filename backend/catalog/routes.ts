import { type Route, route } from '../platform/http.ts';
import { accountsOf, listingsByIds as findListings, type TradingHouse } from './actions.ts';
import {
  accounts,
  askListingFees,
  getListingCosts,
  importListingCosts,
  listingsByIds,
  MAX_IMPORT_BYTES,
  setListingCosts,
} from './contract.ts';
import { costsOf, setCosts } from './costs/actions.ts';
import { askFees } from './costs/fees.ts';
import { importCosts } from './costs/import.ts';

/** A line break is two characters in JSON, and so is a quote. */
const IMPORT_BODY = 2 * MAX_IMPORT_BYTES + 1_024;

export const routes = (house: TradingHouse): Route[] => [
  route(accounts, ({ actor }) => accountsOf(house, actor.companyId)),
  route(listingsByIds, ({ actor, body }) => findListings(house, actor.companyId, body.listings)),
  route(getListingCosts, ({ actor, params }) => costsOf(house, actor.companyId, params.listingId)),
  route(setListingCosts, ({ actor, body }) => setCosts(house, actor, body.items)),
  route(askListingFees, ({ actor, params, signal }) =>
    askFees(house, actor, params.listingId, signal),
  ),
  route(importListingCosts, ({ actor, body, locale }) => importCosts(house, actor, body, locale), {
    bodyLimit: IMPORT_BODY,
  }),
];
