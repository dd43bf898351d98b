import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

const fileOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * The plugins by which a development build of a module updates the page in place when its sources change.
 * @param {string} dir the module's folder
 * @returns {import('@rspack/core').RspackPluginInstance[]}
 */
export const hotUpdates = (dir) => [
  new rspack.HotModuleReplacementPlugin(),
  new ReactRefreshRspackPlugin({ include: dir }),
  // Without a name it is part of every entry.
  new rspack.EntryPlugin(dir, fileOf('./hot-client.js'), {}),
];

/**
 * The entries of a development build of the shell: React Refresh comes with a module, and finds the page's React there.
 * @param {Record<string, string>} entry
 */
export const withRenderers = (entry) =>
  Object.fromEntries(
    Object.entries(entry).map(([name, file]) => [name, [fileOf('./renderers.js'), file]]),
  );
