import type { CostsOfListing } from '@primazia/backend/catalog/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, fakeLive, Hideable, makeHiding, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { listing } from '../testing/rules.ts';
import { CostsSection } from './costs-section.tsx';

configure({ asyncUtilTimeout: 2_000 });
afterEach(cleanup);

const field = (name: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const COST = /^Custo do produto/;
const TAX = /^Imposto/;
const FEE = /^Tarifa do marketplace/;

type Known = Partial<CostsOfListing> & { minimum?: number | null };

/** The costs of a listing, which someone else may change in the meantime. */
async function opened({ minimum = null, ...known }: Known = {}) {
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
    ...known,
  };
  const saved: unknown[] = [];
  let answer = async () => stored;
  const api = fakeApi({
    '/v1/listings/{listingId}/costs': () => answer(),
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
  const flush = { current: async () => true };
  const hiding = makeHiding();
  render(
    <Stage api={api} live={live} resources={{ pt, en, es }}>
      <Hideable hiding={hiding}>
        <CostsSection
          listing={listing}
          minimum={minimum}
          isNeeded
          onDirtyChange={() => {}}
          flush={flush}
        />
      </Hideable>
    </Stage>,
  );
  await waitFor(() => field(COST));
  const changeElsewhere = (part: Partial<CostsOfListing>) => {
    stored = { ...stored, ...part };
    live.publish({ type: 'listings', ids: [listing.id] });
  };
  return {
    saved,
    changeElsewhere,
    flush: () => act(() => flush.current()),
    /** Leaves the form and returns; the stored values are not answered before they are released, or refused. */
    comeBack: (part: Partial<CostsOfListing>) => {
      let go = { now: () => {}, refused: (_why: unknown) => {} };
      const held = new Promise<void>((now, refused) => {
        go = { now, refused };
      });
      answer = () => held.then(() => stored);
      hiding.hide();
      stored = { ...stored, ...part };
      hiding.show();
      return go;
    },
    answerAgain: () => {
      answer = async () => stored;
    },
  };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const writeCost = async (text: string) => {
  await userEvent.clear(field(COST));
  await userEvent.type(field(COST), text);
};

describe('the costs of a listing', () => {
  it('use the fee at the minimum, as long as no other fee is typed', async () => {
    await opened({
      ...{ feePercent: 13.5, feeFixed: 0, feeSource: 'marketplace', minimum: 70 },
      feePoints: [{ price: 70, feePercent: 13.5, feeFixed: 6.75 }],
    });
    const sentence = 'A R$ 70,00, o marketplace cobra 13,5% mais R$ 6,75.';
    const plain = () => document.body.textContent?.replaceAll('\u00a0', ' ');
    expect(plain()).toContain(sentence);
    // 70.00 - 50.00 - 4.20 - 9.45, and the 6.75.
    const left = () => screen.getByRole('row', { name: /^No mínimo/ }).textContent;
    expect(left()).toContain('0,40');
    await userEvent.clear(field(FEE));
    await userEvent.type(field(FEE), '13');
    expect(left()).toContain('6,70');
  });

  it('that someone else saved are shown with the typed ones, and not overwritten', async () => {
    const { saved, changeElsewhere } = await opened();
    await writeCost('40');
    changeElsewhere({ cost: 55, taxPercent: 8 });
    await waitFor(() => expect(field(TAX).value).toBe('8'));
    await press('Salvar os custos');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ cost: 40, taxPercent: 8 });
  }, 15_000);

  it('are saved over what they are by now, whichever way, and not before that is known', async () => {
    const { saved, comeBack, flush } = await opened();
    await writeCost('40');
    const answers = comeBack({ cost: 55, taxPercent: 8 });
    await press('Salvar os custos');
    expect(saved).toEqual([]);
    answers.now();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ cost: 40, taxPercent: 8 });

    await writeCost('41');
    comeBack({ taxPercent: 9 }).now();
    expect(await flush()).toBe(true);
    expect(saved[1]).toMatchObject({ cost: 41, taxPercent: 9 });
  }, 15_000);

  it('are not saved while they cannot be read, with a notice', async () => {
    const { saved, comeBack, answerAgain, flush } = await opened();
    await writeCost('40');
    const answers = comeBack({ taxPercent: 8 });
    answers.refused(new ApiError('problem', { status: 429, code: 'too_many_requests' }));
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    expect(await flush()).toBe(false);
    expect(saved).toEqual([]);
    answerAgain();
    await userEvent.click(again);
    await waitFor(() => expect(field(TAX).value).toBe('8'));
    expect(field(COST).value).toBe('40,00');
    expect(await flush()).toBe(true);
    expect(saved[0]).toMatchObject({ cost: 40, taxPercent: 8 });
  }, 15_000);

  it('keep typed values when the marketplace reports its fee', async () => {
    const { saved } = await opened();
    await writeCost('40');
    await press('Consultar a tarifa no marketplace');
    await screen.findByText('Tarifa informada pelo marketplace');
    expect(field(FEE).value).toBe('14');
    await press('Salvar os custos');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ cost: 40, feePercent: 14, feeFixed: 5 });
  }, 15_000);
});
