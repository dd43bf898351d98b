import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { QueryClient } from '@tanstack/react-query';
import { whenQuiet } from './when-quiet.ts';

const after = (ms: number) => new Promise((resolve) => setTimeout(() => resolve(ms), ms));

describe('whether a page has what it asked for', () => {
  beforeEach(() => void rs.useFakeTimers());
  afterEach(() => void rs.useRealTimers());

  function page() {
    const client = new QueryClient();
    const told = rs.fn();
    const stop = whenQuiet(client, told);
    const ask = (ms: number) =>
      client.fetchQuery({ queryKey: ['rows'], queryFn: () => after(ms), staleTime: 0 });
    return { told, stop, ask };
  }
  const pass = (ms: number) => rs.advanceTimersByTimeAsync(ms);

  it('is told once its answers are there, however long they take', async () => {
    const { told, ask } = page();
    void ask(8_000);
    await pass(8_200);
    expect(told).not.toHaveBeenCalled();
    await pass(200);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is told of one that asks anew again and again', async () => {
    const { told, ask } = page();
    for (let round = 0; round < 20; round++) {
      void ask(150);
      await pass(200);
    }
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is told of one that asks for nothing, and to nobody who stopped listening', async () => {
    const [one, other] = [page(), page()];
    other.stop();
    await pass(5_000);
    expect(one.told).toHaveBeenCalledTimes(1);
    expect(other.told).not.toHaveBeenCalled();
  });
});
