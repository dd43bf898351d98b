import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { fakeSession } from '../../testing/fakes.ts';
import { keepToOneWindow, returnSession } from './windows.ts';

type MessageListener = (event: { data: unknown }) => void;
let open: { listeners: MessageListener[] }[] = [];

/** Like the browser's: all receive a message but its sender. */
class FakeChannel {
  readonly listeners: MessageListener[] = [];
  constructor() {
    open.push(this);
  }
  addEventListener(_type: 'message', listener: MessageListener) {
    this.listeners.push(listener);
  }
  postMessage(data: unknown) {
    for (const channel of open) {
      if (channel !== this) for (const listener of channel.listeners) listener({ data });
    }
  }
  close() {
    open = open.filter((channel) => channel !== this);
  }
}

beforeEach(() => {
  open = [];
  rs.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  rs.unstubAllGlobals();
});

const token = (sid: string) => `e30.${btoa(JSON.stringify({ sid }))}.x`;
const temporary = (sid: string, over = {}) =>
  fakeSession({ temporary: true, token: token(sid), ...over });

function openWindow(session = temporary('one'), isAside = false) {
  keepToOneWindow(session, () => isAside);
  return session;
}

describe('a temporary session', () => {
  it('is dropped by a window that was duplicated from its own', () => {
    const first = openWindow();
    const other = openWindow(temporary('two'));
    const copy = openWindow();
    expect(copy.token).toBeNull();
    expect(copy.temporary).toBe(true);
    expect(first.token).toBe(token('one'));
    expect(other.token).toBe(token('two'));
  });

  it('does not affect the browser’s sessions', () => {
    const stored = () => fakeSession({ token: token('one') });
    openWindow(stored());
    expect(openWindow(stored()).token).toBe(token('one'));
    expect(openWindow().token).toBe(token('one'));
  });

  it('is kept by the window in which the user signs in again, and continues in its own', () => {
    const waiting = openWindow(temporary('one', { expired: true, companyId: 7 }));
    const bystander = openWindow(temporary('two', { expired: true }));
    const aside = openWindow(temporary('one', { companyId: 7 }), true);
    expect(aside.token).toBe(token('one'));
    returnSession(aside, { ...aside, token: token('new'), refreshToken: 'r2', locale: 'es' });
    expect(waiting).toMatchObject({
      token: token('new'),
      refreshToken: 'r2',
      companyId: 7,
      locale: 'pt',
      temporary: true,
      expired: false,
    });
    expect(bystander).toMatchObject({ token: token('two'), expired: true });
    expect(aside.token).toBe(token('one'));
  });

  it('takes nothing back that it does not wait for', () => {
    const busy = openWindow();
    returnSession(temporary('one'), temporary('new'));
    expect(busy.token).toBe(token('one'));
  });
});
