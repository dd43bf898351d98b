import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Stage } from '../../testing/stage.tsx';
import { deferred, fetchDeferred, putOff } from './deferred.tsx';
import { onMissingPart } from './plugged.ts';

afterEach(() => {
  cleanup();
  rs.useRealTimers();
  rs.restoreAllMocks();
});

/** What is fetched while it is drawn arrives within the act. */
const draw = (node: ReactNode) => act(async () => render(node));

interface DoorProps {
  isOpen: boolean;
  name: string;
}

function Door({ isOpen, name }: DoorProps) {
  return (
    <p>
      {name} is {isOpen ? 'open' : 'closing'}
    </p>
  );
}

/** Open until it is closed. */
function Room({ Front }: { Front: ComponentType<DoorProps> }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Front isOpen={isOpen} name="front" />
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
    </>
  );
}

/** A part that is loading, and the function that loads it. */
function onItsWay() {
  let bring: (component: ComponentType<DoorProps>) => void = () => {};
  const load = rs.fn(() => new Promise<typeof Door>((resolve) => (bring = resolve as never)));
  return { load, bring: () => act(async () => bring(Door)) };
}

describe('a deferred part', () => {
  it('is shown where it is drawn once it is loaded, and is fetched once', async () => {
    const { load, bring } = onItsWay();
    const Deferred = deferred(load);
    await draw(
      <>
        <Deferred isOpen name="front" />
        <Deferred isOpen name="back" />
      </>,
    );
    expect(screen.queryByText(/is open/)).toBeNull();
    await bring();
    expect(screen.getByText('front is open')).toBeTruthy();
    expect(screen.getByText('back is open')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is drawn in one go where it is here already', async () => {
    const Deferred = deferred(async () => Door);
    await fetchDeferred();
    render(<Deferred isOpen name="front" />);
    expect(screen.getByText('front is open')).toBeTruthy();
  });

  it('is not requested while it is closed, and closes itself', async () => {
    const load = rs.fn(async () => Door);
    const Deferred = deferred(load, ({ isOpen }) => isOpen);
    const view = await draw(<Deferred isOpen={false} name="front" />);
    expect(load).not.toHaveBeenCalled();
    await act(async () => view.rerender(<Deferred isOpen name="front" />));
    expect(screen.getByText('front is open')).toBeTruthy();
    await act(async () => view.rerender(<Deferred isOpen={false} name="front" />));
    expect(screen.getByText('front is closing')).toBeTruthy();
  });

  it('that failed to load is fetched again by the next use', async () => {
    rs.useFakeTimers();
    rs.spyOn(console, 'warn').mockImplementation(() => {});
    const load = rs.fn(async (): Promise<typeof Door> => {
      if (load.mock.calls.length === 1) throw new TypeError('no network');
      return Door;
    });
    const Deferred = deferred(load);
    await expect(fetchDeferred()).rejects.toThrow('no network');
    await draw(<Deferred isOpen name="front" />);
    expect(screen.getByText('front is open')).toBeTruthy();
    await rs.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that does not load does not change the page, and is rendered once it loads', async () => {
    rs.useFakeTimers();
    const warned = rs.spyOn(console, 'warn').mockImplementation(() => {});
    let isAway = true;
    const load = rs.fn(async () => {
      if (isAway) throw new TypeError('no answer');
      return Door;
    });
    const Deferred = deferred(load);
    await draw(
      <>
        <h1>Doors</h1>
        <Deferred isOpen name="front" />
      </>,
    );
    await act(() => rs.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('Doors')).toBeTruthy();
    const tries = load.mock.calls.length;
    expect(tries).toBeGreaterThan(2);
    expect(warned).toHaveBeenCalledTimes(tries);
    isAway = false;
    await act(() => rs.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('front is open')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(tries + 1);
  });

  it('that was deleted is requested at growing intervals, and reported each time to the check for a new build', async () => {
    rs.useFakeTimers();
    rs.spyOn(console, 'warn').mockImplementation(() => {});
    const missing = rs.fn();
    const unsubscribe = onMissingPart(missing);
    let isGone = true;
    const load = rs.fn(async () => {
      if (isGone) throw new TypeError('not found');
      return Door;
    });
    const Deferred = deferred(load);
    await draw(<Deferred isOpen name="front" />);
    const triesIn = async (minutes: number) => {
      const before = load.mock.calls.length;
      await act(() => rs.advanceTimersByTimeAsync(minutes * 60_000));
      return load.mock.calls.length - before;
    };
    expect(await triesIn(10)).toBeGreaterThan(9);
    expect(await triesIn(10)).toBe(10);
    expect(missing).toHaveBeenCalledTimes(load.mock.calls.length);
    // Once loaded it is not requested again; a later failure starts with a short pause.
    isGone = false;
    expect(await triesIn(10)).toBe(1);
    isGone = true;
    deferred(load);
    await expect(fetchDeferred()).rejects.toThrow('not found');
    expect(await triesIn(0.1)).toBe(1);
    isGone = false;
    expect(await triesIn(10)).toBe(1);
    unsubscribe();
  });

  it('has a placeholder until it loads', async () => {
    const icon = onItsWay();
    const Icon = deferred(icon.load, undefined, 0, () => <i>held</i>);
    await draw(<Icon isOpen name="icon" />);
    expect(screen.getByText('held')).toBeTruthy();
    await icon.bring();
    expect(screen.queryByText('held')).toBeNull();
    expect(screen.getByText('icon is open')).toBeTruthy();
  });

  it('that a first drawing does without is fetched with all that was put off, or after its time', async () => {
    const early = onItsWay();
    const Early = deferred(early.load, undefined, 60_000);
    const late = onItsWay();
    const Late = deferred(late.load, undefined, 50);
    await draw(
      <>
        <Early isOpen name="early" />
        <Late isOpen name="late" />
      </>,
    );
    expect([early.load.mock.calls.length, late.load.mock.calls.length]).toEqual([0, 0]);
    await waitFor(() => expect(late.load).toHaveBeenCalledTimes(1));
    expect(early.load).not.toHaveBeenCalled();
    void fetchDeferred();
    expect(early.load).toHaveBeenCalledTimes(1);
    await early.bring();
    await late.bring();
    expect(screen.getByText('early is open')).toBeTruthy();
  });
});

describe('a part that is opened before it is loaded', () => {
  const isNeeded = ({ isOpen }: DoorProps) => isOpen;
  const notice = () => screen.queryByRole('alert')?.textContent;
  const stage = (node: ReactNode) => draw(<Stage>{node}</Stage>);

  it('is shown as loading after a moment, until it loads', async () => {
    rs.useFakeTimers();
    const { load, bring } = onItsWay();
    const Deferred = deferred(load, isNeeded);
    await stage(<Deferred isOpen name="front" />);
    expect(notice()).toBeUndefined();
    await act(() => rs.advanceTimersByTimeAsync(1_000));
    expect(notice()).toBe('Isto ainda não carregou. Abre assim que a conexão permitir.');
    await bring();
    expect(screen.getByText('front is open')).toBeTruthy();
    expect(notice()).toBeUndefined();
  });

  it('is not spoken of once it is closed again, nor where it was not opened', async () => {
    rs.useFakeTimers();
    const [door, icon] = [onItsWay(), onItsWay()];
    const Deferred = deferred(door.load, isNeeded);
    const Icon = deferred(icon.load);
    const view = await stage(<Icon isOpen name="icon" />);
    await act(() => rs.advanceTimersByTimeAsync(5_000));
    expect(notice()).toBeUndefined();
    view.unmount();
    const opened = await stage(<Room Front={Deferred} />);
    await act(() => rs.advanceTimersByTimeAsync(5_000));
    expect(notice()).toBeTruthy();
    await act(async () => screen.getByText('Close').click());
    expect(notice()).toBeUndefined();
    opened.unmount();
    await stage(<p>Another page</p>);
    expect(notice()).toBeUndefined();
    await door.bring();
    await icon.bring();
  });
});

describe('what else is put off', () => {
  it('does not block, and is requested until it loads or is closed', async () => {
    rs.useFakeTimers();
    rs.spyOn(console, 'warn').mockImplementation(() => {});
    const dead = rs.fn(async () => {
      throw new TypeError('no answer');
    });
    const takeBack = [putOff(dead), putOff(() => new Promise(() => {}))];
    await fetchDeferred();
    expect(dead).toHaveBeenCalledTimes(1);
    await rs.advanceTimersByTimeAsync(10_000);
    const tries = dead.mock.calls.length;
    expect(tries).toBeGreaterThan(1);
    for (const take of takeBack) take();
    await rs.advanceTimersByTimeAsync(60_000);
    expect(dead).toHaveBeenCalledTimes(tries);
  });
});
