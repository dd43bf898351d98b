import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rspack } from '@rspack/core';

/** What a host's page fetches before any module, compressed. */
const MOST_BYTES = 20 * 1024;
const FILE = 'embed.js';

/** Prints the size of the loader, and fails the build if it is too large. */
class Weight {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.afterEmit.tap('Weight', (compilation) => {
      const source = compilation.getAsset(FILE)?.source.buffer() ?? Buffer.alloc(0);
      const bytes = brotliCompressSync(source).length;
      console.log(`${FILE}: ${bytes} bytes, of ${MOST_BYTES} at most (brotli)`);
      if (bytes > MOST_BYTES) {
        compilation.errors.push(new rspack.WebpackError(`${FILE} is too heavy: ${bytes} bytes`));
      }
    });
  }
}

export default {
  mode: 'production',
  context: import.meta.dirname,
  devtool: 'source-map',
  target: ['web', 'es2022'],
  entry: { embed: './src/loader.ts' },
  // One file: hosts know its name, and nothing else is loaded before a module.
  output: { path: path.join(import.meta.dirname, 'dist'), clean: true, filename: FILE },
  resolve: { extensions: ['.ts', '.mjs', '.js'] },
  module: {
    rules: [
      {
        test: /\.ts$/,
        exclude: /node_modules/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      },
    ],
  },
  optimization: {
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        minimizerOptions: { format: { comments: false } },
        extractComments: false,
      }),
    ],
  },
  plugins: [
    // What the plugin of Module Federation defines by its `experiments.optimization`.
    new rspack.DefinePlugin({
      ENV_TARGET: JSON.stringify('web'),
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
    }),
    new Weight(),
  ],
  performance: false,
};
