import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { rspack } from '@rspack/core';

// Spectrum's CSS is written for these; without targets the minimizer lowers it to twice its size.
const CSS_TARGETS = ['chrome >= 123', 'firefox >= 123', 'safari >= 17.5'];
const LOCALES = ['pt-BR', 'es-ES', 'en-US'];

// What may stand on a page only once: contexts, the registry of stores, Spectrum (inside of the kit).
const SINGLETONS = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react-hook-form',
  'react-i18next',
  'valtio',
  '@primazia/kit',
];

/** Versions come from what is installed for the app, so a module built elsewhere is matched honestly. */
function shared(dir) {
  const require = createRequire(path.join(dir, 'package.json'));
  const manifestOf = (name) => {
    for (const folder of require.resolve.paths(name) ?? []) {
      const file = path.join(folder, name, 'package.json');
      if (existsSync(file)) return require(file);
    }
    throw new Error(`${name} is not installed for ${dir}`);
  };
  return Object.fromEntries(
    SINGLETONS.map((key) => {
      const { version } = manifestOf(key.replace(/\/$/, ''));
      return [key, { singleton: true, version, requiredVersion: `^${version}` }];
    }),
  );
}

/**
 * The one build factory of the suite.
 *
 * @param {object} app
 * @param {string} app.name `mfe-pricing`; the federation container is called `mfe_pricing`
 * @param {string} app.dir the app's folder
 * @param {Record<string, string>} [app.entry] scripts that a page loads (the shell)
 * @param {Record<string, string>} [app.exposes] what other apps may load (a module): `{ './module': './src/module.tsx' }`
 * @param {string} [app.html] the page's template, which makes this an app of its own
 * @returns {import('@rspack/core').Configuration} `NODE_ENV=development` asks for a development build
 */
export function defineApp({ name, dir, entry = {}, exposes, html }) {
  const development = process.env.NODE_ENV === 'development';
  const container = name.replaceAll('-', '_');
  const publicDir = path.join(dir, 'public');
  return {
    name,
    context: dir,
    mode: development ? 'development' : 'production',
    // Never one of the eval kinds: pages run without 'unsafe-eval'.
    devtool: development ? 'cheap-module-source-map' : 'source-map',
    target: ['web', 'es2022'],
    entry,
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      publicPath: html === undefined ? 'auto' : '/',
      uniqueName: container,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development } },
              target: 'es2022',
            },
          },
        },
        {
          test: /\.css$/,
          type: 'javascript/auto',
          use: [
            rspack.CssExtractRspackPlugin.loader,
            { loader: 'css-loader', options: { modules: false } },
          ],
        },
      ],
    },
    optimization: {
      splitChunks: { chunks: 'async' },
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { format: { comments: false } },
          extractComments: false,
        }),
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: CSS_TARGETS },
        }),
      ],
    },
    plugins: [
      optimizeLocales.rspack({ locales: LOCALES }),
      // zod tries whether it may compile code, which the pages' security policy forbids and reports.
      new rspack.BannerPlugin({
        banner: 'globalThis.__zod_globalConfig ??= { jitless: true };',
        raw: true,
        entryOnly: true,
      }),
      new rspack.CssExtractRspackPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
        // Spectrum's style sheets stand alone: their order says nothing.
        ignoreOrder: true,
      }),
      html !== undefined && new rspack.HtmlRspackPlugin({ template: path.resolve(dir, html) }),
      existsSync(publicDir) &&
        new rspack.CopyRspackPlugin({ patterns: [{ from: publicDir, to: '.' }] }),
      new ModuleFederationPlugin({
        name: container,
        ...(exposes === undefined ? {} : { filename: 'remoteEntry.js', exposes }),
        shared: shared(dir),
        // The other strategy fetches every module at start, and a dead one hangs the suite.
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: exposes !== undefined,
        // Leaves out what the runtime needs in Node alone.
        experiments: { optimization: { target: 'web' } },
      }),
    ].filter(Boolean),
    performance: false,
    lazyCompilation: false,
  };
}
