import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { fakeApi, MARKETPLACES, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { listing } from '../testing/rules.ts';
import { COMPETITIONS, type RuleValues } from './fields.ts';
import { RuleFields } from './rule-fields.tsx';
import { newRule } from './values.ts';

/** A marketplace that is newer than the page: all its data are from the server. */
const FAIR: MarketplaceChoice = {
  ...MARKETPLACES[0]!,
  id: 77,
  name: 'Feira Central',
  slug: 'feira',
  mark: { text: 'F', color: '#ffffff', background: '#006633' },
  traits: { ...MARKETPLACES[0]!.traits, hasBuybox: false },
};

/** One that has a buybox, and does not report who holds it. */
const SILENT: MarketplaceChoice = {
  ...FAIR,
  id: 78,
  slug: 'silent',
  traits: { ...FAIR.traits, hasBuybox: true, reportsCompetitors: false },
};

function Form({ marketplaceId }: { marketplaceId: number }) {
  const { control } = useForm<RuleValues>({ defaultValues: newRule('Chaleira') });
  return (
    <RuleFields
      control={control}
      values={newRule('Chaleira', true, 'EXTERNAL')}
      listing={{ ...listing, marketplaceId }}
      currencyCode="BRL"
      minimum={null}
      isFeeAwaited={false}
      cautions={[]}
    />
  );
}

/** The choices of the form's first field. */
function offeredAt(marketplaceId: number) {
  const api = fakeApi({ '/v1/marketplaces': [...MARKETPLACES, FAIR, SILENT] });
  const { container } = render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Form marketplaceId={marketplaceId} />
    </Stage>,
  );
  return () =>
    [...(container.querySelector('select')?.options ?? [])]
      .map(({ value }) => value)
      .filter(Boolean);
}
afterEach(cleanup);

describe('what a rule may consider', () => {
  it('excludes the buybox if the marketplace has none, according to the server', async () => {
    const offered = offeredAt(FAIR.id);
    await waitFor(() => expect(offered()).toEqual(['EXTERNAL', 'ACOS', 'ROAS']));
  });
  it('is no buybox where the marketplace does not report it', async () => {
    const offered = offeredAt(SILENT.id);
    await waitFor(() => expect(offered()).toEqual(['EXTERNAL', 'ACOS', 'ROAS']));
  });
  it('is everything where the marketplace has one', async () => {
    const offered = offeredAt(2);
    await waitFor(() => expect(offered()).toEqual([...COMPETITIONS]));
  });
});
