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
import { type Control, type Resolver, useForm, useWatch } from 'react-hook-form';
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

/** What is typed stays while all else becomes what is stored. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true };

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
  /** Says what is stored by now; undefined: that cannot be had, which is told beside the form. */
  askStored: () => Promise<CostsOfListing | undefined>;
  onDirtyChange: (isDirty: boolean) => void;
  /** Saves what is typed; false: it could not be saved, and the form says why. */
  flush: RefObject<() => Promise<boolean>>;
}

/** Cost, tax and fee of one ad, with the margin that they leave as one types. */
export function CostsForm(props: CostsFormProps) {
  const { listing, minimum, stored, askStored, onDirtyChange, flush } = props;
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
    reset(valuesOf(stored), KEEP_TYPED);
  }, [stored, reset]);
  /** Nothing is saved over what may be old: false where that cannot be had anew. */
  const becomeFresh = async () => {
    const now = await askStored();
    if (now !== undefined && now !== stored) reset(valuesOf(now), KEEP_TYPED);
    return now !== undefined;
  };

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
      if (!(await becomeFresh())) return false;
      let isSaved = false;
      const send = handleSubmit(async (wanted) => {
        const told = await save.mutateAsync(inputOf(wanted));
        isSaved = told.faults.length === 0;
      });
      await send().catch((error: unknown) => {
        // It was told where it happened.
        if (!(error instanceof ApiError)) throw error;
      });
      return isSaved;
    };
  });
  const saveNow = async () => {
    if (await becomeFresh()) await handleSubmit((wanted) => save.mutate(inputOf(wanted)))();
  };

  return (
    <form
      className="rule__section"
      onSubmit={(event) => {
        event.preventDefault();
        void saveNow();
      }}
      noValidate
    >
      <CostFields control={control} currency={listing.currencyCode} isDisabled={!mayWrite} />
      <FeeSource stored={stored} />
      <MarginTable
        costs={values}
        currencyCode={listing.currencyCode}
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
