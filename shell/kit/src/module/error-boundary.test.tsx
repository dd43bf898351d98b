import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';

afterEach(cleanup);

let broken = true;
function Part() {
  if (broken) throw new Error('A bug.');
  return <p>whole</p>;
}

it('keeps the rest of the page, names the broken part, and retries', async () => {
  const reported = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  const retry = rs.fn();
  render(
    <Stage>
      <p>around</p>
      <ErrorBoundary name="mfe-test" onRetry={retry}>
        <Part />
      </ErrorBoundary>
    </Stage>,
  );
  await screen.findByRole('alert');
  expect(screen.getByText('around')).toBeTruthy();
  expect(reported.mock.calls.flat().join(' ')).toContain('mfe-test');
  reported.mockRestore();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(screen.getByText('whole')).toBeTruthy();
  expect(retry).toHaveBeenCalledTimes(1);
});
