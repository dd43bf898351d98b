import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { Stage } from '../../testing/index.ts';
import { ErrorBoundary } from '../module/error-boundary.tsx';
import { lazily } from './lazily.tsx';

afterEach(cleanup);

/** What is fetched while it is drawn arrives within the act. */
const draw = (node: ReactNode) => act(async () => render(node));

function Sum({ a, b }: { a: number; b: number }) {
  return <p>{a + b}</p>;
}

it('draws its placeholder, then itself, and is fetched once', async () => {
  let arrive: (component: ComponentType<{ a: number; b: number }>) => void = () => {};
  const load = rs.fn(() => new Promise<typeof Sum>((resolve) => (arrive = resolve as never)));
  const Late = lazily(load, <p>soon</p>);
  const view = await draw(<Late a={1} b={2} />);
  expect(screen.getByText('soon')).toBeTruthy();
  await act(async () => arrive(Sum));
  expect(await screen.findByText('3')).toBeTruthy();
  await act(async () => view.rerender(<Late a={2} b={2} />));
  expect(await screen.findByText('4')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is fetched again after a failure', async () => {
  const log = rs.spyOn(console, 'error').mockImplementation(() => {});
  let tries = 0;
  const Late = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('no network');
    return Sum;
  });
  await draw(
    <Stage>
      <ErrorBoundary name="a part" onRetry={() => {}}>
        <Late a={2} b={3} />
      </ErrorBoundary>
    </Stage>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('5')).toBeTruthy();
  expect(tries).toBe(2);
  log.mockRestore();
});

it('without a network waits until there is one, and nothing breaks', async () => {
  const plugged = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let tries = 0;
  const Late = lazily(
    async () => {
      tries += 1;
      if (!navigator.onLine) throw new TypeError('no network');
      return Sum;
    },
    <p>soon</p>,
  );
  await draw(<Late a={4} b={5} />);
  expect(screen.getByText('soon')).toBeTruthy();
  plugged.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('9')).toBeTruthy();
  expect(tries).toBe(2);
  plugged.mockRestore();
});
