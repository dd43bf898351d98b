export * from './contract/facts.ts';
export * from './contract/formula.ts';
export * from './contract/indicators.ts';
export * from './contract/metrics.ts';
export * from './contract/recommendations.ts';
export * from './contract/without-ads.ts';
