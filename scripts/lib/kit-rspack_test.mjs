import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FederationIds } from '../../shell/kit/rspack/federation-ids.mjs';
import { MinifyOnce } from '../../shell/kit/rspack/minify-once.mjs';
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
  context = folder,
) {
  const compiler = rspack({
    mode: 'production',
    context,
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

describe('a script of several builds', () => {
  it('is minified by one of them, and is the same in all', async () => {
    writeFileSync(at('one.js'), 'const long = document.title; console.log(long, long + 1);');
    mkdirSync(at('minified'));
    const alone = await built('one.js', []);
    const first = await built('one.js', [new MinifyOnce(at('minified'))]);
    assert.deepEqual(first, alone);
    const [name = ''] = readdirSync(at('minified'));
    assert.equal(readFileSync(join(at('minified'), name), 'utf8'), alone.script);
    writeFileSync(join(at('minified'), name), 'taken("over");');
    const second = await built('one.js', [new MinifyOnce(at('minified'))]);
    assert.equal(second.script, 'taken("over");');
  });
});

describe('a build with shared packages', () => {
  it('is the same in another folder', async () => {
    const { ModuleFederationPluginV1 } = rspack.container;
    const scripts = [];
    for (const place of ['here', 'elsewhere']) {
      for (const name of ['one', 'two', 'three']) {
        const home = at(`${place}/node_modules/${name}`);
        mkdirSync(home, { recursive: true });
        writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
        writeFileSync(join(home, 'index.js'), `module.exports = '${name}';`);
      }
      const entry = `${place}/entry.js`;
      writeFileSync(at(entry), "console.log(require('one'), require('two'), require('three'));");
      const shared = { one: { eager: true }, two: { eager: true }, three: { eager: true } };
      const { script } = await built(
        entry,
        [new ModuleFederationPluginV1({ name: 'page', shared }), new FederationIds()],
        at(place),
      );
      scripts.push(script);
    }
    assert.equal(scripts[0], scripts[1]);
  });
});

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
