import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const MODULE = fileURLToPath(new URL('processes.mjs', import.meta.url));
// A command whose child writes endlessly.
const ENDLESS = `
  import { endChildrenOnSignals, run } from ${JSON.stringify(MODULE)};
  endChildrenOnSignals();
  const child = 'console.error(process.pid); setInterval(() => console.log("x".repeat(10_000)), 1)';
  await run(process.execPath, ['-e', child], { show: true });
`;

const isAlive = (/** @type {number} */ pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a command whose output is not read any more', () => {
  it('ends silently, with the processes that it started', { timeout: 20_000 }, async () => {
    const command = spawn(process.execPath, ['--input-type=module', '-e', ENDLESS]);
    let output = '';
    command.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    // As `| head -1` does.
    command.stdout.once('data', () => command.stdout.destroy());
    const code = await new Promise((resolve) => command.on('close', resolve));
    assert.equal(code, 141);
    assert.match(output, /^\d+\n$/);
    for (let tries = 0; tries < 100 && isAlive(Number(output)); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(isAlive(Number(output)), false);
  });
});
