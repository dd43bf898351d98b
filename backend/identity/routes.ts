import type { AppContext } from '../platform/app-context.ts';
import { type Route, route } from '../platform/http.ts';
import { readKey } from '../platform/idempotency.ts';
import * as actions from './actions.ts';
import { enterByHost } from './any-token.ts';
import { auditLogOf } from './audit-log.ts';
import * as contract from './contract.ts';
import { changeHost, embeddableModules, hostsOf, registerHost, revokeHost } from './hosts.ts';
import { deleteListView, listViewsOf, saveListView } from './list-views.ts';
import { addMember, changeRole, membersOf, removeMember } from './members.ts';
import { changePassword, forgotPassword, resetPassword } from './password-actions.ts';
import { enterByProvider, goToProvider } from './social.ts';
import { openProviders } from './social-provider.ts';
import { goToOwnProvider, returnFromOwnProvider, unlinkProvider, waysOf } from './social-ways.ts';

const sessions = (ctx: AppContext): Route[] => [
  route(contract.login, ({ body, address }) => actions.login(ctx, body, address)),
  route(contract.chooseCompany, ({ actor, body }) =>
    actions.chooseCompany(ctx, actor, body.companyId),
  ),
  route(contract.companies, async ({ actor }) => ({
    companies: await actions.companiesOf(ctx, actor.personId),
  })),
  route(contract.refresh, ({ body, headers }) =>
    actions.refresh(ctx, body.refresh_token, readKey(headers)),
  ),
  route(contract.logout, async ({ body }) => ({
    ended: await actions.logout(ctx, body.refresh_token),
  })),
  route(contract.logoutEverywhere, async ({ actor }) => ({
    ended: await actions.logoutEverywhere(ctx, actor.personId),
  })),
  route(contract.chooseLanguage, async ({ actor, body }) => {
    await actions.chooseLanguage(ctx, actor.personId, body.locale);
    return body;
  }),
  route(contract.anyToken, ({ body, address, foreign }) =>
    enterByHost(ctx, body.token, { address, foreign }),
  ),
];

const passwords = (ctx: AppContext): Route[] => [
  route(contract.forgotPassword, async ({ body, locale, address }) => {
    const given = { email: body.email, locale: body.locale ?? locale };
    await forgotPassword(ctx, given, address);
    return { sent: true as const };
  }),
  route(contract.resetPassword, async ({ body, address }) => {
    await resetPassword(ctx, body, address);
    return { changed: true as const };
  }),
  route(contract.changePassword, ({ actor, body }) => changePassword(ctx, actor, body)),
];

function providers(ctx: AppContext): Route[] {
  const ways = openProviders(ctx);
  return [
    route(contract.goToProvider, ({ body, address }) => goToProvider(ctx, ways, body, address)),
    route(contract.enterByProvider, ({ body, address }) =>
      enterByProvider(ctx, ways, body, address),
    ),
    route(contract.waysToSignIn, ({ actor }) => waysOf(ctx, ways, actor.personId)),
    route(contract.goToOwnProvider, ({ actor, body }) => goToOwnProvider(ctx, ways, actor, body)),
    route(contract.returnFromOwnProvider, ({ actor, body }) =>
      returnFromOwnProvider(ctx, ways, actor, body),
    ),
    route(contract.unlinkProvider, ({ actor, body }) => unlinkProvider(ctx, ways, actor, body)),
  ];
}

const company = (ctx: AppContext): Route[] => [
  route(contract.members, async ({ actor }) => ({
    members: await membersOf(ctx, actor.companyId),
  })),
  route(contract.addMember, ({ actor, body, locale }) =>
    addMember(ctx, actor, { ...body, locale: body.locale ?? locale }),
  ),
  route(contract.changeMember, ({ actor, params, body }) =>
    changeRole(ctx, actor, params.personId, body.role),
  ),
  route(contract.removeMember, async ({ actor, params }) => {
    await removeMember(ctx, actor, params.personId);
    return { removed: true as const };
  }),
  route(contract.hosts, async ({ actor, locale }) => ({
    hosts: await hostsOf(ctx, actor.companyId),
    embeddable: await embeddableModules(ctx, locale),
  })),
  route(contract.registerHost, ({ actor, body }) => registerHost(ctx, actor, body)),
  route(contract.changeHost, ({ actor, params, body }) =>
    changeHost(ctx, actor, params.hostId, body),
  ),
  route(contract.revokeHost, ({ actor, params }) => revokeHost(ctx, actor, params.hostId)),
  route(contract.auditLog, ({ actor, query }) => auditLogOf(ctx, actor.companyId, query)),
];

const lists = (ctx: AppContext): Route[] => [
  route(contract.listViews, async ({ actor, params }) => ({
    views: await listViewsOf(ctx, actor, params.list),
  })),
  route(contract.saveListView, async ({ actor, params, body }) => ({
    views: await saveListView(ctx, actor, params.list, body),
  })),
  route(contract.deleteListView, async ({ actor, params, query }) => ({
    views: await deleteListView(ctx, actor, params.list, query),
  })),
];

export const routes = (ctx: AppContext): Route[] => [
  ...sessions(ctx),
  ...passwords(ctx),
  ...providers(ctx),
  ...company(ctx),
  ...lists(ctx),
];
