import * as adsProblems from './ads/problems.ts';
import * as adsRoutes from './ads/routes.ts';
import * as adsWords from './ads/words.ts';
import type { MarketplaceContext } from './catalog/actions.ts';
import * as catalogProblems from './catalog/problems.ts';
import * as catalogRoutes from './catalog/routes.ts';
import * as identityProblems from './identity/problems.ts';
import * as identityRoutes from './identity/routes.ts';
import * as insightsProblems from './insights/problems.ts';
import * as insightsRoutes from './insights/routes.ts';
import * as insightsWords from './insights/words.ts';
import type { Words } from './kernel/open-enum.ts';
import type { FaultTable, ProblemTable } from './kernel/problem.ts';
import * as kernelProblems from './kernel/problems.ts';
import * as monitoringProblems from './monitoring/problems.ts';
import * as monitoringRoutes from './monitoring/routes.ts';
import * as notificationsKinds from './notifications/kinds.ts';
import * as notificationsRoutes from './notifications/routes.ts';
import type { Route } from './platform/http.ts';
import * as platformProblems from './platform/problems.ts';
import * as platformRoutes from './platform/routes.ts';
import { wordsRoute } from './platform/words.ts';
import * as pricingProblems from './pricing/problems.ts';
import * as pricingRoutes from './pricing/routes.ts';
import * as pricingWords from './pricing/words.ts';
import * as salesProblems from './sales/problems.ts';
import * as salesRoutes from './sales/routes.ts';
import * as shippingProblems from './sales/shipping/problems.ts';
import * as shippingRoutes from './sales/shipping/routes.ts';
import * as webProblems from './web/problems.ts';

/** The error codes of each domain. */
export const PROBLEM_TABLES = [
  kernelProblems,
  platformProblems,
  identityProblems,
  catalogProblems,
  monitoringProblems,
  salesProblems,
  pricingProblems,
  adsProblems,
  insightsProblems,
  shippingProblems,
  webProblems,
].map(({ PROBLEMS }): ProblemTable => PROBLEMS);

const FAULTS: FaultTable = {
  ...platformProblems.FAULTS,
  ...identityProblems.FAULTS,
  ...insightsProblems.FAULTS,
  ...adsProblems.FAULTS,
};

/** The labels of the values of open enums, for pages that do not know them. */
export const WORDS = {
  ...pricingWords.WORDS,
  ...adsWords.WORDS,
  ...insightsWords.WORDS,
  ...notificationsKinds.WORDS,
  errors: Object.assign({}, ...PROBLEM_TABLES) as ProblemTable,
  faults: FAULTS,
} satisfies Words;

/** Every route of the API. One list, so that tests of all routes (`access_test.ts`) miss none. */
export const allRoutes = (
  ctx: MarketplaceContext,
  options: platformRoutes.HealthOptions,
): Route[] => [
  ...platformRoutes.routes(ctx, options),
  wordsRoute(WORDS),
  ...[
    identityRoutes,
    catalogRoutes,
    monitoringRoutes,
    salesRoutes,
    shippingRoutes,
    pricingRoutes,
    adsRoutes,
    insightsRoutes,
    notificationsRoutes,
  ].flatMap((domain) => domain.routes(ctx)),
];
