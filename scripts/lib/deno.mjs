import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The real Deno binary. `node_modules/.bin/deno` may be a script that waits for Deno synchronously and forwards no signals;
 * and after `npm install --ignore-scripts` the binary is only in the package of this platform.
 * @param {string} root
 * @returns {string}
 */
export function denoBinary(root) {
  const require = createRequire(join(root, 'package.json'));
  let home;
  try {
    home = dirname(require.resolve('deno/package.json'));
  } catch (error) {
    throw new Error('Deno is not installed: run npm install.', { cause: error });
  }
  const placed = join(home, process.platform === 'win32' ? 'deno.exe' : 'deno');
  if (existsSync(placed)) return placed;
  const binary = require('deno/install_api.cjs').runInstall();
  // In a read-only folder it stays in the platform's package, perhaps not executable yet.
  if (process.platform !== 'win32' && binary !== placed) chmodSync(binary, 0o755);
  return binary;
}
