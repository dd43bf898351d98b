// @rstest-environment happy-dom
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { endSplash } from './splash.ts';

beforeEach(() => {
  rs.useFakeTimers();
  document.body.innerHTML = '<div id="splash">Primazia</div>';
});
afterEach(() => {
  rs.useRealTimers();
});

const splash = () => document.getElementById('splash');

it('fades when it is over, and is gone a second later', () => {
  endSplash();
  expect(splash()?.dataset.leaving).toBe('');
  expect(splash()?.ariaHidden).toBe('true');
  rs.advanceTimersByTime(999);
  endSplash();
  expect(splash()).not.toBeNull();
  rs.advanceTimersByTime(1);
  expect(splash()).toBeNull();
  endSplash();
});
