import {
  exportListings,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import {
  ActionButton,
  AddIcon,
  Button,
  DialogContainer,
  RemoveCircleIcon,
  Text,
} from '@primazia/kit/ui';
import { useCallback, useMemo, useState } from 'react';
import { ListingPicker } from '../listing/listing-picker.tsx';
import { useListingColumns } from '../listing-list/columns.tsx';
import { ListingDialogs } from '../listing-list/listing-dialogs.tsx';
import { pickerType } from '../ui/dialog-type.ts';
import { type DraftListings, MAX_LISTINGS_OF_RULE } from './use-draft-listings.ts';
import { withinIds } from './within-ids.ts';

interface ListingsOfRuleProps {
  listings: DraftListings;
  /** The country of the rule's listings; null: it has none. */
  countryCode: string | null;
  mayWrite: boolean;
}

const NO_LISTINGS = { content: [], totalElements: 0 };
const LIVE = ['listings', 'markets', 'price-updates'] as const;

const idOf = (listing: PricedListing) => listing.id;
const nameOf = (listing: PricedListing) => listing.title;

/** Columns of a listing that are left out here: they are about its rule, which is this one. */
const SAID = ['rule', 'limits', 'minPrice', 'maxPrice'];
const FILTERS = ['buyboxStatus', 'price', 'stock'];
const DEFAULTS = { orders: [{ field: 'title', direction: 'asc' as const }] };

/** The listings that the rule in the form prices, whether that is saved or not. */
export function ListingsOfRule(props: ListingsOfRuleProps) {
  return (
    <ListingDialogs>
      <ListOfListings {...props} />
    </ListingDialogs>
  );
}

function ListOfListings({ listings, countryCode, mayWrite }: ListingsOfRuleProps) {
  const { t } = useTranslation();
  const all = useListingColumns();
  const declared = useMemo(
    () => ({
      columns: all.columns.filter(({ id }) => !SAID.includes(id)),
      filters: all.filters.filter(({ field }) => FILTERS.includes(field)),
    }),
    [all],
  );
  const { shown } = useListCall(queryListings, {
    ...declared,
    defaults: DEFAULTS,
    download: exportListings,
    ask: (filters) => ({ filters: withinIds(filters, listings.ids) }),
    enabled: listings.ids.length > 0,
  });
  const takingOut = useTakingOut(listings);
  const adding = useAdding(listings, countryCode);
  const add = mayWrite && adding.button;

  return (
    <>
      <ListPage
        id="rule-ads"
        isPart
        title={t('rules.listings.title', { count: listings.ids.length })}
        notice={<Notice listings={listings} mayWrite={mayWrite} />}
        actions={listings.ids.length === 0 ? null : add}
        {...shown}
        {...(listings.ids.length === 0 && {
          result: { ...shown.result, data: NO_LISTINGS, error: null },
        })}
        rowId={idOf}
        rowLabel={nameOf}
        searchLabel={t('pricing.search')}
        {...(mayWrite ? takingOut : {})}
        live={LIVE}
        empty={{
          title: t('rules.listings.none'),
          text: t('rules.listings.none_text'),
          action: add,
        }}
      />
      {adding.dialog}
    </>
  );
}

/** The ways to take listings out of the rule: one at its row, or all that are ticked. */
function useTakingOut({ remove: takeOut }: DraftListings) {
  const { t } = useTranslation();
  const [ticked, setTicked] = useState<readonly PricedListing[]>([]);
  const remove = useCallback(
    (listings: readonly PricedListing[]) => {
      const ids = listings.map(({ id }) => id);
      takeOut(ids);
      setTicked((before) => before.filter(({ id }) => !ids.includes(id)));
    },
    [takeOut],
  );
  // The same function at every render: a tick must not render every row again.
  const rowActions = useCallback(
    (listing: PricedListing) => [
      {
        id: 'remove',
        label: t('rules.listings.remove'),
        icon: RemoveCircleIcon,
        onPress: () => remove([listing]),
      },
    ],
    [t, remove],
  );
  const actions = (
    <ActionButton onPress={() => remove(ticked)}>
      {t('rules.listings.remove_count', { count: ticked.length })}
    </ActionButton>
  );
  return { rowActions, selection: { rows: ticked, onChange: setTicked, actions } };
}

const isFull = ({ ids }: DraftListings) => ids.length >= MAX_LISTINGS_OF_RULE;

/** The button that adds listings to the rule, and the dialog in which they are picked. */
function useAdding(listings: DraftListings, countryCode: string | null) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [type] = useState(pickerType);
  const close = () => setPicking(false);
  return {
    button: (
      <Button variant="primary" isDisabled={isFull(listings)} onPress={() => setPicking(true)}>
        <AddIcon />
        <Text>{t('rules.listings.add')}</Text>
      </Button>
    ),
    dialog: (
      <DialogContainer type={type} onDismiss={close}>
        {isPicking && (
          <ListingPicker
            title={t('rules.listings.add')}
            text={t('rules.listings.add_text')}
            tab="no_rule"
            taken={listings.ids}
            countryCode={countryCode}
            most={MAX_LISTINGS_OF_RULE}
            onAdd={(chosen) => listings.add(chosen.map(({ id }) => id))}
            onClose={close}
          />
        )}
      </DialogContainer>
    ),
  };
}

/** The notice that the limit of listings is reached, and the undo of removed ones. */
function Notice({ listings, mayWrite }: Pick<ListingsOfRuleProps, 'listings' | 'mayWrite'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {isFull(listings) && (
        <p className="hint" role="status">
          {t('rules.listings.most', { most: format.integer(MAX_LISTINGS_OF_RULE) })}
        </p>
      )}
      {mayWrite && listings.removed > 0 && (
        // Until that is saved the server has them in this rule, and the picker does not offer them.
        <button type="button" className="pz-text-button" onClick={listings.bringBack}>
          {t('rules.listings.bring_back', { count: listings.removed })}
        </button>
      )}
    </>
  );
}
