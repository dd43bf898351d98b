// The use cases of pricing, for its routes and for the domains above it.
export {
  cancelBacktest,
  getBacktest,
  queryBacktestChanges,
  queryBacktests,
  startBacktest,
} from './backtest/actions.ts';
export { exportBacktest } from './backtest/export.ts';
export { queryMovers } from './external/movers.ts';
export { queryBuybox } from './listings/buybox.ts';
export { exportBuybox, exportListings } from './listings/export.ts';
export { getFirstRun } from './listings/first-run.ts';
export { readMarks } from './listings/marks.ts';
export { readOverview } from './listings/overview.ts';
export { queryListings } from './listings/query.ts';
export { requireSelection, selectionListings, selectListings } from './listings/selection.ts';
export { longWorkOf } from './long-work/long-work.ts';
export { createRule, getRule, setRuleStatus, updateRule } from './rules/actions.ts';
export { cancelBulk, getBulk, queryBulkItems, startBulk, undoBulk } from './rules/bulk/actions.ts';
export { previewBulk, queryBulks } from './rules/bulk/rule-actions.ts';
export { exportRules } from './rules/export.ts';
export { preview } from './rules/preview.ts';
export { queryRules } from './rules/query.ts';
export { previewSelection } from './rules/selection.ts';
export { getPricingSettings, setPricingSettings } from './rules/settings.ts';
export {
  applySheet,
  cancelSheet,
  getSheet,
  querySheetRows,
  querySheets,
  undoSheet,
  uploadSheet,
} from './rules/spreadsheets/actions.ts';
export { exportSheet, failedSheet, sheetTemplate } from './rules/spreadsheets/export.ts';
export { getPriceSwitch, setPriceSwitch } from './safety/stop-switch.ts';
export { isStopped as arePricesStopped } from './safety/stop-switch-store.ts';
export {
  cancelUndo,
  getUndo,
  previewUndo,
  queryUndoItems,
  startUndo,
} from './undo/actions.ts';
export { undo } from './undo/undo-update.ts';
export { approve, cancel } from './updates/actions.ts';
export { actOnUpdates } from './updates/bulk-actions.ts';
export { digestOfHour } from './updates/history/digest.ts';
export { exportUpdates } from './updates/history/export.ts';
export { queryUpdates } from './updates/history/list.ts';
export { getUpdate, ruleHistory } from './updates/history/query.ts';
export { importUpdates, type PastPriceChange, type PastUpdate } from './updates/import.ts';
export { pauseRules } from './updates/rule-store.ts';
export { countPausedRules, countPendingPrices } from './updates/waiting.ts';
