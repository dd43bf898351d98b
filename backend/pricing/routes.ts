import type { MarketplaceContext } from '../catalog/actions.ts';
import { allowedFields } from '../kernel/list-schema.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import * as contract from './contract.ts';
import { testPriceRoutes } from './safety/test-price.ts';

const rules = (ctx: MarketplaceContext): Route[] => [
  route(contract.queryRules, ({ actor, query, body }) =>
    actions.queryRules(ctx, actor, query, body),
  ),
  route(contract.getRule, ({ actor, params }) => actions.getRule(ctx, actor, params.ruleId)),
  route(contract.createRule, ({ actor, body }) => actions.createRule(ctx, actor, body)),
  route(contract.updateRule, ({ actor, params, body }) =>
    actions.updateRule(ctx, actor, params.ruleId, body),
  ),
  route(contract.setRuleStatus, ({ actor, params, body }) =>
    actions.setRuleStatus(ctx, actor, params.ruleId, body),
  ),
  route(contract.ruleHistory, ({ actor, params, query, locale }) =>
    actions.ruleHistory(ctx, actor, params.ruleId, query, locale),
  ),
  route(contract.preview, ({ actor, body, locale }) =>
    actions.preview(ctx, actor.companyId, body, locale),
  ),
  route(contract.exportRules, ({ actor, query, body, locale, signal }) =>
    actions.exportRules(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.getFirstRun, ({ actor }) => actions.getFirstRun(ctx, actor)),
];

const updates = (ctx: MarketplaceContext): Route[] => [
  route(contract.applyUpdate, async ({ actor, params: { ruleId, id }, locale }) => {
    await actions.approve(ctx, actor, ruleId, id);
    return await actions.getUpdate(ctx, actor, ruleId, id, locale);
  }),
  route(contract.cancelUpdate, async ({ actor, params: { ruleId, id }, locale }) => {
    await actions.cancel(ctx, actor, ruleId, id);
    return await actions.getUpdate(ctx, actor, ruleId, id, locale);
  }),
  route(contract.undoUpdate, async ({ actor, params: { ruleId, id }, body, locale }) => {
    await actions.undo(ctx, actor, ruleId, id, body);
    return await actions.getUpdate(ctx, actor, ruleId, id, locale);
  }),
  route(contract.queryUpdates, ({ actor, query, body, locale }) =>
    actions.queryUpdates(ctx, actor, query, body, locale),
  ),
  route(contract.exportUpdates, ({ actor, query, body, locale, signal }) =>
    actions.exportUpdates(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.actOnUpdates, ({ actor, body, locale }) =>
    actions.actOnUpdates(ctx, actor, body, locale),
  ),
];

const undos = (ctx: MarketplaceContext): Route[] => [
  route(contract.previewUndo, ({ actor, body, signal }) =>
    actions.previewUndo(ctx, actor, body, signal),
  ),
  route(contract.startUndo, ({ actor, body, signal }) =>
    actions.startUndo(ctx, actor, body, signal),
  ),
  route(contract.getUndo, ({ actor, params }) => actions.getUndo(ctx, actor, params.id)),
  route(contract.queryUndoItems, ({ actor, params, query }) =>
    actions.queryUndoItems(ctx, actor, params.id, query),
  ),
  route(contract.cancelUndo, ({ actor, params }) => actions.cancelUndo(ctx, actor, params.id)),
];

const backtests = (ctx: MarketplaceContext): Route[] => [
  route(contract.startBacktest, ({ actor, body }) => actions.startBacktest(ctx, actor, body)),
  route(contract.queryBacktests, ({ actor, query }) => actions.queryBacktests(ctx, actor, query)),
  route(contract.getBacktest, ({ actor, params }) => actions.getBacktest(ctx, actor, params.id)),
  route(contract.cancelBacktest, ({ actor, params }) =>
    actions.cancelBacktest(ctx, actor, params.id),
  ),
  route(contract.queryBacktestChanges, ({ actor, params, query, body, locale }) =>
    actions.queryBacktestChanges(ctx, actor, params.id, query, body, locale),
  ),
  route(contract.exportBacktest, ({ actor, params, locale }) =>
    actions.exportBacktest(ctx, actor, params.id, locale),
  ),
];

const batches = (ctx: MarketplaceContext): Route[] => [
  route(contract.startBulk, ({ actor, body }) => actions.startBulk(ctx, actor, body)),
  route(contract.getBulk, ({ actor, params }) => actions.getBulk(ctx, actor, params.id)),
  route(contract.queryBulkItems, ({ actor, params, query }) =>
    actions.queryBulkItems(ctx, actor, params.id, query),
  ),
  route(contract.cancelBulk, ({ actor, params }) => actions.cancelBulk(ctx, actor, params.id)),
  route(contract.queryBulks, ({ actor, query }) => actions.queryBulks(ctx, actor, query)),
  route(contract.previewBulk, ({ actor, body }) => actions.previewBulk(ctx, actor, body)),
  route(contract.undoBulk, ({ actor, params }) => actions.undoBulk(ctx, actor, params.id)),
];

const sheets = (ctx: MarketplaceContext): Route[] => [
  route(contract.sheetTemplate, ({ query, locale }) =>
    Promise.resolve(actions.sheetTemplate(ctx, query.format, locale)),
  ),
  route(contract.exportSheet, ({ actor, query, locale }) =>
    Promise.resolve(actions.exportSheet(ctx, actor, query.format, locale)),
  ),
  route(
    contract.uploadSheet,
    ({ actor, query, body, locale }) =>
      actions.uploadSheet(ctx, actor, query.fileName, body, locale),
    { bodyLimit: contract.MAX_SHEET_BYTES },
  ),
  route(contract.querySheets, ({ actor, query }) => actions.querySheets(ctx, actor, query)),
  route(contract.getSheet, ({ actor, params }) => actions.getSheet(ctx, actor, params.id)),
  route(contract.querySheetRows, ({ actor, params, query, body }) =>
    actions.querySheetRows(ctx, actor, params.id, query, body.kind),
  ),
  route(contract.applySheet, ({ actor, params, body }) =>
    actions.applySheet(ctx, actor, params.id, body.rows),
  ),
  route(contract.cancelSheet, ({ actor, params }) => actions.cancelSheet(ctx, actor, params.id)),
  route(contract.undoSheet, ({ actor, params }) => actions.undoSheet(ctx, actor, params.id)),
  route(contract.failedSheet, ({ actor, params, query, locale }) =>
    actions.failedSheet(ctx, actor, params.id, query.format, locale),
  ),
];

const listings = (ctx: MarketplaceContext): Route[] => [
  route(contract.queryListings, ({ actor, query, body }) =>
    actions.queryListings(ctx, actor, query, body),
  ),
  route(contract.ruleStatuses, () =>
    Promise.resolve({
      ruleLogState: contract.UpdateState.options,
      rulePriceTags: contract.PriceTag.options,
      requiresConfirmation: [true, false],
      ruleStatus: contract.RuleStatus.options,
      ruleStrategy: contract.Strategy.options,
    }),
  ),
  route(contract.listSchema, ({ query }) =>
    Promise.resolve({ allowedFields: allowedFields(contract.PRICING_LISTS[query.list]) }),
  ),
  route(contract.exportListings, ({ actor, query, body, locale, signal }) =>
    actions.exportListings(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.queryBuybox, ({ actor, query, body }) =>
    actions.queryBuybox(ctx, actor, query, body),
  ),
  route(contract.buyboxOverview, ({ actor, query }) =>
    actions.readOverview(ctx, actor, query.accountId),
  ),
  route(contract.exportBuybox, ({ actor, query, body, locale, signal }) =>
    actions.exportBuybox(ctx, actor, query, body, { locale, signal }),
  ),
  route(contract.selectListings, ({ actor, query, body }) =>
    actions.selectListings(ctx, actor, query, body),
  ),
  route(contract.previewSelection, ({ actor, body }) => actions.previewSelection(ctx, actor, body)),
  route(contract.priceMarks, ({ actor, params, query }) =>
    actions.readMarks(ctx, actor, params.listingId, query),
  ),
  route(contract.queryMovers, ({ actor, body }) =>
    actions.queryMovers(ctx, actor, body.listingIds),
  ),
];

const company = (ctx: MarketplaceContext): Route[] => [
  route(contract.getPricingSettings, ({ actor }) => actions.getPricingSettings(ctx, actor)),
  route(contract.setPricingSettings, ({ actor, body }) =>
    actions.setPricingSettings(ctx, actor, body),
  ),
  route(contract.getPriceSwitch, ({ actor }) => actions.getPriceSwitch(ctx, actor)),
  route(contract.setPriceSwitch, ({ actor, body }) => actions.setPriceSwitch(ctx, actor, body)),
];

export const routes = (ctx: MarketplaceContext): Route[] => [
  ...rules(ctx),
  ...updates(ctx),
  ...undos(ctx),
  ...backtests(ctx),
  ...batches(ctx),
  ...sheets(ctx),
  ...listings(ctx),
  ...company(ctx),
  ...testPriceRoutes(ctx),
];
