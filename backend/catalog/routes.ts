import { type Route, route } from '../platform/http.ts';
import { accountsOf, listingsByIds as findListings, type TradingHouse } from './actions.ts';
import { accounts, listingsByIds } from './contract.ts';

export const routes = (house: TradingHouse): Route[] => [
  route(accounts, ({ actor }) => accountsOf(house, actor.companyId)),
  route(listingsByIds, ({ actor, body }) => findListings(house, actor.companyId, body.listings)),
];
