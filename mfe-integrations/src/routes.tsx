import { lazily } from '@primazia/kit';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet, useParams } from '@tanstack/react-router';
import { ComesBack } from './connect/comes-back.ts';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const AccountsPage = lazily(
  async () => (await import('./pages/accounts.tsx')).AccountsPage,
  waiting,
);
const AccountSalesPage = lazily(
  async () => (await import('./pages/account-sales.tsx')).AccountSalesPage,
  waiting,
);
const ReturnPage = lazily(async () => (await import('./pages/return.tsx')).ReturnPage, waiting);
const ShippingCreditPage = lazily(
  async () => (await import('./pages/shipping-credit.tsx')).ShippingCreditPage,
  waiting,
);
const ShippingRecordsPage = lazily(
  async () => (await import('./pages/shipping-records.tsx')).ShippingRecordsPage,
  waiting,
);
const HostsPage = lazily(async () => (await import('./pages/hosts.tsx')).HostsPage, waiting);

const root = createRootRoute({ component: Outlet });

export const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/channel', component: AccountsPage }),
  // Addresses to which marketplaces send sellers back: the first form is registered with some, and stays.
  ...['/channel/$marketplace/integrations', '/integration/$marketplace'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: ComesBack,
      component: function Return() {
        return <ReturnPage address={useParams({ strict: false }).marketplace ?? ''} />;
      },
    }),
  ),
  createRoute({
    getParentRoute: () => root,
    path: '/channel/$account/sales',
    component: function Sales() {
      return <AccountSalesPage accountId={Number(useParams({ strict: false }).account)} />;
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/hosts', component: HostsPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/credito-de-frete',
    component: ShippingCreditPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cadastros-de-frete',
    component: ShippingRecordsPage,
  }),
]);
