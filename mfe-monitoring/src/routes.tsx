import { lazily } from '@primazia/kit';
import { PeriodSearch } from '@primazia/kit/chart';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const BuyboxPage = lazily(async () => (await import('./pages/buybox.tsx')).BuyboxPage, waiting);
const CompetitorPage = lazily(
  async () => (await import('./pages/competitor.tsx')).CompetitorPage,
  waiting,
);
const MarketPage = lazily(async () => (await import('./pages/market.tsx')).MarketPage, waiting);
const OutsideBuyboxPage = lazily(
  async () => (await import('./pages/outside-buybox.tsx')).OutsideBuyboxPage,
  waiting,
);
const MonitoringSettingsPage = lazily(
  async () => (await import('./pages/monitoring-settings.tsx')).MonitoringSettingsPage,
  waiting,
);

const root = createRootRoute({ component: Outlet });

// The list's own keys are read by the kit, which reports invalid ones instead of dropping them silently.
const list = z.looseObject({});

export const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/monitoramento-buybox',
    validateSearch: list,
    component: BuyboxPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoramento-buybox/$listingId',
    // No listing has the id 0: the page says so.
    params: {
      parse: ({ listingId }) => ({
        listingId: z.coerce.number().int().positive().catch(0).parse(listingId),
      }),
    },
    validateSearch: PeriodSearch,
    component: MarketPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoramento-buybox/concorrentes/$marketplaceId/$sellerId',
    // An address that names no marketplace shows a marketplace without observed offers.
    params: {
      parse: ({ marketplaceId, sellerId }) => ({
        marketplaceId: z.coerce.number().int().positive().catch(999).parse(marketplaceId),
        sellerId,
      }),
    },
    component: CompetitorPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/monitoramento-fora-do-buybox',
    validateSearch: list,
    component: OutsideBuyboxPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/configuracao-de-monitoramento',
    component: MonitoringSettingsPage,
  }),
]);
