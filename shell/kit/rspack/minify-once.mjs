import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';

/**
 * Takes scripts that another build has minified from a folder, and adds those that this build minifies: modules contain the
 * same parts of the kit. A script is found by its bytes before, so a build is the same with and without the folder.
 */
export class MinifyOnce {
  /** @param {string} folder that exists; for builds with the same minimizer only */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { RawSource } = rspack.sources;
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
    compiler.hooks.thisCompilation.tap('MinifyOnce', (compilation) => {
      /** @type {Map<string, string>} */
      const missing = new Map();
      compilation.hooks.processAssets.tap({ name: 'MinifyOnce', stage: stage - 1 }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue;
          const file = join(
            this.folder,
            createHash('sha256').update(source.buffer()).digest('hex'),
          );
          if (existsSync(file))
            // The minimizer leaves alone what is minified.
            compilation.updateAsset(name, new RawSource(readFileSync(file)), { minimized: true });
          else missing.set(name, file);
        }
      });
      compilation.hooks.processAssets.tap({ name: 'MinifyOnce', stage: stage + 1 }, () => {
        for (const [name, file] of missing) {
          const asset = compilation.getAsset(name);
          if (asset?.info.minimized !== true) continue;
          // Atomically: another build may read it in the meantime.
          const part = `${file}.${process.pid}`;
          writeFileSync(part, asset.source.buffer());
          renameSync(part, file);
        }
      });
    });
  }
}
