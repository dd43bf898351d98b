import { accounts } from '@primazia/backend/catalog/contract';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  type RouterHistory,
} from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { fakeApi, fakeLive, fakeSession } from '../../testing/index.ts';
import { useQueryCall } from '../api/hooks.ts';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { useLiveRefresh } from '../live/hooks.ts';
import { defineModule, type ModuleProps } from './define-module.tsx';
import { lazily } from './lazily.tsx';

let running = 0;
let drawings = 0;
/** How many answers differ from the one before. */
let changes = 0;
let isBroken = false;
let isDirty = false;

function Hello() {
  if (isBroken) throw new Error('A bug.');
  drawings += 1;
  const { data } = useQueryCall(accounts, {});
  useLiveRefresh(['accounts'], [accounts]);
  useEffect(() => {
    running += 1;
    return () => {
      running -= 1;
    };
  }, []);
  return (
    <>
      <h1>Hello</h1>
      <input aria-label="Note" />
      <p>{data?.map(({ name }) => name).join()}</p>
      <LeaveGuard when={isDirty} />
    </>
  );
}

/** A page whose code is on its way for ever, as it is without a network. */
const Late = lazily(() => new Promise<() => null>(() => {}), <p>soon</p>);

const root = createRootRoute();
const route = (path: string, component: (props: object) => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });
const own = async () => ({ default: {} });
const { mount, unmount, keep } = defineModule({
  name: 'mfe-test',
  texts: { pt: own, en: own, es: own },
  routes: root.addChildren([
    route('hello', Hello),
    route('other', () => <h1>Other</h1>),
    route('late', Late),
  ]),
});
if (keep === undefined) throw new Error('The kit keeps modules.');

let place: HTMLElement;
let shell: RouterHistory;
let api: ReturnType<typeof fakeApi>;
let live: ReturnType<typeof fakeLive>;
let broke: ReturnType<typeof rs.fn>;

// single-spa gives more than this.
const propsOf = (over: Partial<ModuleProps> = {}) =>
  ({
    name: 'mfe-test',
    domElement: place,
    session: fakeSession(),
    api,
    live,
    history: shell,
    basePath: '/app',
    broke,
    keeps: () => true,
    ...over,
  }) as unknown as Parameters<typeof mount>[0];
const note = () => screen.getByLabelText<HTMLInputElement>('Note');
const asked = () => api.calls.length;
const isHidden = () => expect.poll(() => running).toBe(0);

/** Opens the page, types a note, and goes elsewhere. */
async function typeAndLeave(over: Partial<ModuleProps> = {}) {
  await mount(propsOf());
  await screen.findByText('Loja 1');
  await userEvent.type(note(), 'mine');
  shell.push('/login');
  await unmount(propsOf(over));
}

/** Leaves the page while something else stands beside it. */
async function leaveBeside(attributes: Readonly<Record<string, string>>) {
  const beside = document.createElement('section');
  for (const [name, value] of Object.entries(attributes)) beside.setAttribute(name, value);
  document.body.append(beside);
  await typeAndLeave();
  beside.remove();
}

beforeEach(() => {
  isBroken = false;
  isDirty = false;
  place = document.createElement('div');
  document.body.append(place);
  shell = createMemoryHistory({ initialEntries: ['/app/hello'] });
  changes = Number.POSITIVE_INFINITY;
  let round = 0;
  api = fakeApi({
    '/v1/accounts': () => {
      round = Math.min(round + 1, changes);
      return [{ id: 1, name: `Loja ${round}`, marketplaceId: 2, status: 'active' }];
    },
  });
  live = fakeLive();
  broke = rs.fn();
});
afterEach(async () => {
  await keep.end();
  cleanup();
  place.remove();
});

describe('a module that is left', () => {
  it('comes back with what was typed, and asks for news only then', async () => {
    await typeAndLeave();
    expect(keep.isKept()).toBe(true);
    await isHidden();
    const before = asked();
    live.tell({ type: 'accounts', ids: [1] });
    await new Promise((done) => setTimeout(done, 200));
    expect(asked()).toBe(before);

    shell.push('/app/hello');
    await mount(propsOf());
    expect(running).toBe(1);
    expect(note().value).toBe('mine');
    // It is seen first.
    expect(asked()).toBe(before);
    await screen.findByText('Loja 2');
    live.tell({ type: 'accounts', ids: [1] });
    await screen.findByText('Loja 3');
  });

  it('is shown as it was drawn last, also where it has been asked anew without any change', async () => {
    changes = 1;
    await typeAndLeave();
    await isHidden();
    shell.push('/app/hello');
    const before = asked();
    await mount(propsOf());
    await expect.poll(() => asked()).toBe(before + 1);
    // Not seen by anybody: what came was the same.
    await new Promise((done) => setTimeout(done, 20));
    shell.push('/login');
    await unmount(propsOf());
    const shown = drawings;
    await isHidden();
    // It catches up while hidden.
    await expect.poll(() => drawings).toBe(shown + 1);
    shell.push('/app/hello');
    await mount(propsOf());
    expect(drawings).toBe(shown + 1);
  });

  it('is out of sight at once, and in sight however soon it is come back to', async () => {
    await typeAndLeave();
    for (let round = 0; round < 2; round += 1) {
      expect(place.style.contentVisibility).toBe('hidden');
      shell.push('/app/hello');
      await mount(propsOf());
      expect(place.style.contentVisibility).toBe('');
      shell.push('/login');
      await unmount(propsOf());
    }
    await isHidden();
    expect(place.style.contentVisibility).toBe('hidden');
    shell.push('/app/hello');
    await mount(propsOf());
    expect(place.style.contentVisibility).toBe('');
  });

  it('comes back at another address with that page', async () => {
    await typeAndLeave();
    await isHidden();
    shell.push('/app/other');
    await mount(propsOf());
    expect(screen.getByRole('heading').textContent).toBe('Other');
    shell.push('/app/hello');
    await screen.findByRole('heading', { name: 'Hello' });
    expect(note().value).toBe('');
  });

  it('goes on where it is come back to at once', async () => {
    await typeAndLeave();
    shell.push('/app/hello');
    await mount(propsOf());
    await new Promise((done) => setTimeout(done, 150));
    expect(running).toBe(1);
    expect(note().value).toBe('mine');
  });

  it('is gone where the shell lets go of it', async () => {
    await typeAndLeave();
    await isHidden();
    await keep.end();
    expect(keep.isKept()).toBe(false);
    expect(place.innerHTML).toBe('');
    expect(shell.subscribers.size).toBe(0);
    shell.push('/app/hello');
    await mount(propsOf());
    await screen.findByText('Loja 2');
    expect(note().value).toBe('');
  });

  it('is gone at once where the shell does not keep it', async () => {
    const paths: string[] = [];
    await typeAndLeave({
      keeps: (path) => {
        paths.push(path);
        return false;
      },
    });
    expect(paths).toEqual(['/app/hello']);
    expect(place.innerHTML).toBe('');
  });

  it('is gone with what was not saved: whoever leaves has been asked', async () => {
    isDirty = true;
    await mount(propsOf());
    await screen.findByText('Loja 1');
    await unmount(propsOf());
    expect(place.innerHTML).toBe('');
  });

  it.each(['dialog', 'alertdialog', 'menu', 'listbox'])('is gone with an open %s', async (role) => {
    await leaveBeside({ role });
    expect(place.innerHTML).toBe('');
  });

  it.each([
    ['a toast', { role: 'alertdialog', 'aria-modal': 'false' }],
    ['a list that is folded', { role: 'listbox', hidden: '' }],
  ])('stays beside %s', async (_name, attributes) => {
    await leaveBeside(attributes);
    expect(keep.isKept()).toBe(true);
  });

  it('is gone where a page of it broke', async () => {
    const silent = rs.spyOn(console, 'error').mockImplementation(() => undefined);
    isBroken = true;
    await mount(propsOf());
    await screen.findByRole('alert');
    expect(broke).toHaveBeenCalledTimes(1);
    await unmount(propsOf());
    expect(place.innerHTML).toBe('');
    silent.mockRestore();
  });
});

describe('a module that is made ready', () => {
  it('is drawn without asking for anything, and runs when it is mounted', async () => {
    shell.push('/login');
    await keep.prepare(propsOf(), '/app/hello');
    await expect.poll(() => place.querySelector('h1')?.textContent).toBe('Hello');
    expect(running).toBe(0);
    expect(asked()).toBe(0);
    const drawn = place.querySelector('h1');

    shell.push('/app/hello');
    await mount(propsOf());
    expect(running).toBe(1);
    expect(screen.getByRole('heading')).toBe(drawn);
    await screen.findByText('Loja 1');
  });

  it('is laid out where nobody sees it, and hidden again', async () => {
    const laidOut: string[] = [];
    const measure = rs
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockImplementation(function (this: HTMLElement) {
        if (this.parentElement === place) {
          laidOut.push(`${place.style.contentVisibility} ${this.style.display}`);
        }
        return new DOMRect();
      });
    shell.push('/login');
    await keep.prepare(propsOf(), '/app/hello');
    await expect.poll(() => laidOut).toContain('hidden ');
    const drawn = place.firstElementChild as HTMLElement;
    expect(drawn.style.display).toBe('none');
    measure.mockRestore();

    shell.push('/app/hello');
    await mount(propsOf());
    expect(place.style.contentVisibility).toBe('');
    expect(drawn.style.display).toBe('');
  });

  it('is mounted at another page just as well', async () => {
    shell.push('/login');
    await keep.prepare(propsOf(), '/app/hello');
    shell.push('/app/other');
    await mount(propsOf());
    expect(screen.getByRole('heading').textContent).toBe('Other');
    expect(asked()).toBe(0);
  });

  it('is mounted at a page whose code does not come, which says so itself', async () => {
    shell.push('/login');
    await keep.prepare(propsOf(), '/app/hello');
    shell.push('/app/late');
    await mount(propsOf());
    expect(screen.getByText('soon')).toBeTruthy();
    expect(broke).not.toHaveBeenCalled();
  });

  it('is mounted while it is being made ready', async () => {
    const ready = keep.prepare(propsOf(), '/app/other');
    await mount(propsOf());
    await ready;
    await screen.findByRole('heading', { name: 'Hello' });
    await screen.findByText('Loja 1');
    expect(running).toBe(1);
  });

  it('and broke meanwhile is made anew, and nobody hears of it', async () => {
    const silent = rs.spyOn(console, 'error').mockImplementation(() => undefined);
    isBroken = true;
    shell.push('/login');
    await keep.prepare(propsOf(), '/app/hello');
    await expect.poll(() => place.querySelector('[role=alert]')).not.toBe(null);
    isBroken = false;
    shell.push('/app/hello');
    await mount(propsOf());
    await screen.findByText(/^Loja/);
    expect(broke).not.toHaveBeenCalled();
    silent.mockRestore();
  });
});

it('tells when the page has what it asked for', async () => {
  const settled = rs.fn();
  await mount(propsOf({ settled }));
  await screen.findByText('Loja 1');
  expect(settled).not.toHaveBeenCalled();
  await expect.poll(() => settled.mock.calls.length).toBe(1);
});
