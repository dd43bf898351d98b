import type { House } from '../platform/house.ts';
import { type Route, route } from '../platform/http.ts';
import { readKey } from '../platform/idempotency.ts';
import * as actions from './actions.ts';
import { enterByHost } from './any-token.ts';
import { auditLogOf } from './audit-log.ts';
import * as contract from './contract.ts';
import { changeHost, hostsOf, registerHost, revokeHost } from './hosts.ts';
import { deleteListView, listViewsOf, saveListView } from './list-views.ts';
import { addMember, changeRole, membersOf, removeMember } from './members.ts';
import { changePassword, forgotPassword, resetPassword } from './password-actions.ts';
import { enterByProvider, goToProvider } from './social.ts';
import { openProviders } from './social-provider.ts';
import { goToOwnProvider, returnFromOwnProvider, unlinkProvider, waysOf } from './social-ways.ts';

const sessions = (house: House): Route[] => [
  route(contract.login, ({ body, address }) => actions.login(house, body, address)),
  route(contract.chooseCompany, ({ actor, body }) =>
    actions.chooseCompany(house, actor, body.companyId),
  ),
  route(contract.companies, async ({ actor }) => ({
    companies: await actions.companiesOf(house, actor.personId),
  })),
  route(contract.refresh, ({ body, headers }) =>
    actions.refresh(house, body.refresh_token, readKey(headers)),
  ),
  route(contract.logout, async ({ body }) => ({
    ended: await actions.logout(house, body.refresh_token),
  })),
  route(contract.logoutEverywhere, async ({ actor }) => ({
    ended: await actions.logoutEverywhere(house, actor.personId),
  })),
  route(contract.chooseLanguage, async ({ actor, body }) => {
    await actions.chooseLanguage(house, actor.personId, body.locale);
    return body;
  }),
  route(contract.anyToken, ({ body, address, foreign }) =>
    enterByHost(house, body.token, { address, foreign }),
  ),
];

const passwords = (house: House): Route[] => [
  route(contract.forgotPassword, async ({ body, locale, address }) => {
    const given = { email: body.email, locale: body.locale ?? locale };
    await forgotPassword(house, given, address);
    return { sent: true as const };
  }),
  route(contract.resetPassword, async ({ body, address }) => {
    await resetPassword(house, body, address);
    return { changed: true as const };
  }),
  route(contract.changePassword, ({ actor, body }) => changePassword(house, actor, body)),
];

function providers(house: House): Route[] {
  const ways = openProviders(house);
  return [
    route(contract.goToProvider, ({ body, address }) => goToProvider(house, ways, body, address)),
    route(contract.enterByProvider, ({ body, address }) =>
      enterByProvider(house, ways, body, address),
    ),
    route(contract.waysToSignIn, ({ actor }) => waysOf(house, ways, actor.personId)),
    route(contract.goToOwnProvider, ({ actor, body }) => goToOwnProvider(house, ways, actor, body)),
    route(contract.returnFromOwnProvider, ({ actor, body }) =>
      returnFromOwnProvider(house, ways, actor, body),
    ),
    route(contract.unlinkProvider, ({ actor, body }) => unlinkProvider(house, ways, actor, body)),
  ];
}

const company = (house: House): Route[] => [
  route(contract.members, async ({ actor }) => ({
    members: await membersOf(house, actor.companyId),
  })),
  route(contract.addMember, ({ actor, body, locale }) =>
    addMember(house, actor, { ...body, locale: body.locale ?? locale }),
  ),
  route(contract.changeMember, ({ actor, params, body }) =>
    changeRole(house, actor, params.personId, body.role),
  ),
  route(contract.removeMember, async ({ actor, params }) => {
    await removeMember(house, actor, params.personId);
    return { removed: true as const };
  }),
  route(contract.hosts, async ({ actor }) => ({ hosts: await hostsOf(house, actor.companyId) })),
  route(contract.registerHost, ({ actor, body }) => registerHost(house, actor, body)),
  route(contract.changeHost, ({ actor, params, body }) =>
    changeHost(house, actor, params.hostId, body),
  ),
  route(contract.revokeHost, ({ actor, params }) => revokeHost(house, actor, params.hostId)),
  route(contract.auditLog, ({ actor, query }) => auditLogOf(house, actor.companyId, query)),
];

const lists = (house: House): Route[] => [
  route(contract.listViews, async ({ actor, params }) => ({
    views: await listViewsOf(house, actor, params.list),
  })),
  route(contract.saveListView, async ({ actor, params, body }) => ({
    views: await saveListView(house, actor, params.list, body),
  })),
  route(contract.deleteListView, async ({ actor, params, query }) => ({
    views: await deleteListView(house, actor, params.list, query),
  })),
];

export const routes = (house: House): Route[] => [
  ...sessions(house),
  ...passwords(house),
  ...providers(house),
  ...company(house),
  ...lists(house),
];
