// @rstest-environment happy-dom
import { describe, expect, it, rs } from '@rstest/core';
import { createShellHistory } from './history.ts';

const popstate = (more: object) => Object.assign(new PopStateEvent('popstate'), more);

describe('the history of the page', () => {
  it('follows the browser, and ignores the event that single-spa repeats for each navigation', async () => {
    const history = createShellHistory();
    const listener = rs.fn();
    history.subscribe(({ location }) => listener(location.pathname));
    history.push('/app/one');
    expect(listener.mock.calls).toEqual([['/app/one']]);

    window.dispatchEvent(popstate({ singleSpa: true, singleSpaTrigger: 'pushState' }));
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);

    window.dispatchEvent(popstate({}));
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(2);
    history.destroy();
  });

  it('calls a guard once, although the event is repeated', async () => {
    const history = createShellHistory();
    const guard = rs.fn(() => false);
    history.block({ blockerFn: guard });
    history.push('/app/two');
    await expect.poll(() => location.pathname).toBe('/app/two');
    window.dispatchEvent(popstate({ singleSpa: true, singleSpaTrigger: 'pushState' }));
    await Promise.resolve();
    expect(guard).toHaveBeenCalledTimes(1);
    history.destroy();
  });

  it('is silent when it was destroyed', async () => {
    const history = createShellHistory();
    const listener = rs.fn();
    history.subscribe(listener);
    history.destroy();
    window.dispatchEvent(popstate({}));
    await Promise.resolve();
    expect(listener).not.toHaveBeenCalled();
  });
});
