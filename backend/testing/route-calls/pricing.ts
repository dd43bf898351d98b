import type postgres from 'postgres';
import { TEST_TIME } from '../test-context.ts';
import type { Things } from '../things.ts';
import { listings, nothing, type RouteCall } from './route-call.ts';

const ruleOf = ({ listingId }: Things) => ({
  name: 'a rule',
  listingIds: [listingId],
  strategy: 'WIN',
  minPrice: 80,
  maxPrice: 120,
  requiresApproval: true,
});
const markApplied = ({ updateId }: Things, owner: postgres.Sql) =>
  owner`update price_update set state = 'applied' where id = ${updateId}`;
const log = (tail: string) => ({
  path: ({ ruleId, updateId }: Things) => `/v2/rules/${ruleId}/logs/${updateId}/${tail}`,
});
const backtest = (tail: string) => ({
  path: ({ backtestId }: Things) => `/v2/rules/backtest/${backtestId}${tail}`,
});
const bulk = (tail: string) => ({
  path: ({ bulkId }: Things) => `/v2/rules/bulk/${bulkId}${tail}`,
});
const undo = (tail: string) => ({
  path: ({ undoId }: Things) => `/v2/rules/undo/${undoId}${tail}`,
});
const sheet = (tail: string) => ({
  path: ({ sheetId }: Things) => `/v2/rules/sheet/${sheetId}${tail}`,
});
/** As if its one row was written. */
const written = (batch: 'bulkId' | 'sheetId') => async (things: Things, owner: postgres.Sql) => {
  await owner`update rule_batch set state = 'done' where id = ${things[batch]}`;
  await owner`update rule_batch_row set state = 'written' where batch_id = ${things[batch]}`;
};
/** No worker runs here, and only a few may be queued. */
const endBacktests = ({ companyId }: Things, owner: postgres.Sql) =>
  owner`update backtest set state = 'canceled' where company_id = ${companyId} and state = 'queued'`;
const pricing = { modules: ['mfe-pricing'] } as const;

export const PRICING_CALLS: Record<string, RouteCall> = {
  'post /v2/rules/query': { who: 'read', ...pricing, ...nothing, body: () => ({}) },
  'get /v2/rules/{ruleId}': {
    who: 'read',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}`,
  },
  'post /v2/rules': {
    who: 'write',
    ...pricing,
    body: (things) => ({ ...ruleOf(things), listingIds: [things.freeListingId] }),
  },
  'put /v2/rules/{ruleId}': {
    who: 'write',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}`,
    body: (things) => ({ rule: ruleOf(things), version: 1 }),
  },
  'put /v2/rules/{ruleId}/status': {
    who: 'write',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}/status`,
    body: () => ({ status: 'disabled', version: 1 }),
  },
  'get /v2/rules/{ruleId}/history': {
    who: 'read',
    ...pricing,
    path: ({ ruleId }) => `/v2/rules/${ruleId}/history`,
  },
  'get /v2/rules/listings/{listingId}/marks': {
    who: 'read',
    ...listings,
    path: ({ listingId }) => `/v2/rules/listings/${listingId}/marks`,
  },
  'put /v2/rules/{ruleId}/logs/{id}/apply': { who: 'write', ...pricing, ...log('apply') },
  'put /v2/rules/{ruleId}/logs/{id}/cancel': { who: 'write', ...pricing, ...log('cancel') },
  'put /v2/rules/{ruleId}/logs/{id}/undo': {
    who: 'write',
    ...pricing,
    ...log('undo'),
    body: () => ({ choice: 'keep_rule' }),
    prepare: markApplied,
  },
  'post /v2/rules/preview': {
    who: 'user',
    ...pricing,
    body: (things) => ({ rule: { strategy: 'WIN' }, listingId: things.listingId }),
  },
  'post /v2/rules/backtest': {
    who: 'write',
    ...pricing,
    body: ({ listingId }) => ({ rule: { strategy: 'WIN' }, listingIds: [listingId], days: 30 }),
    prepare: endBacktests,
  },
  'post /v2/rules/backtest/query': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/backtest/{id}': { who: 'read', ...pricing, ...backtest('') },
  'put /v2/rules/backtest/{id}/cancel': { who: 'write', ...pricing, ...backtest('/cancel') },
  'post /v2/rules/backtest/{id}/changes/query': {
    who: 'read',
    ...pricing,
    ...backtest('/changes/query'),
    body: () => ({}),
  },
  'get /v2/rules/backtest/{id}/export': { who: 'read', ...pricing, ...backtest('/export') },
  'post /v2/rules/bulk': {
    who: 'write',
    ...pricing,
    body: ({ listingId }) => ({ action: 'disable', listingIds: [listingId] }),
    passesOver: true,
  },
  'post /v2/rules/bulk/query': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/bulk/preview': {
    who: 'read',
    ...pricing,
    passesOver: true,
    body: ({ listingId }) => ({ action: 'enable', listingIds: [listingId] }),
  },
  'get /v2/pricing/first-run': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/bulk/{id}': { who: 'read', ...pricing, ...bulk('') },
  'post /v2/rules/bulk/{id}/items/query': { who: 'read', ...pricing, ...bulk('/items/query') },
  'put /v2/rules/bulk/{id}/cancel': { who: 'write', ...pricing, ...bulk('/cancel') },
  'post /v2/rules/bulk/{id}/undo': {
    who: 'write',
    ...pricing,
    ...bulk('/undo'),
    prepare: written('bulkId'),
  },
  'get /v2/rules/sheet/template': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/sheet/export': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/sheet': {
    who: 'write',
    ...pricing,
    ...nothing,
    path: () => '/v2/rules/sheet?fileName=rules.csv',
    body: () => 'sku;min\nA;1',
    type: 'text/csv',
  },
  'post /v2/rules/sheet/query': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/sheet/{id}': { who: 'read', ...pricing, ...sheet('') },
  'post /v2/rules/sheet/{id}/rows/query': {
    who: 'read',
    ...pricing,
    ...sheet('/rows/query'),
    body: () => ({}),
  },
  'get /v2/rules/sheet/{id}/failed': { who: 'read', ...pricing, ...sheet('/failed') },
  'put /v2/rules/sheet/{id}/apply': {
    who: 'write',
    ...pricing,
    ...sheet('/apply'),
    body: () => ({ rows: 'all' }),
  },
  'put /v2/rules/sheet/{id}/cancel': { who: 'write', ...pricing, ...sheet('/cancel') },
  'post /v2/rules/sheet/{id}/undo': {
    who: 'write',
    ...pricing,
    ...sheet('/undo'),
    prepare: written('sheetId'),
  },
  'post /v2/rules/undo/preview': {
    who: 'read',
    ...pricing,
    body: ({ updateId }) => ({ updateIds: [updateId] }),
    passesOver: true,
  },
  'post /v2/rules/undo': {
    who: 'write',
    ...pricing,
    body: ({ updateId }) => ({
      updateIds: [updateId],
      rule: 'keep',
      seenAt: TEST_TIME.toISOString(),
    }),
    passesOver: true,
  },
  'get /v2/rules/undo/{id}': { who: 'read', ...pricing, ...undo('') },
  'post /v2/rules/undo/{id}/items/query': { who: 'read', ...pricing, ...undo('/items/query') },
  'put /v2/rules/undo/{id}/cancel': { who: 'write', ...pricing, ...undo('/cancel') },
  'post /v2/rules/updates/act': {
    who: 'write',
    ...pricing,
    body: ({ updateId }) => ({ act: 'cancel', updateIds: [updateId] }),
    passesOver: true,
  },
  'post /v2/rules/listings/query': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/listings/query?search=THEIRS',
    body: () => ({}),
    passesOver: true,
  },
  'get /v2/rules/status': { who: 'read', ...pricing, ...nothing },
  'get /v2/rules/schemas': { who: 'read', ...pricing, ...nothing },
  'post /v2/rules/updates/query': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/updates/query?search=THEIRS',
    body: () => ({}),
    passesOver: true,
  },
  'post /v2/rules/listings/export': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/listings/export?search=THEIRS',
    body: () => ({ columns: [{ field: 'title', label: 'Title' }] }),
    passesOver: true,
  },
  'post /v2/rules/export': {
    who: 'read',
    ...pricing,
    ...nothing,
    body: () => ({ columns: [{ field: 'name', label: 'Name' }] }),
  },
  'post /v2/rules/updates/export': {
    who: 'read',
    ...pricing,
    path: () => '/v2/rules/updates/export?search=THEIRS',
    body: () => ({ columns: [{ field: 'title', label: 'Title' }] }),
    passesOver: true,
  },
  'post /v2/rules/listings/selection': {
    who: 'read',
    ...pricing,
    body: ({ listingId }) => ({
      filters: [{ field: 'id', condition: '=', value: String(listingId) }],
    }),
    passesOver: true,
  },
  'post /v2/rules/movers/query': {
    who: 'read',
    ...pricing,
    ...nothing,
    body: ({ listingId }) => ({ listingIds: [listingId] }),
    passesOver: true,
  },
  'post /v2/rules/preview/selection': {
    who: 'read',
    ...pricing,
    body: ({ listingId }) => ({ rule: { strategy: 'WIN' }, listingIds: [listingId] }),
    passesOver: true,
  },
  'get /v2/pricing/settings': { who: 'read', ...pricing, ...nothing },
  'put /v2/pricing/settings': {
    who: 'write',
    ...pricing,
    ...nothing,
    body: () => ({
      requiresApprovalByDefault: true,
      maxStepPercent: 25,
      maxDayPercent: 50,
      parity: 'block',
      staleMarketHours: 12,
      smallestRisePercent: 0.5,
      minutesBetweenUpdates: 10,
      updatesPerHour: 6,
      updatesPerDay: 40,
      minutesPerManualChange: 4,
      breaker: { percent: 20, drops: 10, minutes: 30 },
    }),
  },
  'get /v2/pricing/switch': { who: 'read', ...pricing, ...nothing },
  'put /v2/pricing/switch': {
    who: 'write',
    ...pricing,
    ...nothing,
    body: () => ({ stopped: false }),
  },
};
