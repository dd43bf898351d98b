import { lazily, Skeleton } from '@primazia/kit';
import { createRootRoute, createRoute, Outlet, useParams } from '@tanstack/react-router';
import { ComesBack } from './connect/comes-back.ts';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const AccountsPage = lazily(
  async () => (await import('./pages/accounts.tsx')).AccountsPage,
  waiting,
);
const ReturnPage = lazily(async () => (await import('./pages/return.tsx')).ReturnPage, waiting);
const HostsPage = lazily(async () => (await import('./pages/hosts.tsx')).HostsPage, waiting);

const root = createRootRoute({ component: Outlet });

export const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/channel', component: AccountsPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/channel/amazon/integrations',
    validateSearch: ComesBack,
    component: () => <ReturnPage marketplace="amazon" />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/channel/meli/integrations',
    validateSearch: ComesBack,
    component: () => <ReturnPage marketplace="meli" />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integration/$marketplace',
    validateSearch: ComesBack,
    component: function Integration() {
      return <ReturnPage marketplace={useParams({ strict: false }).marketplace ?? ''} />;
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/hosts', component: HostsPage }),
]);
