import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { afterPaint } from './after-paint.ts';

let frames: (() => void)[] = [];
const paint = () => {
  for (const run of frames.splice(0)) run();
};

beforeEach(() => {
  rs.useFakeTimers();
  frames = [];
  rs.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  rs.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => {
  rs.useRealTimers();
  rs.unstubAllGlobals();
});

it('runs once, right after the next frame', () => {
  const run = rs.fn();
  afterPaint(run);
  rs.advanceTimersByTime(100);
  paint();
  expect(run).not.toHaveBeenCalled();
  rs.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
  rs.advanceTimersByTime(1_000);
  paint();
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not wait for the frames of a page in the background', () => {
  const run = rs.fn();
  afterPaint(run);
  rs.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not run where it was cancelled', () => {
  const run = rs.fn();
  const stop = afterPaint(run);
  paint();
  stop();
  rs.advanceTimersByTime(1_000);
  expect(run).not.toHaveBeenCalled();
});
