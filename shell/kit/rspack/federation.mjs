import { createRequire } from 'node:module';

const resolve = (/** @type {string} */ name, /** @type {string} */ from) =>
  createRequire(from).resolve(name);

const tools = resolve(
  '@module-federation/runtime-tools',
  resolve('@module-federation/enhanced', import.meta.filename),
);

/**
 * Federation's plugin asks for its runtime as CommonJS, which a build cannot tree-shake; this points those requests at the
 * same packages' ES modules. Worth 17 KB before the first rows: see docs/adr/0001.
 */
export const federationAsModules = Object.fromEntries(
  ['@module-federation/webpack-bundler-runtime', '@module-federation/runtime'].map((name) => {
    const path = resolve(name, tools);
    return [path, path.replace(/\.cjs$/, '.js')];
  }),
);
