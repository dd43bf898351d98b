import { lazily } from '@primazia/kit';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';
import { ChoiceSearch } from './indicators/choice.ts';
import { QuestionSearch } from './question/question.ts';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const DashboardPage = lazily(
  async () => (await import('./pages/dashboard.tsx')).DashboardPage,
  waiting,
);
const IndicatorsPage = lazily(
  async () => (await import('./pages/indicators.tsx')).IndicatorsPage,
  waiting,
);
const OrdersPage = lazily(async () => (await import('./pages/orders.tsx')).OrdersPage, waiting);

const RecommendationsPage = lazily(
  async () => (await import('./pages/recommendations.tsx')).RecommendationsPage,
  waiting,
);
const FunnelPage = lazily(async () => (await import('./pages/funnel.tsx')).FunnelPage, waiting);

const root = createRootRoute({ component: Outlet });

const recommendation = createRoute({
  getParentRoute: () => root,
  path: '/recommendation-view/$recommendation',
  validateSearch: z.looseObject({}),
  component: () => {
    const { recommendation: kind } = recommendation.useParams();
    return <RecommendationsPage key={kind} recommendation={kind} />;
  },
});

export const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: QuestionSearch.extend({
      tab: z.enum(['pricing', 'monitoring', 'ads', 'advice']).optional().catch(undefined),
    }),
    component: DashboardPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard/pedidos',
    // The list's own keys are read by the kit, which reports invalid ones instead of dropping them silently.
    validateSearch: z.looseObject({}),
    component: OrdersPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/indicadores',
    validateSearch: ChoiceSearch,
    component: IndicatorsPage,
  }),
  recommendation,
  createRoute({
    getParentRoute: () => root,
    path: '/recommendation-funil',
    component: FunnelPage,
  }),
]);
