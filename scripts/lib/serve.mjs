import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { denoBinary } from './deno.mjs';
import { permissions } from './permissions.mjs';
import { STOP_SIGNALS } from './processes.mjs';
import { supervise } from './supervise.mjs';

/**
 * The environment of the backend: with a collector of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT) also the settings that make
 * the runtime send traces to it. Existing values take precedence.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const withTracing = (env) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
    ? {
        OTEL_DENO: 'true',
        OTEL_SERVICE_NAME: 'primazia',
        // The log has its own file, and metrics are read at /metrics.
        OTEL_DENO_CONSOLE: 'ignore',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_TRACES_SAMPLER: 'parentbased_always_on',
        ...env,
      }
    : env;

/**
 * Runs the backend of a completely installed folder until it is stopped.
 * @param {{ root: string, port: number, print: (line: string) => void, cache?: string, pages?: Promise<unknown> }} what
 *   `cache`: the folder of Deno's compiled code; `pages`: resolves when they are built, if they are not yet
 * @returns {Promise<number>} the exit code for this process
 */
export async function serve({
  root,
  port,
  print,
  cache = join(root, 'node_modules', '.deno'),
  pages,
}) {
  const deno = denoBinary(root);
  return await supervise({
    command: deno,
    args: [
      'run',
      ...permissions({ root, deno, port, env: process.env }),
      join(root, 'backend', 'main.ts'),
      '--lifeline',
      ...(pages === undefined ? [] : ['--pages-follow']),
    ],
    cwd: root,
    env: { DENO_DIR: cache, ...withTracing(process.env), DENO_NO_UPDATE_CHECK: '1' },
    print,
    ...(pages && { pages }),
  });
}

/**
 * Runs `backend/database.ts` on the product's database with the user's permissions to read and write any folder. This process
 * ends with its exit code.
 * @param {string} root
 * @param {string[]} args
 */
export function runDatabaseCommand(root, args) {
  const child = spawn(
    denoBinary(root),
    ['run', '-A', join(root, 'backend', 'database.ts'), ...args],
    { stdio: 'inherit', cwd: root },
  );
  for (const [signal] of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
