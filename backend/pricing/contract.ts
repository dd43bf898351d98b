// What travels between pricing and everybody else: the only file of it that a frontend or another domain imports.
export * from './contract/listings.ts';
export * from './contract/preview.ts';
export * from './contract/rules.ts';
export * from './contract/switch.ts';
export * from './contract/updates.ts';
export * from './contract/words.ts';
