// The use cases of pricing: what routes call, and the door through which the domains above come in.
export {
  cancelBacktest,
  getBacktest,
  queryBacktestChanges,
  queryBacktests,
  startBacktest,
} from './backtest/actions.ts';
export { exportBacktest } from './backtest/export.ts';
export { cancelBulk, getBulk, queryBulkItems, startBulk, undoBulk } from './bulk/actions.ts';
export { previewBulk, queryBulks } from './bulk-acts.ts';
export { decideListings } from './decisions.ts';
export { getFirstRun } from './first-run.ts';
export { exportListings, exportRules, exportUpdates } from './list-export.ts';
export { queryListings } from './listing-query.ts';
export { requireSelection, selectionListings, selectListings } from './listing-selection.ts';
export { readMarks } from './marks.ts';
export { queryMovers } from './outside/movers.ts';
export { preview } from './preview.ts';
export { createRule, getRule, setRuleStatus, updateRule } from './rule-actions.ts';
export { queryRules } from './rule-query.ts';
export { previewSelection } from './selection.ts';
export { getPricingSettings, setPricingSettings } from './settings.ts';
export {
  applySheet,
  cancelSheet,
  getSheet,
  querySheetRows,
  querySheets,
  undoSheet,
  uploadSheet,
} from './sheets/actions.ts';
export { exportSheet, failedSheet, sheetTemplate } from './sheets/export.ts';
export { getPriceSwitch, setPriceSwitch } from './switch.ts';
export { cancelUndo, getUndo, previewUndo, queryUndoItems, startUndo } from './undo/actions.ts';
export { approve, cancel, undo } from './update-actions.ts';
export { actOnUpdates } from './update-acts.ts';
export { queryUpdates } from './update-list.ts';
export { getUpdate, ruleHistory } from './update-query.ts';
