import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEMPLATE = join('scripts', 'new-module', 'template');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MOST_LETTERS = 40;

const labelOf = (/** @type {string} */ name) =>
  name
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/**
 * Writes the folder of a new module from the template, which is the module `mfe-example`.
 * @param {string} root
 * @param {string | undefined} name without `mfe-`, such as `returns`
 * @returns {string} the name of the folder
 * @throws {Error} with a message for the user
 */
export function newModule(root, name) {
  if (name === undefined || !NAME.test(name) || name.length > MOST_LETTERS) {
    throw new Error(
      'Name the module in lowercase letters, digits and single hyphens: npm run new-module returns',
    );
  }
  const folder = `mfe-${name}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists already.`);
  const template = join(root, TEMPLATE);
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(root, folder, from.slice(template.length));
    const text = readFileSync(from, 'utf8')
      .replaceAll('example', name)
      .replaceAll('Example', labelOf(name));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
  return folder;
}
