import type { TradingHouse } from './catalog/actions.ts';
import * as catalogRoutes from './catalog/routes.ts';
import * as identityRoutes from './identity/routes.ts';
import * as monitoringRoutes from './monitoring/routes.ts';
import * as notificationsRoutes from './notifications/routes.ts';
import type { Route } from './platform/http.ts';
import * as platformRoutes from './platform/routes.ts';
import * as pricingRoutes from './pricing/routes.ts';

/** Every route of the API. One list, so that what is tested on all of them (`access_test.ts`) misses none. */
export const allRoutes = (house: TradingHouse, options: platformRoutes.HealthOptions): Route[] => [
  ...platformRoutes.routes(house, options),
  ...[identityRoutes, catalogRoutes, monitoringRoutes, pricingRoutes, notificationsRoutes].flatMap(
    (domain) => domain.routes(house),
  ),
];
