import { createHash } from 'node:crypto';

/** The names of what Federation adds to a build: shared modules, and the start of its runtime, whose source is part of its name. */
const OF_FEDERATION = /^(webpack\/sharing\/[^!]+|@module-federation\/runtime\/rspack\.js(?=!))/;

/** Most ids of the bundler have five digits too. */
const LEAST = 10_000;
const COUNT = 90_000;

/** A number of five digits that follows from a name. */
const numberOf = (/** @type {string} */ name) =>
  LEAST + (createHash('sha256').update(name).digest().readUInt32BE() % COUNT);

/**
 * Gives Federation's modules ids that follow from their names. The bundler's own follow from their identifiers, which contain
 * absolute paths (web-infra-dev/rspack#15841): the same sources built in another folder would have other bytes and another size.
 */
export class FederationIds {
  /** @param {import('@rspack/core').Compiler} compiler */
  apply(compiler) {
    const { context } = compiler;
    compiler.hooks.compilation.tap('FederationIds', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('FederationIds', (modules) => {
        const named = [...modules].flatMap((module) => {
          const [name] = OF_FEDERATION.exec(module.libIdent({ context }) ?? '') ?? [];
          return name === undefined ? [] : [{ module, name }];
        });
        named.sort((a, b) => (a.name < b.name ? -1 : 1));
        const taken = new Set();
        for (const { module, name } of named) {
          let id = numberOf(name);
          while (taken.has(id)) id += 1;
          taken.add(id);
          // The types do not name this property.
          Object.assign(module, { id });
        }
      });
    });
  }
}
