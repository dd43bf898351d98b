import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { fakeLive, Stage } from '../../testing/index.ts';
import { useLiveRefetch } from './live.ts';

afterEach(cleanup);

function OneListing({ id, refetch }: { id: number; refetch: () => void }) {
  useLiveRefetch(['listings', 'rules'], refetch, ({ type, ids }) =>
    type === 'rules' ? true : ids.includes(id),
  );
  return <p>{id}</p>;
}

it('refetches only affected queries, once for a burst', async () => {
  const live = fakeLive();
  const refetch = rs.fn();
  render(
    <Stage live={live}>
      <OneListing id={5} refetch={refetch} />
    </Stage>,
  );
  await screen.findByText('5');
  live.publish({ type: 'listings', ids: [6] });
  live.publish({ type: 'markets', ids: [5] });
  await new Promise((done) => setTimeout(done, 200));
  expect(refetch).not.toHaveBeenCalled();
  live.publish({ type: 'listings', ids: [6, 5] });
  live.publish({ type: 'rules', ids: [99] });
  await waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
});
