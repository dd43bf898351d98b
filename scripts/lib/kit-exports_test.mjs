import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The entries of the kit for modules, the shell and the embed loader. */
const ENTRIES = {
  '@primazia/kit': 'index.ts',
  '@primazia/kit/ui': 'ui.ts',
  '@primazia/kit/list': 'list/index.ts',
  '@primazia/kit/form': 'form/index.ts',
  '@primazia/kit/chart': 'chart/index.ts',
  '@primazia/kit/shell': 'shell.ts',
  '@primazia/kit/remote': 'remote/index.ts',
};

const parse = (/** @type {string} */ file) =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

/**
 * @typedef {object} Export
 * @property {string} name by which the entry exports it
 * @property {string} from the file or package that the entry takes it from
 * @property {string} original its name there
 */

/** The re-exports of a file. @returns {Export[]} */
function handedOn(/** @type {ts.SourceFile} */ source) {
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    const { exportClause, moduleSpecifier } = statement;
    assert.ok(
      exportClause !== undefined && ts.isNamedExports(exportClause),
      `${source.fileName} exports something without its name`,
    );
    const from = /** @type {ts.StringLiteral} */ (moduleSpecifier).text;
    return exportClause.elements.map(({ name, propertyName }) => ({
      name: name.text,
      original: (propertyName ?? name).text,
      from: from.startsWith('.') ? posix.join(dirname(source.fileName), from) : from,
    }));
  });
}

/** The exports in `docs/modules.md` are for future modules. */
const modulesPage = readFileSync(join(root, 'docs/modules.md'), 'utf8');

/** The statement that declares a name. */
const declarationOf = (/** @type {ts.SourceFile} */ source, /** @type {string} */ name) =>
  source.statements.find((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((one) => one.name.getText() === name)
      : 'name' in statement &&
        /** @type {ts.DeclarationStatement} */ (statement).name?.text === name,
  );

/** Components of Spectrum under their own names, loaded when they are needed. */
const SPECTRUM = 'shell/kit/src/spectrum.ts';

/** Whether it has a docstring, or is from a library, which documents it. */
function isDocumented(/** @type {Export} */ { from, original }) {
  if (!from.startsWith('shell/kit/') || from === SPECTRUM) return true;
  const source = parse(from);
  const next = handedOn(source).find(({ name }) => name === original);
  if (next !== undefined) return isDocumented(next);
  const declaration = declarationOf(source, original);
  assert.ok(declaration !== undefined, `${original} is not declared in ${from}`);
  return ts.getJSDocCommentsAndTags(declaration).length > 0;
}

/** The names of each entry that product code outside the kit imports. */
function importedNames() {
  /** @type {Map<string, Set<string>>} */
  const names = new Map(Object.keys(ENTRIES).map((entry) => [entry, new Set()]));
  const modules = readdirSync(root).filter((name) => name.startsWith('mfe-'));
  const users = ['shell', 'shell/embed', 'scripts/new-module/template', ...modules];
  const files = users.flatMap((user) =>
    readdirSync(join(root, user, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(user, 'src', file),
    ),
  );
  for (const file of files) {
    if (!/(?<![.]test)[.]tsx?$/.test(file)) continue;
    for (const statement of parse(file).statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
      const bindings = ts.isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      if (bindings === undefined || !('elements' in bindings)) continue;
      for (const { name, propertyName } of bindings.elements)
        names.get(moduleSpecifier.text)?.add((propertyName ?? name).text);
    }
  }
  return names;
}

describe('the entries of the kit', () => {
  const imported = importedNames();
  for (const [entry, file] of Object.entries(ENTRIES)) {
    const exports = handedOn(parse(`shell/kit/src/${file}`));
    const namesWhere = (/** @type {(one: Export) => boolean} */ holds) =>
      exports.filter(holds).map(({ name }) => name);

    it(`${entry} documents each export`, () => {
      assert.ok(exports.length > 0);
      assert.deepEqual(
        namesWhere((one) => !isDocumented(one)),
        [],
      );
    });

    it(`${entry} exports nothing that no one imports`, () => {
      assert.deepEqual(
        namesWhere(
          ({ name }) => !imported.get(entry)?.has(name) && !modulesPage.includes(`\`${name}\``),
        ),
        [],
        'Take them out, or name them in docs/modules.md. What only modules of earlier releases need is in shared.ts.',
      );
    });
  }
});
