import { readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = 'first.json';

/** Whether a name matches a pattern: `label*` matches `label_one`. */
const fits = (/** @type {string} */ name, /** @type {string} */ pattern) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);

/**
 * The part of the texts that the patterns name, with all below it; null: nothing.
 * @param {unknown} texts
 * @param {readonly string[][]} patterns each a path, piece by piece
 * @returns {unknown}
 */
function pick(texts, patterns) {
  if (patterns.some((pattern) => pattern.length === 0)) return texts;
  if (patterns.length === 0 || typeof texts !== 'object' || texts === null) return null;
  const picked = Object.entries(texts).flatMap(([name, below]) => {
    const deeper = patterns.filter(([own = '']) => fits(name, own)).map(([, ...rest]) => rest);
    const picked = pick(below, deeper);
    return picked === null ? [] : [[name, picked]];
  });
  return picked.length === 0 ? null : Object.fromEntries(picked);
}

/**
 * Reduces a file of texts, `pt.json?first`, to those listed in its `first.json`: the texts that a page shows while the others
 * load. Its entries are paths with `*` as a wildcard: `bell.label*`, `*.title`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 */
export default function firstTexts(source) {
  const list = path.join(path.dirname(this.resourcePath), LIST);
  this.addDependency(list);
  /** @type {string[]} */
  const patterns = JSON.parse(readFileSync(list, 'utf8'));
  return JSON.stringify(
    pick(
      JSON.parse(source),
      patterns.map((pattern) => pattern.split('.')),
    ) ?? {},
  );
}
