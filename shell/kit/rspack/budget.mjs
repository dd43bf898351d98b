import { brotliCompressSync } from 'node:zlib';
import { rspack } from '@rspack/core';

/** What the shell and the largest module may fetch before the first rows, in bytes of compressed JavaScript. */
export const BUDGETS = { shell: 289_000, module: 51_000 };

/** Named chunks that a page needs before it shows something, beside its entries. */
const FIRST = /^(kit-first-pt|first-page|__federation_expose_module)$/;

/**
 * Fails a build whose first JavaScript is too heavy: that of its entries, of what it exposes and of its first page.
 */
export class Budget {
  /** @param {number} bytes at most, compressed with brotli */
  constructor(bytes) {
    this.bytes = bytes;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tap('Budget', (compilation) => {
      const names = [
        ...compilation.entrypoints.keys(),
        ...[...compilation.namedChunkGroups.keys()].filter((name) => FIRST.test(name)),
      ];
      const groups = names.map((name) => compilation.namedChunkGroups.get(name));
      const files = new Set(groups.flatMap((group) => group?.getFiles() ?? []));
      const sizes = [...files]
        .filter((file) => file.endsWith('.js'))
        .map((file) => {
          const source = compilation.getAsset(file)?.source.buffer() ?? Buffer.alloc(0);
          return { file, bytes: brotliCompressSync(source).length };
        });
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const report = `${total} bytes of first JavaScript, of ${this.bytes} at most (brotli)`;
      console.log(report);
      if (total <= this.bytes) return;
      const list = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`).join('\n');
      compilation.errors.push(new rspack.WebpackError(`Too heavy: ${report}\n${list}`));
    });
  }
}
