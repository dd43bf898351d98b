import path from 'node:path';
import { fileURLToPath } from 'node:url';

const from = (/** @type {string} */ file) =>
  JSON.stringify(fileURLToPath(new URL(`../src/deferred/${file}`, import.meta.url)));

/**
 * Puts, in place of a file with one component, a component that is fetched when it is drawn (see `deferred` of the kit);
 * under `?whole` the file stays as it is.
 *
 * Options: `isNeeded`, as source; `mayWait`; `isIcon`: the export is the file's default, and its place is kept.
 *
 * @this {import('@rspack/core').LoaderContext<{ isNeeded?: string, mayWait?: boolean, isIcon?: boolean }>}
 */
export default function defer() {
  const { isNeeded, mayWait, isIcon } = this.getOptions();
  const name = isIcon ? 'default' : path.basename(this.resourcePath).split('.')[0];
  const whole = JSON.stringify(`${this.resourcePath}?whole`);
  const load = `async () => (await import(/* webpackChunkName: "deferred" */ ${whole})).${name}`;
  const imported = `import { deferred } from ${from('deferred.tsx')};`;
  if (isIcon) {
    return [
      imported,
      `import { IconPlace } from ${from('icon-place.tsx')};`,
      `export default deferred(${load}, undefined, false, IconPlace);`,
    ].join('\n');
  }
  return `${imported}\nexport const ${name} = deferred(${load}, ${isNeeded}, ${mayWait});`;
}
