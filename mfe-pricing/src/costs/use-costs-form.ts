import {
  CostsInput,
  type CostsOfListing,
  getListingCosts,
  setListingCosts,
} from '@primazia/backend/catalog/contract';
import { preview, previewSelection, queryListings } from '@primazia/backend/pricing/contract';
import { ApiError, faultText, showError, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, useFollowStored } from '@primazia/kit/form';
import { toast } from '@primazia/kit/ui';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type { KnownCosts } from './margin.ts';

const FIELDS = ['cost', 'taxPercent', 'feePercent', 'feeFixed'] as const;

/** What is asked again once costs have changed: minimums follow from them. */
export const FOLLOWS = [getListingCosts, queryListings, preview, previewSelection];

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

interface CostsFormOptions {
  listingId: number;
  stored: CostsOfListing;
  /** Fetches the stored costs; undefined: that failed. */
  fetchStored: () => Promise<CostsOfListing | undefined>;
}

/** The typed costs of one listing, and their saving, separately or with something else. */
export function useCostsForm({ listingId, stored, fetchStored }: CostsFormOptions) {
  const { t } = useTranslation();
  const form = useForm<KnownCosts>({
    defaultValues: valuesOf(stored),
    mode: 'onTouched',
    resolver: costsResolver(t),
  });
  const { control, handleSubmit, setError, reset } = form;
  const values = useWatch({ control }) as KnownCosts;
  // The form is saved as a whole: what another person saved is shown here, except in edited fields.
  const follow = useFollowStored(reset, stored, valuesOf);
  /** The form is not saved over values that may be outdated: false where they could not be fetched again. */
  const becomeFresh = async () => {
    const now = await fetchStored();
    if (now !== undefined && now !== stored) follow(now);
    return now !== undefined;
  };

  const { isPending, mutate, mutateAsync } = useMutateCall(setListingCosts, {
    invalidates: FOLLOWS,
    onSuccess: ({ items, faults }) => {
      const [saved] = items;
      if (saved === undefined || faults.length > 0) {
        toast('negative', t('kit:faults.listing_not_found'));
        return;
      }
      reset(valuesOf(saved));
      toast('positive', t('costs.saved'));
    },
    onError: (error) => {
      const fields = [...FIELDS];
      const homeless = faultsToForm(error, setError, t, { fields, prefix: 'items.0' });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  const inputOf = (wanted: KnownCosts) => ({ body: { items: [{ listingId, ...wanted }] } });
  const save = async () => {
    if (await becomeFresh()) await handleSubmit((wanted) => mutate(inputOf(wanted)))();
  };
  /** False: it could not be saved, which the form shows by then. */
  const saveAndWait = async () => {
    if (!(await becomeFresh())) return false;
    let isSaved = false;
    const send = handleSubmit(async (wanted) => {
      const answer = await mutateAsync(inputOf(wanted));
      isSaved = answer.faults.length === 0;
    });
    await send().catch((error: unknown) => {
      // The mutation has shown the error.
      if (!(error instanceof ApiError)) throw error;
    });
    return isSaved;
  };
  return { form, values, isSaving: isPending, save, saveAndWait };
}
