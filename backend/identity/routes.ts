import type { House } from '../platform/house.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import { chooseCompany, companies, login, logout, refresh } from './contract.ts';

export const routes = (house: House): Route[] => [
  route(login, ({ body }) => actions.login(house, body)),
  route(chooseCompany, ({ actor, body }) => actions.chooseCompany(house, actor, body.companyId)),
  route(companies, async ({ actor }) => ({
    companies: await actions.companiesOf(house, actor.personId),
  })),
  route(refresh, ({ body }) => actions.refresh(house, body.refresh_token)),
  route(logout, async ({ body }) => ({ ended: await actions.logout(house, body.refresh_token) })),
];
