import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/index.ts';
import { ErrorState } from '../states/states.tsx';
import { useDrawing } from './drawing.ts';

afterEach(cleanup);

type Load = NonNullable<Parameters<typeof useDrawing>[0]>;

function Chart({ load }: { load: Load }) {
  const { room, failure, retry } = useDrawing(load);
  if (failure !== null) return <ErrorState error={failure} onRetry={retry} />;
  return <div ref={room} role="img" aria-label="Preço" />;
}

it('says that the charts cannot be loaded, and tries once more', async () => {
  let asked = 0;
  const load: Load = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('no chunk')) : new Promise(() => {});
  };
  render(
    <Stage>
      <Chart load={load} />
    </Stage>,
  );
  await screen.findByRole('alert');
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('img', { name: 'Preço' })).toBeTruthy();
  expect(asked).toBe(2);
});
