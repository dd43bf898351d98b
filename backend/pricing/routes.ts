// Codes of the problems that pricing answers with, beside those of the platform:
//   403 company_required (a preview by listingId)
//   404 backtest_not_found, batch_not_found, rule_not_found, update_not_found, listing_not_found (a preview)
//   409 rule_changed {version}, rule_archived, update_in_flight, not_pending {state}, not_waiting {state},
//       not_applied {state}, not_latest, not_undoable, price_changes_stopped, decision_changed {newPrice},
//       too_many_backtests {limit}, backtest_not_done, too_many_batches {limit}, not_previewed, rows_wrong {count},
//       nothing_to_write, not_retryable {state}, newer_update, nothing_to_send, preview_expired
//   415 not_a_sheet
//   422 selection_too_large {limit}, too_many_updates {limit}, undo_too_far_back {days},
//       unknown_field (filters and orders), invalid_request with the faults listing_not_found, listing_has_rule and
//       different_countries (at listingIds.N), end_before_start (at dateEnd), and those of contract.ts
import type { TradingHouse } from '../catalog/actions.ts';
import { allowedFields } from '../kernel/list-schema.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import * as contract from './contract.ts';

const rules = (house: TradingHouse): Route[] => [
  route(contract.queryRules, ({ actor, query, body }) =>
    actions.queryRules(house, actor, query, body),
  ),
  route(contract.getRule, ({ actor, params }) => actions.getRule(house, actor, params.ruleId)),
  route(contract.createRule, ({ actor, body }) => actions.createRule(house, actor, body)),
  route(contract.updateRule, ({ actor, params, body }) =>
    actions.updateRule(house, actor, params.ruleId, body),
  ),
  route(contract.setRuleStatus, ({ actor, params, body }) =>
    actions.setRuleStatus(house, actor, params.ruleId, body),
  ),
  route(contract.ruleHistory, ({ actor, params, query, locale }) =>
    actions.ruleHistory(house, actor, params.ruleId, query, locale),
  ),
  route(contract.preview, ({ actor, body, locale }) =>
    actions.preview(house, actor.companyId, body, locale),
  ),
  route(contract.exportRules, ({ actor, query, body, locale, signal }) =>
    actions.exportRules(house, actor, query, body, { locale, signal }),
  ),
  route(contract.getFirstRun, ({ actor }) => actions.getFirstRun(house, actor)),
];

const updates = (house: TradingHouse): Route[] => [
  route(contract.applyUpdate, async ({ actor, params: { ruleId, id }, locale }) => {
    await actions.approve(house, actor, ruleId, id);
    return await actions.getUpdate(house, actor, ruleId, id, locale);
  }),
  route(contract.cancelUpdate, async ({ actor, params: { ruleId, id }, locale }) => {
    await actions.cancel(house, actor, ruleId, id);
    return await actions.getUpdate(house, actor, ruleId, id, locale);
  }),
  route(contract.undoUpdate, async ({ actor, params: { ruleId, id }, body, locale }) => {
    await actions.undo(house, actor, ruleId, id, body);
    return await actions.getUpdate(house, actor, ruleId, id, locale);
  }),
  route(contract.queryUpdates, ({ actor, query, body, locale }) =>
    actions.queryUpdates(house, actor, query, body, locale),
  ),
  route(contract.exportUpdates, ({ actor, query, body, locale, signal }) =>
    actions.exportUpdates(house, actor, query, body, { locale, signal }),
  ),
  route(contract.actOnUpdates, ({ actor, body }) => actions.actOnUpdates(house, actor, body)),
];

const undos = (house: TradingHouse): Route[] => [
  route(contract.previewUndo, ({ actor, body, signal }) =>
    actions.previewUndo(house, actor, body, signal),
  ),
  route(contract.startUndo, ({ actor, body, signal }) =>
    actions.startUndo(house, actor, body, signal),
  ),
  route(contract.getUndo, ({ actor, params }) => actions.getUndo(house, actor, params.id)),
  route(contract.queryUndoItems, ({ actor, params, query }) =>
    actions.queryUndoItems(house, actor, params.id, query),
  ),
  route(contract.cancelUndo, ({ actor, params }) => actions.cancelUndo(house, actor, params.id)),
];

const backtests = (house: TradingHouse): Route[] => [
  route(contract.startBacktest, ({ actor, body }) => actions.startBacktest(house, actor, body)),
  route(contract.queryBacktests, ({ actor, query }) => actions.queryBacktests(house, actor, query)),
  route(contract.getBacktest, ({ actor, params }) => actions.getBacktest(house, actor, params.id)),
  route(contract.cancelBacktest, ({ actor, params }) =>
    actions.cancelBacktest(house, actor, params.id),
  ),
  route(contract.queryBacktestChanges, ({ actor, params, query, body, locale }) =>
    actions.queryBacktestChanges(house, actor, params.id, query, body, locale),
  ),
  route(contract.exportBacktest, ({ actor, params, locale }) =>
    actions.exportBacktest(house, actor, params.id, locale),
  ),
];

const batches = (house: TradingHouse): Route[] => [
  route(contract.startBulk, ({ actor, body }) => actions.startBulk(house, actor, body)),
  route(contract.getBulk, ({ actor, params }) => actions.getBulk(house, actor, params.id)),
  route(contract.queryBulkItems, ({ actor, params, query }) =>
    actions.queryBulkItems(house, actor, params.id, query),
  ),
  route(contract.cancelBulk, ({ actor, params }) => actions.cancelBulk(house, actor, params.id)),
  route(contract.queryBulks, ({ actor, query }) => actions.queryBulks(house, actor, query)),
  route(contract.previewBulk, ({ actor, body }) => actions.previewBulk(house, actor, body)),
  route(contract.undoBulk, ({ actor, params }) => actions.undoBulk(house, actor, params.id)),
];

const sheets = (house: TradingHouse): Route[] => [
  route(contract.sheetTemplate, ({ query, locale }) =>
    Promise.resolve(actions.sheetTemplate(house, query.format, locale)),
  ),
  route(contract.exportSheet, ({ actor, query, locale }) =>
    Promise.resolve(actions.exportSheet(house, actor, query.format, locale)),
  ),
  route(
    contract.uploadSheet,
    ({ actor, query, body, locale }) =>
      actions.uploadSheet(house, actor, query.fileName, body, locale),
    { bodyLimit: contract.MAX_SHEET_BYTES },
  ),
  route(contract.querySheets, ({ actor, query }) => actions.querySheets(house, actor, query)),
  route(contract.getSheet, ({ actor, params }) => actions.getSheet(house, actor, params.id)),
  route(contract.querySheetRows, ({ actor, params, query, body }) =>
    actions.querySheetRows(house, actor, params.id, query, body.kind),
  ),
  route(contract.applySheet, ({ actor, params, body }) =>
    actions.applySheet(house, actor, params.id, body.rows),
  ),
  route(contract.cancelSheet, ({ actor, params }) => actions.cancelSheet(house, actor, params.id)),
  route(contract.undoSheet, ({ actor, params }) => actions.undoSheet(house, actor, params.id)),
  route(contract.failedSheet, ({ actor, params, query, locale }) =>
    actions.failedSheet(house, actor, params.id, query.format, locale),
  ),
];

const listings = (house: TradingHouse): Route[] => [
  route(contract.queryListings, ({ actor, query, body }) =>
    actions.queryListings(house, actor, query, body),
  ),
  route(contract.listSchema, ({ query }) =>
    Promise.resolve({ allowedFields: allowedFields(contract.PRICING_LISTS[query.list]) }),
  ),
  route(contract.exportListings, ({ actor, query, body, locale, signal }) =>
    actions.exportListings(house, actor, query, body, { locale, signal }),
  ),
  route(contract.selectListings, ({ actor, query, body }) =>
    actions.selectListings(house, actor, query, body),
  ),
  route(contract.previewSelection, ({ actor, body }) =>
    actions.previewSelection(house, actor, body),
  ),
  route(contract.priceMarks, ({ actor, params, query }) =>
    actions.readMarks(house, actor, params.listingId, query),
  ),
  route(contract.queryMovers, ({ actor, body }) =>
    actions.queryMovers(house, actor, body.listingIds),
  ),
];

const company = (house: TradingHouse): Route[] => [
  route(contract.getPricingSettings, ({ actor }) => actions.getPricingSettings(house, actor)),
  route(contract.setPricingSettings, ({ actor, body }) =>
    actions.setPricingSettings(house, actor, body),
  ),
  route(contract.getPriceSwitch, ({ actor }) => actions.getPriceSwitch(house, actor)),
  route(contract.setPriceSwitch, ({ actor, body }) => actions.setPriceSwitch(house, actor, body)),
];

export const routes = (house: TradingHouse): Route[] => [
  ...rules(house),
  ...updates(house),
  ...undos(house),
  ...backtests(house),
  ...batches(house),
  ...sheets(house),
  ...listings(house),
  ...company(house),
];
