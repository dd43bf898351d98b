import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { Stage } from '../../testing/index.ts';
import { Chart } from './chart.tsx';

afterEach(cleanup);

type Load = NonNullable<ComponentProps<typeof Chart>['load']>;

const option = () => ({});

it('reports that the charts cannot be loaded, and retries', async () => {
  let requests = 0;
  const load: Load = () => {
    requests += 1;
    return requests === 1 ? Promise.reject(new Error('no chunk')) : new Promise(() => {});
  };
  render(
    <Stage>
      <Chart label="Preço" className="room" option={option} load={load} />
    </Stage>,
  );
  await screen.findByRole('alert');
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('img', { name: 'Preço' })).toBeTruthy();
  expect(requests).toBe(2);
});
