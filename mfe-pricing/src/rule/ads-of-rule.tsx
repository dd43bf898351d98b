import { BUYBOX_STATUSES } from '@primazia/backend/kernel/market';
import {
  exportListings,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  ActionButton,
  AddIcon,
  Button,
  DialogContainer,
  type FilterField,
  ListPage,
  RemoveCircleIcon,
  Text,
  toListCall,
  useApi,
  useFormat,
  useListState,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useCallback, useMemo, useState } from 'react';
import { AdDialogs } from '../ad/ad-dialogs.tsx';
import { useColumns } from '../listings/use-columns.tsx';
import { AdPicker } from './ad-picker.tsx';
import { pickerType } from './panel-type.ts';
import { type DraftAds, MOST_ADS_OF_RULE } from './use-draft-ads.ts';
import { withinIds } from './within-ids.ts';

interface AdsOfRuleProps {
  ads: DraftAds;
  /** Where the ads of the rule stand; null: it has none. */
  countryCode: string | null;
  mayWrite: boolean;
}

const NO_ADS = { content: [], totalElements: 0 };
const LIVE = ['listings', 'markets', 'price-updates'] as const;

const idOf = (listing: PricedListing) => listing.id;
const nameOf = (listing: PricedListing) => listing.title;

/** What every column of an ad says here but its rule, which is this one. */
const SAID = ['rule', 'limits', 'minPrice', 'maxPrice'];

/** The ads that the rule in the form prices, whether that is saved or not. */
export function AdsOfRule(props: AdsOfRuleProps) {
  return (
    <AdDialogs>
      <ListOfAds {...props} />
    </AdDialogs>
  );
}

function ListOfAds({ ads, countryCode, mayWrite }: AdsOfRuleProps) {
  const { t } = useTranslation();
  const api = useApi();
  const all = useColumns();
  const columns = useMemo(() => all.filter(({ id }) => !SAID.includes(id)), [all]);
  const filters = useAdFilters();
  const options = useMemo(
    () => ({
      orderable: columns.flatMap(({ orderBy }) => orderBy ?? []),
      filters,
      defaults: { orders: [{ field: 'title', direction: 'asc' as const }] },
    }),
    [columns, filters],
  );
  const list = useListState(options);
  const { query, body } = toListCall(list.state);
  const { search } = list.state;
  const asked = { tab: 'all' as const, ...(search === '' ? {} : { search }) };
  const result = useQueryCall(
    queryListings,
    {
      query: { ...query, ...asked },
      body: { ...body, filters: withinIds(body.filters, ads.ids) },
    },
    { enabled: ads.ids.length > 0 },
  );
  const takingOut = useTakingOut(ads);
  const adding = useAdding(ads, countryCode);
  const add = mayWrite && adding.button;

  return (
    <>
      <ListPage
        id="rule-ads"
        isPart
        title={t('rules.ads.title', { count: ads.ids.length })}
        notice={<Notice ads={ads} mayWrite={mayWrite} />}
        actions={ads.ids.length === 0 ? null : add}
        list={list}
        result={ads.ids.length === 0 ? { ...result, data: NO_ADS, error: null } : result}
        columns={columns}
        rowId={idOf}
        rowLabel={nameOf}
        filters={filters}
        searchLabel={t('pricing.search')}
        {...(mayWrite ? takingOut : {})}
        sheet={(sheet, signal) =>
          api.call(
            exportListings,
            {
              query: asked,
              body: { ...sheet, filters: withinIds(sheet.filters ?? [], ads.ids) },
            },
            { signal },
          )
        }
        live={LIVE}
        empty={{ title: t('rules.ads.none'), text: t('rules.ads.none_text'), action: add }}
      />
      {adding.dialog}
    </>
  );
}

function useAdFilters(): FilterField[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        kind: 'select',
        field: 'buyboxStatus',
        label: t('pricing.buybox_status'),
        open: true,
        options: BUYBOX_STATUSES.map((value) => ({ value, label: t(`kit:buybox.${value}`) })),
      },
      { kind: 'monetary', field: 'price', label: t('pricing.price') },
      { kind: 'numeric', whole: true, field: 'stock', label: t('pricing.stock') },
    ],
    [t],
  );
}

/** The ways to take ads out of the rule: one at its row, or all that are ticked. */
function useTakingOut({ remove: takeOut }: DraftAds) {
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
  // The very same one at every drawing: a tick is not to draw every row anew.
  const rowActions = useCallback(
    (listing: PricedListing) => [
      {
        id: 'remove',
        label: t('rules.ads.remove'),
        icon: RemoveCircleIcon,
        onPress: () => remove([listing]),
      },
    ],
    [t, remove],
  );
  const actions = (
    <ActionButton onPress={() => remove(ticked)}>
      {t('rules.ads.remove_count', { count: ticked.length })}
    </ActionButton>
  );
  return { rowActions, selection: { rows: ticked, onChange: setTicked, actions } };
}

const isFull = ({ ids }: DraftAds) => ids.length >= MOST_ADS_OF_RULE;

/** The button that adds ads to the rule, and the dialog in which they are picked. */
function useAdding(ads: DraftAds, countryCode: string | null) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [type] = useState(pickerType);
  const close = () => setPicking(false);
  return {
    button: (
      <Button variant="primary" isDisabled={isFull(ads)} onPress={() => setPicking(true)}>
        <AddIcon />
        <Text>{t('rules.ads.add')}</Text>
      </Button>
    ),
    dialog: (
      <DialogContainer type={type} onDismiss={close}>
        {isPicking && (
          <AdPicker
            title={t('rules.ads.add')}
            text={t('rules.ads.add_text')}
            tab="no_rule"
            taken={ads.ids}
            countryCode={countryCode}
            most={MOST_ADS_OF_RULE}
            onAdd={(chosen) => ads.add(chosen.map(({ id }) => id))}
            onClose={close}
          />
        )}
      </DialogContainer>
    ),
  };
}

/** That no more ads fit, and the way back for those that go out. */
function Notice({ ads, mayWrite }: Pick<AdsOfRuleProps, 'ads' | 'mayWrite'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {isFull(ads) && (
        <p className="hint" role="status">
          {t('rules.ads.most', { most: format.integer(MOST_ADS_OF_RULE) })}
        </p>
      )}
      {mayWrite && ads.removed > 0 && (
        // Until that is saved the server has them in this rule, and the picker does not offer them.
        <button type="button" className="pz-text-button" onClick={ads.bringBack}>
          {t('rules.ads.bring_back', { count: ads.removed })}
        </button>
      )}
    </>
  );
}
