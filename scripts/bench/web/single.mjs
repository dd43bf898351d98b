import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from '../../lib/compress.mjs';
import { npm } from '../../lib/npm.mjs';
import { run } from '../../lib/processes.mjs';

const config = fileURLToPath(new URL('single.config.mjs', import.meta.url));

/**
 * Builds the single bundle, compressed like the modules.
 * @param {string} root
 * @param {string} folder the output
 * @throws {Error} with the builder's output
 */
export async function buildSingle(root, folder) {
  const { command, first } = npm();
  const { code, output } = await run(command, [...first, 'run', 'build', '--', '-c', config], {
    cwd: join(root, 'shell'),
    env: { ...process.env, NODE_ENV: 'production', PRIMAZIA_SINGLE: folder },
  });
  if (code !== 0) throw new Error(`Building the single bundle failed.\n${output.trim()}`);
  await compress(folder);
}
