import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { StylesAlone } from '../../shell/kit/rspack/styles-alone.mjs';

/** @type {typeof import('@rspack/core')} */
const { rspack } = createRequire(join(import.meta.dirname, '../../shell/kit/package.json'))(
  '@rspack/core',
);

/** @type {string} */
let folder;
const at = (/** @type {string} */ name) => join(folder, name);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'primazia-rspack-'));
});
after(() => rmSync(folder, { recursive: true }));

/**
 * Builds one file.
 * @returns {Promise<{ errors: string[], script: string }>}
 */
async function built(
  /** @type {string} */ file,
  /** @type {{ apply(to: any): void }[]} */ plugins,
) {
  const compiler = rspack({
    mode: 'production',
    context: folder,
    entry: at(file),
    output: { path: at('dist'), filename: 'main.js' },
    module: { rules: [{ test: /\.css$/, type: 'css' }] },
    optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin()] },
    plugins,
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  await new Promise((done) => compiler.close(done));
  return {
    errors: stats
      .toJson({ all: false, errors: true })
      .errors.map((/** @type {any} */ e) => e.message),
    script: readFileSync(at('dist/main.js'), 'utf8'),
  };
}

describe('a style sheet', () => {
  it('fails the build where it names another file', async () => {
    writeFileSync(at('alone.css'), 'a { color: red }');
    writeFileSync(at('alone.js'), "import './alone.css';");
    assert.deepEqual((await built('alone.js', [new StylesAlone()])).errors, []);
    writeFileSync(at('alone.css'), 'a { background: url(https://primazia.example/a.png) }');
    const { errors } = await built('alone.js', [new StylesAlone()]);
    assert.match(errors.join(), /names another file/);
  });
});
