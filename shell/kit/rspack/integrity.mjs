import { rspack } from '@rspack/core';

/**
 * Integrity of everything that a page fetches later. The plugin gives none to a chunk of style sheets alone
 * (web-infra-dev/rspack#12683), which a page would then take unchecked: such a build fails.
 */
export class Integrity {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }).apply(compiler);
    compiler.hooks.afterEmit.tap('Integrity', (compilation) => {
      for (const { id, files } of compilation.chunks) {
        const names = [...files];
        if (!names.some((file) => file.endsWith('.css'))) continue;
        if (names.some((file) => file.endsWith('.js'))) continue;
        const text = `Chunk ${id} has no integrity: ${names.join(', ')} stands without JavaScript`;
        compilation.errors.push(new rspack.WebpackError(text));
      }
    });
  }
}
