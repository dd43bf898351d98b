// The shell with the modules compiled in, as one application without federation: the baseline of the comparison.
// PRIMAZIA_SINGLE is the output folder.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineApp } from '../../../shell/kit/rspack/index.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const app = defineApp({
  name: 'single',
  dir: path.join(root, 'shell'),
  entry: { main: './src/index.ts' },
  html: './index.html',
});

export default {
  ...app,
  devtool: false,
  output: { ...app.output, path: process.env.PRIMAZIA_SINGLE },
  resolve: {
    ...app.resolve,
    alias: {
      ...app.resolve?.alias,
      // As federation shares it.
      zod$: '@primazia/kit/zod',
      '@primazia/kit/remote$': path.join(root, 'scripts/bench/web/compiled-in.ts'),
    },
  },
  module: {
    ...app.module,
    rules: [
      ...(app.module?.rules ?? []),
      // Its style sheets are imported by the kit's index, which a bundle that takes each name from where it is declared skips.
      { test: /[\\/]shell[\\/]kit[\\/]src[\\/]index\.ts$/, sideEffects: true },
    ],
  },
  plugins: app.plugins?.filter(
    (plugin) =>
      plugin &&
      !['ModuleFederationPlugin', 'FirstFiles', 'Integrity'].includes(plugin.constructor.name),
  ),
};
