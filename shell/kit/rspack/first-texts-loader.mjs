import { readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = 'first.json';

/** Whether a name is one that a pattern stands for: `label*` for `label_one`. */
const fits = (/** @type {string} */ name, /** @type {string} */ pattern) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);

/**
 * What of the texts the patterns name, with all below it; null: nothing.
 * @param {unknown} texts
 * @param {readonly string[][]} patterns each a path, piece by piece
 * @returns {unknown}
 */
function pick(texts, patterns) {
  if (patterns.some((pattern) => pattern.length === 0)) return texts;
  if (patterns.length === 0 || typeof texts !== 'object' || texts === null) return null;
  const kept = Object.entries(texts).flatMap(([name, below]) => {
    const deeper = patterns.filter(([own = '']) => fits(name, own)).map(([, ...rest]) => rest);
    const picked = pick(below, deeper);
    return picked === null ? [] : [[name, picked]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/**
 * Of a file of texts, `pt.json?first`, leaves those that `first.json` beside it names: what a page says while the others
 * are on their way. Its entries are paths, of which `*` stands for any piece: `bell.label*`, `*.title`.
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
