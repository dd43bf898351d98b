import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, waitFor } from '@testing-library/react';
import { fakeApi, MARKETPLACES, Stage } from '../../testing/index.ts';
import { BuyboxTag } from './tags.tsx';

const marketplace = (id: number, traits: { hasBuybox: boolean; reportsCompetitors: boolean }) => ({
  ...MARKETPLACES[0]!,
  id,
  traits: { ...MARKETPLACES[0]!.traits, ...traits },
});
afterEach(cleanup);

describe('the buybox of a listing', () => {
  it.each([
    ['that was not polled yet', 2, null, 'Sincronizando'],
    ['of a marketplace that has none', 77, null, 'Sem buybox'],
    ['of a marketplace that has none, whatever was stored', 77, 'LOSING', 'Sem buybox'],
    ['of a marketplace that reports nobody', 78, null, 'Não informado'],
  ] as const)('%s', async (_name, marketplaceId, status, text) => {
    const api = fakeApi({
      '/v1/marketplaces': [
        ...MARKETPLACES,
        marketplace(77, { hasBuybox: false, reportsCompetitors: false }),
        marketplace(78, { hasBuybox: true, reportsCompetitors: false }),
      ],
    });
    const { container } = render(
      <Stage api={api}>
        <BuyboxTag status={status} marketplaceId={marketplaceId} />
      </Stage>,
    );
    await waitFor(() => expect(container.textContent).toContain(text));
  });
});
