import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { folderStore, JournalBroken } from './store.ts';

describe('the folder store', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const opened = () => {
    const store = folderStore(folder);
    return { store, loaded: store.load() };
  };

  it('begins empty', () => {
    const { store, loaded } = opened();
    assert.deepEqual(loaded, { snapshot: null, entries: [] });
    store.close();
  });

  it('keeps what was appended, without being closed', () => {
    const { store } = opened();
    store.append({ n: 1 });
    store.append({ n: 2, text: 'linha\nquebrada' });
    const again = opened();
    assert.deepEqual(again.loaded.entries, [{ n: 1 }, { n: 2, text: 'linha\nquebrada' }]);
    store.close();
    again.store.close();
  });

  it('starts a new journal with every snapshot', () => {
    const { store } = opened();
    store.append('old');
    store.compact({ so: 'far' });
    store.append('new');
    store.close();
    const again = opened();
    assert.deepEqual(again.loaded, { snapshot: { so: 'far' }, entries: ['new'] });
    again.store.close();
    assert.deepEqual(readdirSync(folder).sort(), ['journal-1.jsonl', 'snapshot.json']);
  });

  it('drops a truncated last line, and continues after the complete ones', () => {
    const { store } = opened();
    store.append({ n: 1 });
    store.close();
    appendFileSync(join(folder, 'journal-0.jsonl'), '{"n":2,"te');
    const torn = opened();
    assert.deepEqual(torn.loaded.entries, [{ n: 1 }]);
    torn.store.append({ n: 3 });
    torn.store.close();
    const again = opened();
    assert.deepEqual(again.loaded.entries, [{ n: 1 }, { n: 3 }]);
    again.store.close();
  });

  it('does not go on over a journal that is broken in the middle', () => {
    const { store } = opened();
    store.append({ n: 1 });
    store.close();
    appendFileSync(join(folder, 'journal-0.jsonl'), '{"n":\n{"n":3}\n');
    assert.throws(() => folderStore(folder).load(), JournalBroken);
  });

  it('uses the old snapshot if a kill happened before the new one was in place', () => {
    const { store } = opened();
    store.compact({ at: 1 });
    store.append('after');
    store.close();
    writeFileSync(join(folder, 'snapshot.json.tmp'), '{"number":2,"sta');
    const again = opened();
    assert.deepEqual(again.loaded, { snapshot: { at: 1 }, entries: ['after'] });
    again.store.close();
  });

  it('drops the journal that a new snapshot already contains', () => {
    const { store } = opened();
    store.append('held by the snapshot');
    store.close();
    // The kill happened after the snapshot was in place, before its journal was created.
    writeFileSync(join(folder, 'snapshot.json'), '{"number":1,"state":{"at":1}}');
    const again = opened();
    assert.deepEqual(again.loaded, { snapshot: { at: 1 }, entries: [] });
    again.store.close();
  });

  it('lets no one else read the tokens in it', () => {
    const { store } = opened();
    store.compact({});
    store.append('x');
    store.close();
    for (const name of readdirSync(folder))
      assert.equal(statSync(join(folder, name)).mode & 0o077, 0);
  });

  it('does not write before it was loaded, nor after it was closed', () => {
    const store = folderStore(folder);
    assert.throws(() => store.append('x'));
    store.load();
    store.close();
    assert.throws(() => store.append('x'));
    assert.throws(() => store.compact('x'));
  });
});
