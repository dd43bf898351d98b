import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';
import { AutomaticPricingPage } from './pages/automatic-pricing.tsx';
import { PriceHistoryPage } from './pages/price-history.tsx';
import { PricingSettingsPage } from './pages/pricing-settings.tsx';

const root = createRootRoute({ component: Outlet });

const ListingId = z.coerce.number().int().positive().optional();

// The list's own keys are read by the kit, which names what is broken instead of dropping it in silence.
/** No ad has the id 0: the page says so. */
const opensListing = z.looseObject({ listingId: ListingId.catch(0) });
const filtersListing = z.looseObject({ listingId: ListingId.catch(undefined) });

export const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/precificacao-automatica',
    validateSearch: opensListing,
    component: AutomaticPricingPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/historico-de-precos',
    validateSearch: filtersListing,
    component: PriceHistoryPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/configuracao-de-precificacao',
    component: PricingSettingsPage,
  }),
]);
