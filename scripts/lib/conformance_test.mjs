import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../conformance.mjs', import.meta.url));

it('replays records of a folder with a comma in its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'a, b-'));
  try {
    writeFileSync(join(folder, 'a.jsonl'), '{"api":"v2.a","path":"/a"}\n');
    const output = execFileSync(process.execPath, [script, folder], { encoding: 'utf8' });
    assert.match(output, /^a\.jsonl: 0 understood, 0 typed errors, 1 not used, 0 failed$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
