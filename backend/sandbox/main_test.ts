import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { CLIENT, callWire, connect } from '../testing/sandbox/wire.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const PICTURES = fileURLToPath(new URL('./pictures', import.meta.url));
const CONFIG = fileURLToPath(new URL('../deno.json', import.meta.url));

describe('the process', () => {
  let folder = '';
  let children: Deno.ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  });
  afterEach(async () => {
    for (const child of children) await end(child, 'SIGKILL');
    children = [];
    rmSync(folder, { recursive: true });
  });

  async function end(child: Deno.ChildProcess, signal: Deno.Signal) {
    try {
      child.kill(signal);
    } catch (error) {
      // It has ended already.
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
    return await child.status;
  }

  function spawn(args: string[], env: Record<string, string> = {}) {
    const child = new Deno.Command(Deno.execPath(), {
      // Only the permissions that it needs.
      args: [
        'run',
        '--no-prompt',
        '--config',
        CONFIG,
        '--allow-net=127.0.0.1',
        `--allow-read=${folder},${PICTURES}`,
        `--allow-write=${folder}`,
        '--allow-env',
        MAIN,
        '--port=0',
        `--data=${join(folder, 'data')}`,
        ...args,
      ],
      env,
      stdin: 'piped',
      stdout: 'piped',
      stderr: 'piped',
    }).spawn();
    children.push(child);
    return child;
  }

  /** Starts it and waits until it prints its address. */
  async function start(args: string[] = []) {
    const child = spawn(args);
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let said = '';
    while (!said.includes('\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error(await new Response(child.stderr).text());
      said += value;
    }
    void child.stderr.cancel();
    const url = /at (http\S+)/.exec(said)?.[1];
    assert.ok(url);
    return { child, url };
  }

  it('survives a kill: prices, tokens, and a line that was half written', async () => {
    const first = await start();
    const { access, refresh } = await connect(first.url);
    const search = await callWire(first.url, 'GET', '/users/810000001/items/search?limit=20', {
      token: access,
    });
    const ids = (search.body as { results: string[] }).results;
    const set: string[] = [];
    for (const id of ids) {
      const json = { price: 321.09 };
      const answer = await callWire(first.url, 'PUT', `/items/${id}`, { token: access, json });
      if (answer.status === 200) set.push(id);
    }
    assert.ok(set.length > 10);
    const form = { ...CLIENT, grant_type: 'refresh_token', refresh_token: refresh };
    const renewed = await callWire(first.url, 'POST', '/oauth/token', { form });
    const { refresh_token: next } = renewed.body as { refresh_token: string };
    await end(first.child, 'SIGKILL');
    const journal = readdirSync(join(folder, 'data')).find((name) => name.startsWith('journal'));
    appendFileSync(join(folder, 'data', journal ?? ''), '{"kind":"put","no');

    const second = await start();
    for (const id of set) {
      const item = await callWire(second.url, 'GET', `/items/${id}`, { token: access });
      assert.equal((item.body as { price: number }).price, 321.09);
    }
    const used = await callWire(second.url, 'POST', '/oauth/token', { form });
    assert.equal(used.status, 400);
    const good = await callWire(second.url, 'POST', '/oauth/token', {
      form: { ...form, refresh_token: next },
    });
    assert.equal(good.status, 200);
  });

  it('ends with the process that started it', async () => {
    const { child } = await start();
    await child.stdin.close();
    assert.equal((await child.status).code, 0);
  });

  it('ends cleanly on a signal', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child } = await start();
      assert.equal((await end(child, signal)).code, 0, signal);
    }
  });

  it('names a setting that is wrong, and a port that is taken', async () => {
    const faulty = await spawn(['--faults=[{"kind":"flood"}]']).output();
    assert.match(new TextDecoder().decode(faulty.stderr), /SANDBOX_FAULTS/);
    const wrong = await spawn(['--pace=fast']).output();
    assert.equal(wrong.code, 1);
    assert.match(new TextDecoder().decode(wrong.stderr), /SANDBOX_PACE/);
    const { url } = await start();
    const taken = await spawn([`--port=${new URL(url).port}`]).output();
    assert.equal(taken.code, 1);
    assert.match(new TextDecoder().decode(taken.stderr), /SANDBOX_PORT/);
  });
});
