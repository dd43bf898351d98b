import { rspack } from '@rspack/core';

/**
 * The name by which the parts of one build find each other on a page, to be given as `output.uniqueName`; `OwnChunks`
 * gives the build its own. It is the same for all modules, so that what they share is minified once, and as long as the piece of
 * a hash that takes its place in development, so that source maps go on pointing where they did.
 */
export const HELD_OPEN = 'BUILDBUILD';

/**
 * Gives the chunks of each build a global array of their own. Two builds of one module may be on a page, the old one
 * and the one that replaces it: under one name each would load the other's code.
 */
export class OwnChunks {
  /** @param {string} container */
  constructor(container) {
    this.container = container;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { RawSource } = rspack.sources;
    compiler.hooks.thisCompilation.tap('OwnChunks', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'OwnChunks', stage }, (assets) => {
        const own = `${this.container}_${String(compilation.hash).slice(0, HELD_OPEN.length)}`;
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue;
          const text = source.source().toString();
          if (!text.includes(HELD_OPEN)) continue;
          compilation.updateAsset(name, new RawSource(text.replaceAll(HELD_OPEN, own)));
        }
      });
    });
  }
}
