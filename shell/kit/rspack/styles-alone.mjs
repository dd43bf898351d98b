import { rspack } from '@rspack/core';

const NAMES_A_FILE = /@import\b|\burl\(/i;

/** Fails a build whose style sheets name other files: `css-loader` is told not to look for them. */
export class StylesAlone {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tap('StylesAlone', (compilation) => {
      for (const { name, source } of compilation.getAssets()) {
        if (!name.endsWith('.css') || !NAMES_A_FILE.test(source.source().toString())) continue;
        const text = `${name} names another file (@import, url), which would not be found`;
        compilation.errors.push(new rspack.WebpackError(text));
      }
    });
  }
}
