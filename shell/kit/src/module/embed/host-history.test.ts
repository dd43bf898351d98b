import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { type HostHistoryParts, keepInAddress, keepToItself } from './host-history.ts';

const settled = () => new Promise((done) => setTimeout(done));
const elsewhere = rs.fn();
const parts: HostHistoryParts = {
  start: '/app/prices',
  owns: (path) => path.startsWith('/app/prices'),
  hrefOf: (path) => `https://app.example${path}`,
  elsewhere,
};
const open = (parameter: string) => {
  const history = keepInAddress(parameter, parts);
  if (history === null) throw new Error('the parameter is taken');
  return history;
};

beforeEach(() => {
  elsewhere.mockReset();
  window.history.replaceState({ host: 1 }, '', '/orders?id=7');
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('a place that is kept in the address', () => {
  it('uses one parameter, and keeps those of the host', async () => {
    const history = open('price');
    history.push('/app/prices/3?page=2');
    await settled();
    expect(history.location).toMatchObject({ pathname: '/app/prices/3', search: '?page=2' });
    const { searchParams, pathname } = new URL(window.location.href);
    expect(pathname).toBe('/orders');
    expect(Object.fromEntries(searchParams)).toEqual({ id: '7', price: 'prices/3?page=2' });
    expect(window.history.state).toMatchObject({ host: 1 });
    expect(history.createHref('/app/prices/4')).toContain('price=prices%2F4');
    history.destroy();
  });

  it('starts at the path of its parameter, if that is the module’s', () => {
    window.history.replaceState(null, '', '/?price=prices%2F9');
    const history = open('price');
    expect(history.location.pathname).toBe('/app/prices/9');
    history.destroy();
    window.history.replaceState(null, '', '/?price=..%2F..%2Flogin');
    const other = open('price');
    expect(other.location.pathname).toBe('/app/prices');
    other.destroy();
  });

  it('belongs to one element at a time', () => {
    const history = open('price');
    expect(keepInAddress('price', parts)).toBeNull();
    history.destroy();
    open('price').destroy();
  });
});

describe.each([
  ['to itself', () => keepToItself(parts)],
  ['in the address', () => open('price')],
])('a place that is kept %s', (_where, make) => {
  it('leads out of the element where a path is not the module’s', async () => {
    const history = make();
    history.push('/app/accounts');
    await settled();
    expect(elsewhere).toHaveBeenCalledWith('/app/accounts');
    expect(history.location.pathname).toBe('/app/prices');
    history.destroy();
  });

  it('asks before the page is left with unsaved work, until it is unmounted', () => {
    const history = make();
    history.block({ blockerFn: () => true, enableBeforeUnload: true });
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    history.destroy();
    expect(leave()).toBe(false);
  });
});
