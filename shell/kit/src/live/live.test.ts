import type { LiveEvent } from '@primazia/backend/platform/contract';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { fakeApi, fakeSession } from '../../testing/index.ts';
import { createLive, type LiveParts, waitBefore } from './live.ts';

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  constructor(readonly address: URL) {
    super();
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  says(message: unknown) {
    this.dispatchEvent(
      Object.assign(new Event('message'), {
        data: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    );
  }
  hangsUp(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

const latest = () => {
  const socket = FakeSocket.all.at(-1);
  if (socket === undefined) throw new Error('Nothing was opened.');
  return socket;
};

let live: ReturnType<typeof createLive>;
const start = (over: Partial<LiveParts> = {}) => {
  live = createLive({
    url: '/api/live',
    session: fakeSession(),
    api: fakeApi({}),
    random: () => 1,
    ...over,
  });
  return live;
};

beforeEach(() => {
  FakeSocket.all = [];
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  live.close();
  rs.useRealTimers();
  rs.unstubAllGlobals();
});

describe('the live connection', () => {
  it('identifies itself and passes each topic to its listeners', () => {
    start();
    const received: LiveEvent[] = [];
    const deaf: LiveEvent[] = [];
    latest().open();
    expect(latest().sent).toEqual([{ token: 'token' }]);
    expect(latest().address.protocol).toMatch(/^wss?:$/);
    latest().says({ type: 'ready' });
    expect(live.state.connected).toBe(true);

    const stop = live.hear(['listings', 'rules'], (event) => received.push(event));
    live.hear(['notifications'], (event) => deaf.push(event));
    latest().says({ type: 'rules', ids: [3] });
    latest().says('no json');
    latest().says({ type: 'weather', ids: [1] });
    stop();
    latest().says({ type: 'rules', ids: [4] });
    expect(received).toEqual([{ type: 'rules', ids: [3] }]);
    expect(deaf).toEqual([]);
  });

  it('opens with the first token of an element whose company is known before', async () => {
    const session = fakeSession();
    session.token = null;
    start({ session });
    expect(FakeSocket.all).toHaveLength(0);
    session.token = 'first';
    await Promise.resolve();
    latest().open();
    expect(latest().sent).toEqual([{ token: 'first' }]);
    session.token = 'second';
    await Promise.resolve();
    expect(FakeSocket.all).toHaveLength(1);
    expect(latest().sent).toEqual([{ token: 'first' }, { token: 'second' }]);
  });

  it('reconnects automatically, and then reports that anything may have changed', () => {
    start();
    latest().open();
    latest().says({ type: 'ready' });
    const received: LiveEvent[] = [];
    live.hear(['listings', 'rules'], (event) => received.push(event));
    latest().hangsUp();
    expect(live.state.connected).toBe(false);
    expect(FakeSocket.all).toHaveLength(1);
    rs.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    latest().open();
    latest().says({ type: 'ready' });
    expect(received).toEqual([
      { type: 'listings', ids: [] },
      { type: 'rules', ids: [] },
    ]);
  });

  it('waits longer after each failure, never in step with other pages, never for ever', () => {
    const waits = [0, 1, 2, 3, 20].map((attempt) => waitBefore(attempt, () => 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
    expect(waitBefore(1, () => 0)).toBe(1_000);
  });

  it('reconnects immediately when the server is available, and retries no sooner if only one refuses it', async () => {
    const api = fakeApi({});
    start({ api });
    latest().open();
    latest().says({ type: 'ready' });
    latest().hangsUp();
    expect(api.connection.reach).toBe('doubtful');
    api.connection.reach = 'ok';
    await rs.advanceTimersByTimeAsync(0);
    expect(FakeSocket.all).toHaveLength(1);
    await rs.advanceTimersByTimeAsync(1_000);
    latest().hangsUp();
    expect(api.connection.reach).toBe('ok');

    api.connection.reach = 'offline';
    await rs.advanceTimersByTimeAsync(0);
    const { length } = FakeSocket.all;
    api.connection.reach = 'ok';
    await rs.advanceTimersByTimeAsync(0);
    expect(FakeSocket.all).toHaveLength(length + 1);
  });

  it('renews the token where the server refuses it, once for each loss', async () => {
    const renew = rs.fn(async () => true);
    start({ api: { ...fakeApi({}), renew } });
    latest().open();
    latest().hangsUp(4401);
    await rs.advanceTimersByTimeAsync(1_000);
    expect(renew).toHaveBeenCalledTimes(1);
    latest().open();
    latest().hangsUp(4401);
    await rs.advanceTimersByTimeAsync(2_000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it('pauses where the session is over, and resumes with the next one', async () => {
    const session = fakeSession();
    const renew = async () => {
      session.expired = true;
      return false;
    };
    start({ session, api: { ...fakeApi({}), renew } });
    latest().open();
    latest().hangsUp(4401);
    await rs.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    session.expired = false;
    await rs.advanceTimersByTimeAsync(0);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('belongs to one company at a time', async () => {
    const session = fakeSession({ companyId: null });
    start({ session });
    expect(FakeSocket.all).toHaveLength(0);
    Object.assign(session, { companyId: 7, token: 'of-7' });
    await rs.advanceTimersByTimeAsync(0);
    const first = latest();
    first.open();
    first.says({ type: 'ready' });
    expect(first.sent.at(-1)).toEqual({ token: 'of-7' });
    session.token = 'of-7-renewed';
    await rs.advanceTimersByTimeAsync(0);
    expect(first.sent.at(-1)).toEqual({ token: 'of-7-renewed' });
    session.companyId = 8;
    await rs.advanceTimersByTimeAsync(0);
    expect(first.readyState).toBe(3);
    expect(FakeSocket.all).toHaveLength(2);
    const received: LiveEvent[] = [];
    live.hear(['rules'], (event) => received.push(event));
    first.says({ type: 'rules', ids: [1] });
    expect(received).toEqual([]);
  });
});
