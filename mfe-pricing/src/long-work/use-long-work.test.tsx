import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { useBacktest } from './use-long-work.ts';

afterEach(() => {
  cleanup();
  rs.useRealTimers();
});

function Done() {
  const { data } = useBacktest(4);
  return <output>{data?.progress.done}</output>;
}

it('waits for an answer that takes longer than the time between two polls', async () => {
  rs.useFakeTimers();
  let done = 0;
  const api = fakeApi({
    '/v2/rules/backtest/{id}': () => {
      done += 100;
      const progress = { done, total: 1_000 };
      return new Promise((resolve) => {
        setTimeout(() => resolve({ state: 'running', progress }), 900);
      });
    },
  });
  const { container } = render(
    <Stage api={api}>
      <Done />
    </Stage>,
  );
  await act(() => rs.advanceTimersByTimeAsync(30_000));
  expect(Number(container.querySelector('output')?.textContent)).toBeGreaterThan(500);
  expect(api.calls.length).toBeLessThan(15);
});
