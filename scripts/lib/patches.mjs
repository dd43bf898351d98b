import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

/**
 * The results of the patches, as texts that have to be in the files of the installed packages.
 * @param {string} root
 * @returns {{ patch: string, file: string, text: string }[]} one per hunk; `file` from the root
 */
export function hunks(root) {
  const folder = join(root, 'patches');
  return readdirSync(folder).flatMap((patch) => {
    const [, ...files] = readFileSync(join(folder, patch), 'utf8').split(/^\+\+\+ b\//m);
    return files.flatMap((part) => {
      const [head = '', ...parts] = part.split(/^@@ .*\n/m);
      return parts.map((hunk) => ({
        patch,
        file: head.trim(),
        text: hunk
          .split('\n')
          .filter((line) => /^[ +]/.test(line))
          .map((line) => line.slice(1))
          .join('\n'),
      }));
    });
  });
}

/** Whether every patch of `patches/` has been applied to what is installed. */
export const arePatched = (/** @type {string} */ root) =>
  hunks(root).every(({ file, text }) => readFileSync(join(root, file), 'utf8').includes(text));

/**
 * Applies the patches unless they are applied already. npm does this after an installation; it does not where scripts
 * are switched off.
 * @param {string} root
 * @throws {Error} where a patch no longer fits the installed version
 */
export async function applyPatches(root) {
  if (arePatched(root)) return;
  const tool = join(root, 'node_modules', 'patch-package', 'index.js');
  const { code, output } = await run(process.execPath, [tool, '--error-on-fail'], { cwd: root });
  if (code !== 0) throw new Error(`A patch could not be applied.\n${output.trim()}`);
}
