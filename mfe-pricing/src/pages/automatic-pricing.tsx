import { BUYBOX_STATUSES } from '@primazia/backend/kernel/market';
import {
  exportListings,
  ListingTab,
  type PricedListing,
  queryListings,
} from '@primazia/backend/pricing/contract';
import {
  AdCell,
  AddIcon,
  Ago,
  Button,
  BuyboxTag,
  type Column,
  EditIcon,
  type FilterField,
  ListPage,
  MISSING,
  type RowAction,
  toListCall,
  useApi,
  useFormat,
  useListState,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { marginAt } from '../costs/margin.ts';
import { DelayNotice } from '../market/delay-notice.tsx';
import { MarketAge } from '../market/market-age.tsx';
import { usePlan } from '../market/use-plan.ts';
import { type Bulk, bulkOf } from '../rule/bulk.ts';
import { RuleCell } from '../rule/rule-cell.tsx';
import { GroupRulePanel, RulePanel } from '../rule/rule-panel.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';

/** The ads with their buybox, rule and limits; `listingId` in the URL opens the rule of that ad. */
export function AutomaticPricingPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { listingId } = useSearch({ strict: false }) as { listingId?: number };
  const openRule = (id: number | undefined) =>
    navigate({
      to: '.',
      search: (before: object) => ({ ...before, listingId: id }),
      ignoreBlocker: true,
    });

  const filters = useMemo(
    (): FilterField[] => [
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
  const tabs = useMemo(
    () => ListingTab.options.map((id) => ({ id, label: t(`pricing.tab.${id}`) })),
    [t],
  );
  const options = useMemo(
    () => ({
      orderable: ['title', 'price', 'marketObservedAt', 'minPrice'],
      tabs,
      filters,
      defaults: { orders: [{ field: 'title', direction: 'asc' as const }] },
    }),
    [tabs, filters],
  );
  const list = useListState(options);
  const { query, body } = toListCall(list.state);
  const { search, tab } = list.state;
  const asked = {
    tab: ListingTab.catch('all').parse(tab),
    ...(search === '' ? {} : { search }),
  };
  const api = useApi();
  const result = useQueryCall(queryListings, { query: { ...query, ...asked }, body });

  const mayWrite = useMayWrite();
  const [ticked, setTicked] = useState<readonly PricedListing[]>([]);
  const [group, setGroup] = useState<readonly [PricedListing, ...PricedListing[]] | null>(null);
  // What a row says may have changed since it was ticked.
  const fresh = new Map(result.data?.content.map((listing) => [listing.id, listing]));
  const bulk = bulkOf(ticked.map((listing) => fresh.get(listing.id) ?? listing));

  const plan = usePlan((result.data?.content ?? []).map(({ id }) => id));
  const nextLooks = new Map(
    plan?.listings.map(({ listingId: id, expectedNextLook }) => [id, expectedNextLook]),
  );

  const money = (listing: PricedListing, amount: number | null) =>
    format.money(amount, listing.currencyCode);
  const columns: Column<PricedListing>[] = [
    {
      id: 'title',
      header: t('pricing.ad'),
      orderBy: 'title',
      width: 280,
      cell: (listing) => <AdCell listing={listing} />,
    },
    {
      id: 'price',
      header: t('pricing.price'),
      orderBy: 'price',
      numeric: true,
      cell: (listing) => money(listing, listing.price),
    },
    {
      id: 'buyboxStatus',
      header: t('pricing.buybox_status'),
      sheet: [
        {
          field: 'buyboxStatus',
          words: Object.fromEntries(
            BUYBOX_STATUSES.map((value) => [value, t(`kit:buybox.${value}`)]),
          ),
        },
      ],
      cell: (listing) => (
        <span className="two-lines">
          <BuyboxTag status={listing.buyboxStatus} />
          {listing.marketObservedAt !== null && (
            <span className="two-lines__small">
              <Ago at={listing.marketObservedAt} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'bestRivalPrice',
      header: t('pricing.best_rival'),
      numeric: true,
      cell: (listing) => (
        <span className="two-lines">
          <span>{money(listing, listing.bestRivalPrice)}</span>
          <span className="two-lines__small">{t('pricing.rivals', { count: listing.rivals })}</span>
        </span>
      ),
    },
    {
      id: 'rule',
      header: t('pricing.rule'),
      sheet: [{ field: 'ruleName' }],
      cell: (listing) => <RuleCell listing={listing} />,
    },
    {
      id: 'limits',
      header: t('pricing.limits'),
      orderBy: 'minPrice',
      numeric: true,
      sheet: [
        { field: 'minPrice', label: t('rule.min_price') },
        { field: 'maxPrice', label: t('rule.max_price') },
      ],
      cell: (listing) =>
        listing.rule === null ? (
          MISSING
        ) : (
          <span className="two-lines">
            <span>{money(listing, listing.rule.minPrice)}</span>
            <span>{money(listing, listing.rule.maxPrice)}</span>
          </span>
        ),
    },
    {
      id: 'margin',
      header: t('costs.margin'),
      numeric: true,
      hidden: true,
      cell: ({ price, costs }) =>
        costs === null ? MISSING : format.percent(marginAt(price, costs)?.share),
    },
    {
      id: 'lastUpdate',
      header: t('pricing.last_update'),
      sheet: [{ field: 'lastUpdatePrice' }],
      cell: ({ waitingUpdate, lastUpdate, currencyCode, id }) => {
        const update = waitingUpdate ?? lastUpdate;
        if (update === null) return MISSING;
        return (
          <span className="two-lines">
            <UpdateStateTag state={update.state} />
            <Link className="two-lines__small" to="/historico-de-precos" search={{ listingId: id }}>
              {format.money(update.newPrice, currencyCode)}
            </Link>
          </span>
        );
      },
    },
    {
      id: 'marketObservedAt',
      header: t('pricing.market_age'),
      orderBy: 'marketObservedAt',
      hidden: true,
      cell: ({ id, marketObservedAt }) => (
        <MarketAge observedAt={marketObservedAt} expectedNextLook={nextLooks.get(id) ?? null} />
      ),
    },
  ];
  const rowActions = (listing: PricedListing): RowAction[] => [
    {
      id: 'rule',
      label: listing.rule === null ? t('action.make_rule') : t('action.open_rule'),
      icon: listing.rule === null ? AddIcon : EditIcon,
      onPress: () => openRule(listing.id),
    },
  ];

  return (
    <>
      <ListPage
        id="automatic-pricing"
        title={t('pricing.title')}
        notice={<DelayNotice accounts={plan?.accounts ?? []} />}
        list={list}
        result={result}
        columns={columns}
        rowId={(listing) => String(listing.id)}
        rowLabel={(listing) => listing.title}
        tabs={tabs}
        filters={filters}
        searchLabel={t('pricing.search')}
        rowActions={rowActions}
        {...(mayWrite
          ? {
              selection: {
                rows: ticked,
                onChange: setTicked,
                notice: <BulkNotice {...bulk} />,
                actions: <MakeGroup {...bulk} onMake={setGroup} />,
              },
            }
          : {})}
        sheet={(sheet, signal) =>
          api.call(exportListings, { query: asked, body: sheet }, { signal })
        }
        live={['listings', 'markets', 'rules', 'price-updates']}
        fingerprint={({ marketObservedAt: _, updatedAt: __, ...said }) => JSON.stringify(said)}
        empty={{ title: t('pricing.empty'), text: t('pricing.empty_text') }}
      />
      {group !== null && (
        <GroupRulePanel
          listings={group}
          onMade={() => setTicked([])}
          onClose={() => setGroup(null)}
        />
      )}
      {listingId !== undefined && (
        <RulePanel key={listingId} listingId={listingId} onClose={() => openRule(undefined)} />
      )}
    </>
  );
}

/** Which of the ticked ads cannot have the rule, and why. */
function BulkNotice({ ruled, isAcrossCountries }: Bulk) {
  const { t } = useTranslation();
  return (
    <>
      {ruled > 0 && <span className="muted">{t('group.left_out', { count: ruled })}</span>}
      {isAcrossCountries && <span className="muted">{t('group.one_country')}</span>}
    </>
  );
}

interface MakeGroupProps extends Bulk {
  onMake: (listings: readonly [PricedListing, ...PricedListing[]]) => void;
}

/** Opens the form of one rule for all of the ticked ads that can have it. */
function MakeGroup({ listings, isAcrossCountries, onMake }: MakeGroupProps) {
  const { t } = useTranslation();
  const [first, ...others] = listings;
  return (
    <Button
      variant="accent"
      isDisabled={first === undefined || isAcrossCountries}
      onPress={() => first !== undefined && onMake([first, ...others])}
    >
      {t('group.make', { count: listings.length })}
    </Button>
  );
}
