import { describe, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { scopeHistory } from './history.ts';

const settled = () => new Promise((done) => setTimeout(done));

const stage = () => {
  const shell = createMemoryHistory({ initialEntries: ['/app/prices'] });
  const view = scopeHistory(shell, (path) => path.startsWith('/app/prices'));
  const received: string[] = [];
  view.subscribe(({ location }) => received.push(location.href));
  return { shell, view, received };
};

describe("a module's view of the shell's history", () => {
  it('navigates the real history and is notified', async () => {
    const { shell, view, received } = stage();
    view.push('/app/prices?page=2');
    await settled();
    expect(shell.location.href).toBe('/app/prices?page=2');
    expect(received).toEqual(['/app/prices?page=2']);
    view.back();
    await settled();
    expect(view.location.href).toBe('/app/prices');
  });

  it('ignores other paths', async () => {
    const { shell, view, received } = stage();
    shell.push('/login');
    await settled();
    expect(received).toEqual([]);
    expect(view.location.href).toBe('/app/prices');
    shell.push('/app/prices?page=3');
    await settled();
    expect(received).toEqual(['/app/prices?page=3']);
  });

  it('removes its listeners', async () => {
    const { shell, view, received } = stage();
    const others: string[] = [];
    shell.subscribe(({ location }) => others.push(location.href));
    view.block({ blockerFn: () => true });
    shell.push('/app/prices?page=4');
    await settled();
    expect(shell.location.href).toBe('/app/prices');

    view.destroy();
    shell.push('/app/prices?page=5');
    await settled();
    expect(shell.location.href).toBe('/app/prices?page=5');
    expect(others).toEqual(['/app/prices?page=5']);
    expect(received).toEqual([]);
    expect(shell.subscribers.size).toBe(1);
  });

  it('does not lead back a person who has gone elsewhere, nor for a module that is gone', async () => {
    const { shell, view } = stage();
    shell.push('/app/accounts');
    view.push('/app/prices/7');
    view.replace('/app/prices?search=a');
    await settled();
    expect(shell.location.href).toBe('/app/accounts');

    shell.push('/app/prices');
    view.replace('/app/prices?search=a');
    await settled();
    expect(shell.location.href).toBe('/app/prices?search=a');
    view.push('/app/accounts');
    await settled();
    expect(shell.location.href).toBe('/app/accounts');

    shell.push('/app/prices');
    view.destroy();
    view.push('/app/prices/7');
    await settled();
    expect(shell.location.href).toBe('/app/prices');
  });
});
