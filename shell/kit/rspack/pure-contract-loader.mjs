/** A line that something begins in at the top of a file, as the formatter lays files out. */
const BEGINS = /^[^\s})\]]/;
const DECLARES = /^((?:export )?const [A-Za-z_$][\w$]*(?:: [^=]+)? = )([\s\S]*);(\s*)$/;

/**
 * Marks each constant of a contract as free of effects: what a page does not use of it is left out, which no bundler
 * does by itself with what is made by calls.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 */
export default function pureContract(source) {
  const pieces = /** @type {string[]} */ ([]);
  for (const line of source.split(/(?<=\n)/)) {
    if (BEGINS.test(line) || pieces.length === 0) pieces.push(line);
    else pieces[pieces.length - 1] += line;
  }
  return pieces
    .map((piece) => piece.replace(DECLARES, '$1/*#__PURE__*/ (() => ($2))();$3'))
    .join('');
}
