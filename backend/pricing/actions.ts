// The use cases of pricing: what routes call, and the door through which the domains above come in.
export { decideListings } from './decisions.ts';
export { queryListings } from './listing-query.ts';
export { preview } from './preview.ts';
export { createRule, getRule, setRuleStatus, updateRule } from './rule-actions.ts';
export { queryRules } from './rule-query.ts';
export { getPriceSwitch, setPriceSwitch } from './switch.ts';
export { approve, cancel, undo } from './update-actions.ts';
export { companyHistory, getUpdate, ruleHistory } from './update-query.ts';
