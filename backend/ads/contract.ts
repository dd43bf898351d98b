// The contract of ads: the only file of it that frontends and other domains import.
export * from './contract/automation.ts';
export * from './contract/campaign-bulk.ts';
export * from './contract/campaign-list.ts';
export * from './contract/campaigns.ts';
export * from './contract/change-list.ts';
export * from './contract/changes.ts';
export * from './contract/creations.ts';
export * from './contract/drafts.ts';
export * from './contract/edits.ts';
export * from './contract/figures.ts';
export * from './contract/preview.ts';
export * from './contract/report.ts';
export { CAMPAIGN_STRATEGIES } from './contract/strategies.ts';
export * from './contract/tags.ts';
export * from './contract/target-list.ts';
export * from './contract/words.ts';
