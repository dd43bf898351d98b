import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the shell and the largest module may fetch before the first rows, in bytes of compressed JavaScript. */
const BUDGETS = { shell: 289_400, module: 51_000 };

/** Named chunks that a page needs before it shows anything, beside its entries; the texts are those of the default language. */
const FIRST_OF_SHELL = ['kit-first-pt'];
const FIRST_OF_MODULE = ['__federation_expose_module', 'first-page', 'first-texts-pt'];

/** The file of a module that lists the files that a page requests first, beside the entry. */
const LIST = '.first-files.json';
/** The file that lists the first scripts, and how heavy they may be: `scripts/lib/compress.mjs` weighs them once they are compressed. */
const BUDGET = '.budget.json';

/**
 * Names the first JavaScript of a build and its budget: that of its entries, of what it exposes and of its first page. Of a
 * module, names the first files beside the entry too, for pages to prefetch.
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
      const { path } = compilation.outputOptions;
      if (path === undefined) return;
      const write = (/** @type {string} */ name, /** @type {object} */ value) =>
        writeFileSync(join(path, name), JSON.stringify(value));
      if (this.isModule) write(LIST, filesOf(FIRST_OF_MODULE));
      const first = filesOf([
        ...compilation.entrypoints.keys(),
        ...FIRST_OF_SHELL,
        ...FIRST_OF_MODULE,
      ]);
      const files = first.filter((file) => file.endsWith('.js'));
      write(BUDGET, { bytes: this.bytes, files });
    });
  }
}
