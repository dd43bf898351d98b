import { lazily } from '@primazia/kit';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const BuyboxPage = lazily(async () => (await import('./pages/buybox.tsx')).BuyboxPage, waiting);
const OutsideBuyboxPage = lazily(
  async () => (await import('./pages/outside-buybox.tsx')).OutsideBuyboxPage,
  waiting,
);

const root = createRootRoute({ component: Outlet });

// The list's own keys are read by the kit, which names what is broken instead of dropping it in silence.
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
    path: '/monitoramento-fora-do-buybox',
    validateSearch: list,
    component: OutsideBuyboxPage,
  }),
]);
