import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { createKeeping } from './keeping.ts';

const LONG = 4 * 60_000;

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

it('lets go of a module that has been hidden for long', () => {
  const letGo = rs.fn();
  const keeping = createKeeping(letGo);
  keeping.hid('one');
  rs.advanceTimersByTime(LONG - 1);
  expect(letGo).not.toHaveBeenCalled();
  keeping.hid('one');
  rs.advanceTimersByTime(LONG - 1);
  expect(letGo).not.toHaveBeenCalled();
  rs.advanceTimersByTime(1);
  expect(letGo.mock.calls).toEqual([['one']]);
  expect(keeping.names()).toEqual([]);
});

it('has nothing to do with a module that is shown again', () => {
  const letGo = rs.fn();
  const keeping = createKeeping(letGo);
  keeping.hid('one');
  keeping.forget('one');
  expect(keeping.names()).toEqual([]);
  rs.advanceTimersByTime(LONG);
  expect(letGo).not.toHaveBeenCalled();
});

it('lets go of the one that has been hidden for longest when there are too many', () => {
  const letGo = rs.fn();
  const keeping = createKeeping(letGo);
  for (const name of ['one', 'two', 'one', 'three', 'four']) keeping.hid(name);
  expect(letGo.mock.calls).toEqual([['two']]);
  expect(keeping.names()).toEqual(['one', 'three', 'four']);
});
