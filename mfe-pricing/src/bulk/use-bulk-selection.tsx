import {
  type BulkAction,
  type ListingQuery,
  MAX_BULK,
  type PricedListing,
  selectListings,
} from '@primazia/backend/pricing/contract';
import { lazily, useApi, useFormat, useTranslation } from '@primazia/kit';
import {
  type FilterField,
  type Frozen,
  type ListHandle,
  type Selection,
  useFilterText,
} from '@primazia/kit/list';
import { Button } from '@primazia/kit/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { BulkMenu } from './bulk-menu.tsx';
import { type Chosen, chosenOf, isTooMany } from './chosen.ts';
import { type Bulk, ruleCandidates } from './rule-candidates.ts';

const GroupRulePanel = lazily(
  async () => (await import('../rule-editor/rule-panel.tsx')).GroupRulePanel,
);
const CreateRules = lazily(async () => (await import('./create-rules.tsx')).CreateRules);
const BulkDialog = lazily(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

interface BulkSelectionOptions {
  /** The listings in sight. */
  rows: readonly PricedListing[];
  list: ListHandle;
  filters: readonly FilterField[];
  /** The parts of the query beside the list's filters. */
  query: ListingQuery;
  onStarted: (id: number) => void;
}

type Listings = readonly [PricedListing, ...PricedListing[]];

/** What is open over the list. */
type Open =
  | { kind: 'act'; action: BulkAction; chosen: Chosen }
  | { kind: 'create'; chosen: Chosen; listings: Listings }
  | { kind: 'group'; listings: Listings };

/** The chosen listings, the actions on them, and the open dialog. */
export function useBulkSelection({ rows, list, filters, query, onStarted }: BulkSelectionOptions): {
  selection: Selection<PricedListing>;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const api = useApi();
  const [ticked, setTicked] = useState<readonly PricedListing[]>([]);
  const [all, setAll] = useState<Frozen | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  // A row may have changed since it was ticked.
  const chosenRows = useMemo(() => {
    const fresh = new Map(rows.map((listing) => [listing.id, listing]));
    return ticked.map((listing) => fresh.get(listing.id) ?? listing);
  }, [rows, ticked]);
  const group = ruleCandidates(chosenRows);
  const said = useFilterText(list, filters);
  const tab = query.tab === 'all' ? '' : t(`pricing.tab.${query.tab}`);
  const filterText = [tab, said].filter(Boolean).join('; ');
  const chosen = chosenOf(chosenRows, all, { rows, filterText });
  const clear = () => {
    setTicked([]);
    setAll(null);
  };
  const close = () => setOpen(null);
  const begun = (id: number) => {
    clear();
    close();
    onStarted(id);
  };

  return {
    selection: {
      rows: ticked,
      onChange: setTicked,
      notice: <Notice group={group} ticked={chosenRows} isAll={all !== null} />,
      actions: (
        <>
          <BulkMenu
            isDisabled={chosen === null}
            onChoose={(action) => chosen !== null && setOpen({ kind: 'act', action, chosen })}
          />
          {all !== null && chosen !== null && (
            <MakeForAll
              rows={rows}
              onMake={(listings) => setOpen({ kind: 'create', chosen, listings })}
            />
          )}
          {all === null && group.listings.length > 0 && (
            <MakeGroup {...group} onMake={(listings) => setOpen({ kind: 'group', listings })} />
          )}
        </>
      ),
      all: {
        chosen: all,
        onChoose: setAll,
        freeze: (question) => api.call(selectListings, { query, body: question }),
      },
    },
    dialog:
      open === null ? null : open.kind === 'group' ? (
        <GroupRulePanel listings={open.listings} onMade={clear} onClose={close} />
      ) : open.kind === 'create' ? (
        <CreateRules
          chosen={open.chosen}
          listings={open.listings}
          onClose={close}
          onStarted={begun}
        />
      ) : (
        <BulkDialog action={open.action} chosen={open.chosen} onClose={close} onStarted={begun} />
      ),
  };
}

interface NoticeProps {
  group: Bulk;
  ticked: readonly PricedListing[];
  isAll: boolean;
}

/** Why some actions are not possible for the ticked listings. */
function Notice({ group, ticked, isAll }: NoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (isAll) return null;
  if (isTooMany(ticked)) {
    return (
      <span className="muted">{t('bulk.too_many', { number: format.integer(MAX_BULK) })}</span>
    );
  }
  return (
    <>
      {group.ruled > 0 && group.listings.length > 0 && (
        <span className="muted">{t('group.left_out', { count: group.ruled })}</span>
      )}
      {group.isAcrossCountries && <span className="muted">{t('group.one_country')}</span>}
    </>
  );
}

interface MakeForAllProps {
  /** The listings in sight. */
  rows: readonly PricedListing[];
  onMake: (listings: Listings) => void;
}

/** Opens the form of rules for all matching listings; the visible ones without a rule are examples. */
function MakeForAll({ rows, onMake }: MakeForAllProps) {
  const { t } = useTranslation();
  const free = rows.filter(({ rule }) => rule === null);
  const [first, ...others] = free.length > 0 ? free : rows;
  return (
    <Button
      variant="accent"
      isDisabled={first === undefined}
      onPress={() => first !== undefined && onMake([first, ...others])}
    >
      {t('bulk.action.create')}
    </Button>
  );
}

interface MakeGroupProps extends Bulk {
  onMake: (listings: Listings) => void;
}

/** Opens the form of one rule for all of the ticked listings that can have it. */
function MakeGroup({ listings, isAcrossCountries, onMake }: MakeGroupProps) {
  const { t } = useTranslation();
  const [first, ...others] = listings;
  return (
    <Button
      variant="accent"
      isDisabled={first === undefined || isAcrossCountries || isTooMany(listings)}
      onPress={() => first !== undefined && onMake([first, ...others])}
    >
      {t('group.make', { count: listings.length })}
    </Button>
  );
}
