import type { CostsOfListing } from '@primazia/backend/catalog/contract';
import { fakeApi, fakeLive, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { listing } from '../rule/fixture.ts';
import { CostsSection } from './costs-section.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const field = (name: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const COST = /^Custo do produto/;
const TAX = /^Imposto/;
const FEE = /^Tarifa do marketplace/;

/** The costs of an ad, which somebody else may change meanwhile. */
async function opened() {
  let stored: CostsOfListing = {
    listingId: listing.id,
    currencyCode: 'BRL',
    cost: 50,
    taxPercent: 6,
    feePercent: null,
    feeFixed: null,
    feeSource: null,
    feeAt: null,
    feeAskedAt: null,
    feeFailure: null,
  };
  const saved: unknown[] = [];
  const api = fakeApi({
    '/v1/listings/{listingId}/costs': () => stored,
    '/v1/listings/{listingId}/costs/fees': () => {
      stored = { ...stored, feePercent: 14, feeFixed: 5, feeSource: 'marketplace' };
      return stored;
    },
    '/v1/listings/costs': ({ body }: { body: { items: [CostsOfListing] } }) => {
      saved.push(body.items[0]);
      stored = { ...stored, ...body.items[0] };
      return { items: [stored], faults: [] };
    },
  });
  const live = fakeLive();
  render(
    <Stage api={api} live={live} resources={{ pt, en, es }}>
      <CostsSection
        listing={listing}
        minimum={null}
        isNeeded
        onDirtyChange={() => {}}
        flush={{ current: async () => true }}
      />
    </Stage>,
  );
  await waitFor(() => field(COST));
  const changeElsewhere = (part: Partial<CostsOfListing>) => {
    stored = { ...stored, ...part };
    live.tell({ type: 'listings', ids: [listing.id] });
  };
  return { saved, changeElsewhere };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const writeCost = async (text: string) => {
  await userEvent.clear(field(COST));
  await userEvent.type(field(COST), text);
};

describe('the costs of an ad', () => {
  it('that somebody else saved show beside what is typed, and are not saved over', async () => {
    const { saved, changeElsewhere } = await opened();
    await writeCost('40');
    changeElsewhere({ cost: 55, taxPercent: 8 });
    await waitFor(() => expect(field(TAX).value).toBe('8'));
    await press('Salvar os custos');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ cost: 40, taxPercent: 8 });
  }, 15_000);

  it('stay as they are typed when the marketplace tells its fee', async () => {
    const { saved } = await opened();
    await writeCost('40');
    await press('Perguntar a tarifa ao marketplace');
    await screen.findByText('Tarifa informada pelo marketplace');
    expect(field(FEE).value).toBe('14');
    await press('Salvar os custos');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ cost: 40, feePercent: 14, feeFixed: 5 });
  }, 15_000);
});
