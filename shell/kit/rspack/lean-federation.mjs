import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const resolve = (/** @type {string} */ name, /** @type {string} */ from) =>
  createRequire(from).resolve(name);

const tools = resolve(
  '@module-federation/runtime-tools',
  resolve('@module-federation/enhanced', import.meta.filename),
);

const asModule = (/** @type {string} */ name) => {
  const path = resolve(name, tools);
  return { path, module: path.replace(/\.cjs$/, '.js') };
};
const bundler = asModule('@module-federation/webpack-bundler-runtime');
const runtime = asModule('@module-federation/runtime');

/**
 * Federation's runtime as ES modules, by the paths at which its plugin asks for the other form: only of these does a
 * build leave out what it does not need, which is most of it.
 */
export const federationAsModules = {
  [bundler.path]: bundler.module,
  [runtime.path]: fileURLToPath(new URL('./federation-runtime.mjs', import.meta.url)),
};

/** Says of federation's packages what not all of them say themselves: a file of which nothing is used can be left out. */
export const leanRule = {
  test: /[\\/]@module-federation[\\/][\w-]+[\\/]dist[\\/]/,
  sideEffects: false,
};

/** What the plugin is told to leave out: Node, and its own ways to find and to fetch containers. */
export const leanFederation = {
  optimization: {
    target: /** @type {const} */ ('web'),
    disableSnapshot: true,
    disableRemote: true,
  },
};
