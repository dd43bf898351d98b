import {
  askListingFees,
  CostsInput,
  type CostsOfListing,
  getListingCosts,
  setListingCosts,
} from '@primazia/backend/catalog/contract';
import { MARKETPLACE, type MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import {
  type PricedListing,
  preview,
  previewSelection,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  Ago,
  ApiError,
  Button,
  ButtonGroup,
  codeText,
  faultsToForm,
  faultText,
  tellError,
  toast,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { PercentControl, PriceControl } from '@primazia/kit/form';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type { KnownCosts } from './margin.ts';
import { MarginTable } from './margin-table.tsx';

const FIELDS = ['cost', 'taxPercent', 'feePercent', 'feeFixed'] as const;

/** Marketplaces that tell what they keep of a sale. */
const FEES_TOLD_BY: readonly MarketplaceId[] = [MARKETPLACE.AMAZON, MARKETPLACE.MERCADO_LIVRE];

/** What is asked anew once costs have changed: minimums follow from them. */
const FOLLOWS = [getListingCosts, queryListings, preview, previewSelection];

const valuesOf = (costs: CostsOfListing): KnownCosts => {
  const { cost, taxPercent, feePercent, feeFixed } = costs;
  return { cost, taxPercent, feePercent, feeFixed };
};

type Translate = Parameters<typeof faultText>[0];

/** Has react-hook-form check the costs by the contract. */
const costsResolver =
  (t: Translate): Resolver<KnownCosts> =>
  (values) => {
    const read = CostsInput.safeParse({ ...values, listingId: 1 });
    if (read.success) return { values, errors: {} };
    const errors = read.error.issues.map(({ code, message, path }) => {
      const fault = code === 'invalid_type' ? 'not_a_number' : message;
      const said = faultText(t, { path: String(path[0]), code: fault, message });
      return [path[0], { type: fault, message: said }];
    });
    return { values: {}, errors: Object.fromEntries(errors) };
  };

interface CostsFormProps {
  listing: PricedListing;
  minimum: number | null;
  stored: CostsOfListing;
  onDirtyChange: (isDirty: boolean) => void;
  /** Saves what is typed; false: it could not be saved, and the form says why. */
  flush: RefObject<() => Promise<boolean>>;
}

/** Cost, tax and fee of one ad, with the margin that they leave as one types. */
export function CostsForm(props: CostsFormProps) {
  const { listing, minimum, stored, onDirtyChange, flush } = props;
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const form = useForm<KnownCosts>({
    defaultValues: valuesOf(stored),
    mode: 'onTouched',
    resolver: costsResolver(t),
  });
  const { control, handleSubmit, setError, reset, resetField } = form;
  const { isDirty } = form.formState;
  const values = useWatch({ control }) as KnownCosts;
  const tellDirty = useEffectEvent(onDirtyChange);
  useEffect(() => {
    tellDirty(isDirty);
    return () => tellDirty(false);
  }, [isDirty]);
  // All of it is saved at once: what somebody else saved shows here, but where something of one's own is typed.
  useEffect(() => {
    reset(valuesOf(stored), { keepDirtyValues: true, keepDirty: true });
  }, [stored, reset]);

  const save = useMutateCall(setListingCosts, {
    invalidates: FOLLOWS,
    onSuccess: ({ items, faults }) => {
      const [saved] = items;
      if (saved === undefined || faults.length > 0) {
        toast('negative', t('kit:errors.listing_not_found'));
        return;
      }
      reset(valuesOf(saved));
      toast('positive', t('costs.saved'));
    },
    onError: (error) => {
      const fields = [...FIELDS];
      const homeless = faultsToForm(error, setError, t, { fields, prefix: 'items.0' });
      if (error.faults.length === 0 || homeless.length > 0) tellError(t, error);
    },
  });
  const ask = useMutateCall(askListingFees, {
    invalidates: FOLLOWS,
    onSuccess: (answer) => {
      if (answer.feeFailure !== null) {
        toast('negative', codeText(t, answer.feeFailure, {}, t('costs.fee_failed')));
      } else toast('positive', t('costs.fee_known'));
      // The fee is saved; what else is typed is not yet.
      for (const field of ['feePercent', 'feeFixed'] as const) {
        resetField(field, { defaultValue: answer[field] });
      }
    },
    onError: (error) => tellError(t, error),
  });
  const inputOf = (wanted: KnownCosts) => ({
    body: { items: [{ listingId: listing.id, ...wanted }] },
  });
  useEffect(() => {
    flush.current = async () => {
      let isSaved = false;
      const saveNow = handleSubmit(async (wanted) => {
        const told = await save.mutateAsync(inputOf(wanted));
        isSaved = told.faults.length === 0;
      });
      await saveNow().catch((error: unknown) => {
        // It was told where it happened.
        if (!(error instanceof ApiError)) throw error;
      });
      return isSaved;
    };
  });
  const currency = listing.currencyCode;

  return (
    <form
      className="rule__section"
      onSubmit={handleSubmit((wanted) => save.mutate(inputOf(wanted)))}
      noValidate
    >
      <div className="fields">
        <PriceControl
          control={control}
          name="cost"
          label={t('costs.cost')}
          currency={currency}
          isDisabled={!mayWrite}
        />
        <PercentControl
          control={control}
          name="taxPercent"
          label={t('costs.tax')}
          isDisabled={!mayWrite}
        />
        <PercentControl
          control={control}
          name="feePercent"
          label={t('costs.fee_percent')}
          isDisabled={!mayWrite}
        />
        <PriceControl
          control={control}
          name="feeFixed"
          label={t('costs.fee_fixed')}
          currency={currency}
          isDisabled={!mayWrite}
        />
      </div>
      <FeeSource stored={stored} />
      <MarginTable
        costs={values}
        currencyCode={currency}
        prices={[
          { label: t('costs.at_present'), price: listing.price },
          { label: t('costs.at_minimum'), price: minimum },
        ]}
      />
      {mayWrite && (
        <ButtonGroup>
          {FEES_TOLD_BY.includes(listing.marketplaceId) && (
            <Button
              variant="secondary"
              isPending={ask.isPending}
              onPress={() => ask.mutate({ params: { listingId: listing.id } })}
            >
              {t('costs.ask_fee')}
            </Button>
          )}
          <Button variant="primary" type="submit" isPending={save.isPending}>
            {t('costs.save')}
          </Button>
        </ButtonGroup>
      )}
    </form>
  );
}

/** Whose word the fee is, and how old. */
function FeeSource({ stored }: { stored: CostsOfListing }) {
  const { t } = useTranslation();
  const { feeSource, feeAt, feeFailure } = stored;
  return (
    <>
      {feeSource !== null && (
        <p className="hint">
          {t(`costs.fee_by.${feeSource}`)} {feeAt !== null && <Ago at={feeAt} />}
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
