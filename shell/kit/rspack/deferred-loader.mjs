import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DEFERRED = fileURLToPath(new URL('../src/deferred/deferred.tsx', import.meta.url));

/**
 * Puts, in place of a file with one component, a component that is fetched when it is drawn (see `deferred` of the kit);
 * under `?whole` the file stays as it is.
 *
 * Options: `name` of the export, its own by default; `isNeeded`, as source; `mayWait`.
 *
 * @this {import('@rspack/core').LoaderContext<{ name?: string, isNeeded?: string, mayWait?: boolean }>}
 */
export default function defer() {
  const options = this.getOptions();
  const { name = path.basename(this.resourcePath).split('.')[0], isNeeded, mayWait } = options;
  const whole = JSON.stringify(`${this.resourcePath}?whole`);
  const load = `async () => (await import(/* webpackChunkName: "deferred" */ ${whole})).${name}`;
  const made = `deferred(${load}, ${isNeeded}, ${mayWait})`;
  return [
    `import { deferred } from ${JSON.stringify(DEFERRED)};`,
    name === 'default' ? `export default ${made};` : `export const ${name} = ${made};`,
  ].join('\n');
}
