import { askListingFees, type CostsOfListing } from '@primazia/backend/catalog/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  codeText,
  showError,
  useFormat,
  useMarketplaces,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { PercentControl, PriceControl } from '@primazia/kit/form';
import { Ago, Button, ButtonGroup, toast } from '@primazia/kit/ui';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Control, UseFormReturn } from 'react-hook-form';
import type { KnownCosts } from './margin.ts';
import { MarginTable } from './margin-table.tsx';
import { FOLLOWS, useCostsForm } from './use-costs-form.ts';

interface CostsFormProps {
  listing: PricedListing;
  minimum: number | null;
  stored: CostsOfListing;
  /** Fetches what is stored now; undefined: it could not be fetched, which the form shows. */
  fetchStored: () => Promise<CostsOfListing | undefined>;
  onDirtyChange: (isDirty: boolean) => void;
  /** Saves what is typed; false: it could not be saved, and the form says why. */
  flush: RefObject<() => Promise<boolean>>;
}

/** Cost, tax and fee of one listing, with the margin that they leave as one types. */
export function CostsForm(props: CostsFormProps) {
  const { listing, minimum, stored, fetchStored, onDirtyChange, flush } = props;
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const marketplace = useMarketplaces().of(listing.marketplaceId);
  const costs = useCostsForm({ listingId: listing.id, stored, fetchStored });
  const { control, formState, resetField } = costs.form;
  const { isDirty } = formState;
  const reportDirty = useEffectEvent(onDirtyChange);
  useEffect(() => {
    reportDirty(isDirty);
    return () => reportDirty(false);
  }, [isDirty]);
  useEffect(() => {
    flush.current = costs.saveAndWait;
  });

  return (
    <form
      className="rule__section"
      onSubmit={(event) => {
        event.preventDefault();
        void costs.save();
      }}
      noValidate
    >
      <CostFields control={control} currency={listing.currencyCode} isDisabled={!mayWrite} />
      <FeeSource stored={stored} />
      <MarginTable
        costs={{ ...costs.values, feePoints: feePoints(costs.values, stored) }}
        currencyCode={listing.currencyCode}
        prices={[
          { label: t('costs.at_present'), price: listing.price },
          { label: t('costs.at_minimum'), price: minimum },
        ]}
      />
      {mayWrite && (
        <ButtonGroup>
          {marketplace?.traits.reportsFees && (
            <AskFee listingId={listing.id} resetField={resetField} />
          )}
          <Button variant="primary" type="submit" isPending={costs.isSaving}>
            {t('costs.save')}
          </Button>
        </ButtonGroup>
      )}
    </form>
  );
}

/** The fee at other prices, which holds as long as no other fee is typed. */
const feePoints = (typed: KnownCosts, stored: CostsOfListing): CostsOfListing['feePoints'] =>
  typed.feePercent === stored.feePercent && typed.feeFixed === stored.feeFixed
    ? stored.feePoints
    : undefined;

/** The highest price with another fee than the present one; undefined: there is none. */
const otherFee = ({ feePoints: points = [], feePercent, feeFixed }: CostsOfListing) =>
  points.findLast((point) => point.feePercent !== feePercent || point.feeFixed !== feeFixed);

interface CostFieldsProps {
  control: Control<KnownCosts>;
  currency: string;
  isDisabled: boolean;
}

/** What is typed of the costs. */
function CostFields({ control, currency, isDisabled }: CostFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="fields">
      <PriceControl
        control={control}
        name="cost"
        label={t('costs.cost')}
        currency={currency}
        isDisabled={isDisabled}
      />
      <PercentControl
        control={control}
        name="taxPercent"
        label={t('costs.tax')}
        isDisabled={isDisabled}
      />
      <PercentControl
        control={control}
        name="feePercent"
        label={t('costs.fee_percent')}
        isDisabled={isDisabled}
      />
      <PriceControl
        control={control}
        name="feeFixed"
        label={t('costs.fee_fixed')}
        currency={currency}
        isDisabled={isDisabled}
      />
    </div>
  );
}

/** Where the fee comes from, and how old it is. */
function FeeSource({ stored }: { stored: CostsOfListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { feeSource, feeAt, feeFailure, currencyCode } = stored;
  const other = otherFee(stored);
  return (
    <>
      {feeSource !== null && (
        <p className="hint">
          {t(`costs.fee_by.${feeSource}`)} {feeAt !== null && <Ago at={feeAt} />}
        </p>
      )}
      {other !== undefined && (
        <p className="hint">
          {t('costs.fee_at_price', {
            price: format.money(other.price, currencyCode),
            percent: format.exactPercent(other.feePercent / 100),
            fixed: format.money(other.feeFixed, currencyCode),
          })}
        </p>
      )}
      {feeFailure !== null && (
        <p className="hint">
          {t('costs.fee_failed')} {codeText(t, feeFailure, {}, '')}
        </p>
      )}
    </>
  );
}

interface AskFeeProps {
  listingId: number;
  resetField: UseFormReturn<KnownCosts>['resetField'];
}

/** Requests the fee from the marketplace. */
function AskFee({ listingId, resetField }: AskFeeProps) {
  const { t } = useTranslation();
  const ask = useMutateCall(askListingFees, {
    invalidates: FOLLOWS,
    onSuccess: (answer) => {
      if (answer.feeFailure !== null) {
        toast('negative', codeText(t, answer.feeFailure, {}, t('costs.fee_failed')));
      } else toast('positive', t('costs.fee_known'));
      // The fee is saved; other input is not yet.
      for (const field of ['feePercent', 'feeFixed'] as const) {
        resetField(field, { defaultValue: answer[field] });
      }
    },
    onError: (error) => showError(t, error),
  });
  return (
    <Button
      variant="secondary"
      isPending={ask.isPending}
      onPress={() => ask.mutate({ params: { listingId } })}
    >
      {t('costs.ask_fee')}
    </Button>
  );
}
