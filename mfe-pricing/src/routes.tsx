import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';
import { AutomaticPricingPage } from './pages/automatic-pricing.tsx';
import { PriceHistoryPage } from './pages/price-history.tsx';

const root = createRootRoute({ component: Outlet });

// The list's own keys are read by the kit, which names what is broken instead of dropping it in silence.
const withListing = z.looseObject({
  listingId: z.coerce.number().int().positive().optional().catch(undefined),
});

export const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/precificacao-automatica',
    validateSearch: withListing,
    component: AutomaticPricingPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/historico-de-precos',
    validateSearch: withListing,
    component: PriceHistoryPage,
  }),
]);
