import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rspack } from '@rspack/core';

/** What the shell and the largest module may fetch before the first rows, in bytes of compressed JavaScript. */
const BUDGETS = { shell: 290_000, module: 51_000 };

/** Named chunks that a page needs before it shows anything, beside its entries; the texts are those of the default language. */
const FIRST_OF_SHELL = ['kit-first-pt'];
const FIRST_OF_MODULE = ['__federation_expose_module', 'first-page', 'first-texts-pt'];

/** The file of a module that lists the files that a page requests first, beside the entry. */
const LIST = '.first-files.json';

/**
 * Fails a build whose first JavaScript is too heavy: that of its entries, of what it exposes and of its first page. Of a
 * module, names the first files beside the entry, for pages to prefetch.
 */
export class FirstFiles {
  /** @param {boolean} isModule */
  constructor(isModule) {
    this.isModule = isModule;
    this.bytes = isModule ? BUDGETS.module : BUDGETS.shell;
  }

  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tap('FirstFiles', (compilation) => {
      const filesOf = (/** @type {readonly string[]} */ names) => [
        ...new Set(
          names.flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? []),
        ),
      ];
      const files = filesOf([
        ...compilation.entrypoints.keys(),
        ...FIRST_OF_SHELL,
        ...FIRST_OF_MODULE,
      ]);
      const sizes = files
        .filter((file) => file.endsWith('.js'))
        .map((file) => {
          const source = compilation.getAsset(file)?.source.buffer() ?? Buffer.alloc(0);
          return { file, bytes: brotliCompressSync(source).length };
        });
      const { path } = compilation.outputOptions;
      if (this.isModule && path !== undefined)
        writeFileSync(join(path, LIST), JSON.stringify(filesOf(FIRST_OF_MODULE)));
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const report = `${total} bytes of first JavaScript, of ${this.bytes} at most (brotli)`;
      console.log(report);
      if (total <= this.bytes) return;
      const list = sizes.map(({ file, bytes }) => `  ${file}: ${bytes}`).join('\n');
      compilation.errors.push(new rspack.WebpackError(`Too heavy: ${report}\n${list}`));
    });
  }
}
