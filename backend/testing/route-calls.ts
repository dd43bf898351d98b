// One working call for every route of the API, and who may make it.
import { ADS_CALLS } from './route-calls/ads.ts';
import { CATALOG_CALLS } from './route-calls/catalog.ts';
import { IDENTITY_CALLS } from './route-calls/identity.ts';
import { INSIGHTS_CALLS } from './route-calls/insights.ts';
import { MONITORING_CALLS } from './route-calls/monitoring.ts';
import { NOTIFICATION_CALLS } from './route-calls/notifications.ts';
import { PLATFORM_CALLS } from './route-calls/platform.ts';
import { PRICING_CALLS } from './route-calls/pricing.ts';
import type { RouteCall } from './route-calls/route-call.ts';
import { SALES_CALLS } from './route-calls/sales.ts';

/** Every route, with a call that works. A route that is not here fails the test. */
export const ROUTE_CALLS: Record<string, RouteCall> = {
  ...PLATFORM_CALLS,
  ...IDENTITY_CALLS,
  ...CATALOG_CALLS,
  ...SALES_CALLS,
  ...MONITORING_CALLS,
  ...NOTIFICATION_CALLS,
  ...PRICING_CALLS,
  ...ADS_CALLS,
  ...INSIGHTS_CALLS,
};
