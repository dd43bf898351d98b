export * from './contract/catch-up.ts';
export * from './contract/days.ts';
export * from './contract/orders.ts';
export * from './contract/shipping.ts';
