import { lazily } from '@primazia/kit';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';

// Each page is fetched when it is opened.
const ListingsPage = lazily(
  async () => (await import('./pages/listings.tsx')).ListingsPage,
  <Skeleton rows={8} />,
);

const root = createRootRoute({ component: Outlet });

export const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/ads', component: ListingsPage }),
]);
