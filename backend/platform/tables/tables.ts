import type { AdsTables } from './ads.ts';
import type { CatalogTables } from './catalog.ts';
import type { IdentityTables } from './identity.ts';
import type { InsightsTables } from './insights.ts';
import type { MonitoringTables } from './monitoring.ts';
import type { NotificationTables } from './notifications.ts';
import type { PriceUpdateTables } from './price-updates.ts';
import type { RuleTables } from './rules.ts';
import type { SalesTables } from './sales.ts';
import type { ShippingTables } from './shipping.ts';
import type { WatchTables } from './watch.ts';

/** Every table of ours, as it is once all migrations have run. */
export interface Tables
  extends AdsTables,
    CatalogTables,
    IdentityTables,
    InsightsTables,
    MonitoringTables,
    NotificationTables,
    PriceUpdateTables,
    RuleTables,
    SalesTables,
    ShippingTables,
    WatchTables {}
