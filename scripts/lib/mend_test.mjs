import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mended } from './mend.mjs';

const INSTALLED = join(import.meta.dirname, '../../node_modules/postgres/src/connection.js');

const part = (/** @type {string[]} */ ...lines) => `${lines.join('\n')}\n`;
const STOP = '    clearImmediate(nextWriteTimer)';
const RESET = '    chunk = nextWriteTimer = null';
const OTHER = '    nextWriteTimer !== null && clearImmediate(nextWriteTimer)';

test('what is stopped is forgotten too, at both places', () => {
  const code = part(OTHER, STOP, '    if (socket) {', STOP, '    socket = null');
  const whole = part(OTHER, STOP, RESET, '    if (socket) {', STOP, RESET, '    socket = null');
  assert.equal(mended(code), whole);
  assert.equal(mended(whole), whole);
});

test('code that is not known is refused', () => {
  assert.throws(() => mended(part(OTHER, STOP)), /look at it anew/);
  assert.throws(() => mended(part(STOP, STOP, STOP)), /look at it anew/);
});

test('the driver that is installed is mended', () => {
  const code = readFileSync(INSTALLED, 'utf8');
  assert.equal(mended(code), code);
});
