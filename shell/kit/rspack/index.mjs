import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { rspack } from '@rspack/core';
import { federationAsModules } from './federation.mjs';
import { FederationIds } from './federation-ids.mjs';
import { LOOKUPS } from './find-loader.mjs';
import { FirstFiles } from './first-files.mjs';
import { hotUpdates, withRenderers } from './hot.mjs';
import { Integrity } from './integrity.mjs';
import { MinifyOnce } from './minify-once.mjs';
import { HELD_OPEN, OwnChunks } from './own-chunks.mjs';
import { sharing } from './shared.mjs';
import { StylesAlone } from './styles-alone.mjs';

// Spectrum's CSS is written for these; without targets the minimizer lowers it to twice its size.
const CSS_TARGETS = ['chrome >= 123', 'firefox >= 123', 'safari >= 17.5'];
const LOCALES = ['pt-BR', 'es-ES', 'en-US'];

/**
 * Runs in the page: with the embed loader styles are added to its elements, otherwise to the page's head.
 */
function insertStyles(/** @type {HTMLLinkElement} */ link) {
  const loader = /** @type {any} */ (globalThis).__primazia;
  if (loader) loader.add(link);
  else document.head.appendChild(link);
}

/**
 * @typedef {object} App
 * @property {string} name `mfe-pricing`; the federation container is called `mfe_pricing`
 * @property {string} dir the app's folder
 * @property {Record<string, string>} [entry] scripts that a page loads (the shell)
 * @property {Record<string, string>} [exposes] what other apps may load (a module): `{ './module': './src/module.tsx' }`
 * @property {string} [html] the page's template, which makes this an app of its own
 */

const KIT_INDEX_AND_STYLES =
  /[\\/](shell[\\/]kit[\\/]src[\\/](index\.ts|.+\.css)|design-tokens[\\/]dist[\\/].+\.css)$/;

const containerOf = (/** @type {string} */ name) => name.replaceAll('-', '_');

/** In development a file keeps its name, so that a page finds what has changed in it. */
const namesOf = (/** @type {boolean} */ development, /** @type {string} */ kind) =>
  development ? `[name].${kind}` : `[name].[contenthash:8].${kind}`;

/**
 * How each kind of file is read.
 *
 * @type {(development: boolean, app: App) => import('@rspack/core').RuleSetRule[]}
 */
const rulesOf = (development, { exposes }) => [
  {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: {
          react: {
            runtime: 'automatic',
            development,
            refresh: development && exposes !== undefined,
          },
        },
        target: 'es2022',
      },
    },
  },
  {
    test: new RegExp(
      `[\\\\/]react-aria[\\\\/]dist[\\\\/]private[\\\\/](${LOOKUPS.join('|').replaceAll('/', '[\\\\/]')})$`,
    ),
    loader: fileURLToPath(new URL('./find-loader.mjs', import.meta.url)),
  },
  {
    test: /\.json$/,
    resourceQuery: /^\?first$/,
    loader: fileURLToPath(new URL('./first-texts-loader.mjs', import.meta.url)),
  },
  {
    test: /\.css$/,
    type: 'javascript/auto',
    use: [
      rspack.CssExtractRspackPlugin.loader,
      // No style sheet names other files (`StylesAlone`), so none has to be parsed to find them.
      { loader: 'css-loader', options: { modules: false, import: false, url: false } },
    ],
  },
];

/** @type {(development: boolean, app: App) => import('@rspack/core').Plugins} */
function pluginsOf(development, { name, dir, exposes, html }) {
  const publicDir = path.join(dir, 'public');
  const { PRIMAZIA_MINIFIED: minified } = process.env;
  return [
    optimizeLocales.rspack({ locales: LOCALES }),
    // zod tries whether it may compile code, which the pages' security policy forbids and reports.
    new rspack.BannerPlugin({
      banner: 'globalThis.__zod_globalConfig ??= { jitless: true };',
      raw: true,
      entryOnly: true,
    }),
    new rspack.CssExtractRspackPlugin({
      filename: namesOf(development, 'css'),
      chunkFilename: namesOf(development, 'css'),
      // Spectrum's style sheets stand alone: their order says nothing.
      ignoreOrder: true,
      ...(exposes === undefined ? {} : { insert: insertStyles }),
    }),
    !development && minified !== undefined && new MinifyOnce(minified),
    !development && new FirstFiles(exposes !== undefined),
    !development && new Integrity(),
    new FederationIds(),
    new StylesAlone(),
    html !== undefined && new rspack.HtmlRspackPlugin({ template: path.resolve(dir, html) }),
    existsSync(publicDir) &&
      new rspack.CopyRspackPlugin({ patterns: [{ from: publicDir, to: '.' }] }),
    exposes !== undefined && new OwnChunks(containerOf(name)),
    ...(development && exposes !== undefined ? hotUpdates(dir) : []),
    new ModuleFederationPlugin({
      name: containerOf(name),
      ...(exposes === undefined ? {} : { filename: 'remoteEntry.js', exposes }),
      shared: sharing(dir, { isHost: exposes === undefined }),
      // The other strategy fetches every module at start, and a dead one hangs the suite.
      shareStrategy: 'loaded-first',
      dts: false,
      manifest: exposes !== undefined,
      // A module loads no other module.
      experiments: {
        optimization: {
          target: 'web',
          disableSnapshot: true,
          disableRemote: exposes !== undefined,
        },
      },
    }),
  ].filter(Boolean);
}

/**
 * The one build factory of the suite.
 *
 * @param {App} app
 * @returns {import('@rspack/core').Configuration} `NODE_ENV=development` asks for a development build
 */
export function defineApp(app) {
  const { name, dir, entry = {}, exposes, html } = app;
  const development = process.env.NODE_ENV === 'development';
  const container = containerOf(name);
  const scripts = namesOf(development, 'js');
  return {
    name,
    context: dir,
    mode: development ? 'development' : 'production',
    // Never one of the eval kinds: pages run without 'unsafe-eval'.
    // Source maps would be a quarter of the work of a build, which people wait for at their first start.
    devtool: development ? 'cheap-module-source-map' : false,
    target: ['web', 'es2022'],
    entry: development && exposes === undefined ? withRenderers(entry) : entry,
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      publicPath: html === undefined ? 'auto' : '/',
      uniqueName: exposes === undefined ? container : HELD_OPEN,
      filename: scripts,
      chunkFilename: scripts,
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: federationAsModules },
    module: {
      rules: rulesOf(development, app),
    },
    optimization: {
      // The smallest size, in bytes, at which a separate chunk is worth its entry in the list of hashes.
      splitChunks: {
        chunks: 'async',
        minSize: 100_000,
        cacheGroups: {
          // A chunk of style sheets alone gets no integrity (web-infra-dev/rspack#12683): those of the kit are in the
          // chunk of its index.
          kit: { test: KIT_INDEX_AND_STYLES, minChunks: 2, enforce: true },
        },
      },
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
    plugins: pluginsOf(development, app),
    performance: false,
    lazyCompilation: false,
  };
}
