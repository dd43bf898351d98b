import { lazily } from '@primazia/kit';
import { PeriodSearch } from '@primazia/kit/chart';
import { Skeleton } from '@primazia/kit/ui';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import * as z from 'zod';

// Each page is fetched when it is opened.
const waiting = <Skeleton rows={8} />;
const ListingHistoryPage = lazily(
  async () => (await import('./pages/listing-history.tsx')).ListingHistoryPage,
  waiting,
);
const AutomaticPricingPage = lazily(
  async () =>
    (await import(/* webpackChunkName: "first-page" */ './pages/automatic-pricing.tsx'))
      .AutomaticPricingPage,
  waiting,
  { isFirst: true },
);
const PriceHistoryPage = lazily(
  async () => (await import('./pages/price-history.tsx')).PriceHistoryPage,
  waiting,
);
const PricingSettingsPage = lazily(
  async () => (await import('./pages/pricing-settings.tsx')).PricingSettingsPage,
  waiting,
);
const BacktestPage = lazily(
  async () => (await import('./pages/backtest.tsx')).BacktestPage,
  waiting,
);
const NewRuleRoute = lazily(async () => (await import('./pages/rule.tsx')).NewRuleRoute, waiting);
const RuleRoute = lazily(async () => (await import('./pages/rule.tsx')).RuleRoute, waiting);
const RuleImportPage = lazily(
  async () => (await import('./pages/rule-import.tsx')).RuleImportPage,
  waiting,
);
const RuleSpreadsheetsPage = lazily(
  async () => (await import('./pages/rule-spreadsheets.tsx')).RuleSpreadsheetsPage,
  waiting,
);
const RulesPage = lazily(async () => (await import('./pages/rules.tsx')).RulesPage, waiting);

const root = createRootRoute({ component: Outlet });

const ListingId = z.coerce.number().int().positive().optional();

// The list's own keys are read by the kit, which reports invalid ones instead of dropping them silently.
/** No listing and no bulk action has the id 0: the page says so. */
const opensListing = z.looseObject({
  listingId: ListingId.catch(0),
  bulkId: z.coerce.number().int().positive().optional().catch(0),
  bulks: z.boolean().optional().catch(undefined),
});
const filtersListing = z.looseObject({ listingId: ListingId.catch(undefined) });

const SomeId = z.coerce.number().int().positive().optional().catch(undefined);
const ofRule = z.looseObject({
  aba: z.enum(['anuncios']).optional().catch(undefined),
  /** The rule that a new one is a copy of, and the backtest whose draft it begins with. */
  copia: SomeId,
  simulacao: SomeId,
});
const ofBacktest = z.looseObject({ id: SomeId, regra: SomeId });

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
    path: '/historico-de-precos/$listingId',
    // No listing has the id 0: the page says so.
    params: { parse: ({ listingId }) => ({ listingId: ListingId.catch(0).parse(listingId) ?? 0 }) },
    validateSearch: PeriodSearch,
    component: ListingHistoryPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/configuracao-de-precificacao',
    component: PricingSettingsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/regras-de-precificacao',
    component: RulesPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/regras-de-precificacao/nova',
    validateSearch: ofRule,
    component: NewRuleRoute,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/regras-de-precificacao/$ruleId',
    // No rule has the id 0: the page says so.
    params: {
      parse: ({ ruleId }) => ({
        ruleId: z.coerce.number().int().positive().catch(0).parse(ruleId),
      }),
    },
    validateSearch: ofRule,
    component: RuleRoute,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/simulacao-de-regras',
    validateSearch: ofBacktest,
    component: BacktestPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/planilhas-de-regras',
    component: RuleSpreadsheetsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/planilhas-de-regras/$sheetId',
    component: RuleImportPage,
  }),
]);
