import {
  exportUpdates,
  HISTORY_TABS,
  type PriceUpdate,
  queryUpdates,
} from '@primazia/backend/pricing/contract';
import {
  ActionButton,
  CloseIcon,
  ListPage,
  lazily,
  Text,
  UndoIcon,
  useApi,
  useListState,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { RefusedNotice } from '../market/refused-notice.tsx';
import { HeldDialogContainer } from '../update/held-dialog.tsx';
import { alsoBy, historyCall, historyQuery, lastMonth, ofAd } from '../update/history-input.ts';
import { useHistoryActions } from '../update/use-history-actions.ts';
import { ORDERABLE, useHistoryColumns } from '../update/use-history-columns.tsx';
import { useHistoryFilters, useNamedAdsAndRules } from '../update/use-history-filters.ts';
import { useHistorySelection } from '../update/use-history-selection.tsx';
import { Why } from '../update/why.tsx';

const RulePanel = lazily(async () => (await import('../rule/rule-panel.tsx')).RulePanel);
const UndoRuleDialog = lazily(
  async () => (await import('../undo/undo-rule-dialog.tsx')).UndoRuleDialog,
);
const UndoDialog = lazily(async () => (await import('../update/undo-dialog.tsx')).UndoDialog);

type Open =
  | { dialog: 'undo'; update: PriceUpdate }
  /** `undoes`: saving the rule takes the update back. */
  | { dialog: 'rule'; update: PriceUpdate; undoes: boolean }
  | { dialog: 'undo-rule' };

const LIVE = ['price-updates', 'rules'] as const;
const NO_ROWS: readonly PriceUpdate[] = [];

const idOf = (update: PriceUpdate) => update.id;
const nameOf = (update: PriceUpdate) => update.title;
const said = ({ state, undoing }: PriceUpdate) => `${state} ${undoing}`;
const why = (update: PriceUpdate) => <Why update={update} />;

/** The price updates of the company: approve, cancel, undo, and why each price is what it is. */
export function PriceHistoryPage() {
  const { t } = useTranslation();
  const api = useApi();
  const [open, setOpen] = useState<Open | null>(null);
  const fields = useHistoryFilters();
  const tabs = useMemo(
    () => Object.keys(HISTORY_TABS).map((id) => ({ id, label: t(`history.tab.${id}`) })),
    [t],
  );
  const options = useMemo(
    () => ({
      orderable: ORDERABLE,
      tabs,
      filters: fields,
      defaults: {
        filters: [lastMonth(new Date())],
        orders: [{ field: 'createdAt', direction: 'desc' as const }],
      },
    }),
    [tabs, fields],
  );
  const list = useListState(options);
  const filters = useNamedAdsAndRules(fields, list.state);
  const { listingId } = useSearch({ strict: false }) as { listingId?: number };
  const result = useQueryCall(queryUpdates, historyCall(list.state, listingId));
  const rows = result.data?.content ?? NO_ROWS;

  const mayWrite = useMayWrite();
  const columns = useHistoryColumns();
  const rowActions = useHistoryActions({
    onRule: useCallback((update) => setOpen({ dialog: 'rule', update, undoes: false }), []),
    onUndo: useCallback((update) => setOpen({ dialog: 'undo', update }), []),
  });
  const { selection, dialog } = useHistorySelection(rows);

  return (
    <>
      <ListPage
        id="price-history"
        title={t('history.title')}
        list={list}
        result={result}
        columns={columns}
        rowId={idOf}
        rowLabel={nameOf}
        tabs={tabs}
        filters={filters}
        searchLabel={t('history.search')}
        rowActions={rowActions}
        details={why}
        detailsLabel={t('why.title')}
        {...(mayWrite ? { selection } : {})}
        sheet={(sheet, signal) =>
          api.call(
            exportUpdates,
            {
              query: historyQuery(list.state),
              body: { ...sheet, filters: alsoBy(sheet.filters, ofAd(listingId)) },
            },
            { signal },
          )
        }
        actions={
          <>
            {listingId !== undefined && <OneAd title={rows[0]?.title} />}
            {mayWrite && (
              <ActionButton onPress={() => setOpen({ dialog: 'undo-rule' })}>
                <UndoIcon />
                <Text>{t('undo.rule.open')}</Text>
              </ActionButton>
            )}
          </>
        }
        notice={<RefusedNotice />}
        live={LIVE}
        fingerprint={said}
        empty={
          listingId === undefined
            ? {
                title: t('history.empty'),
                text: t('history.empty_text'),
                ...(mayWrite && {
                  action: <Link to="/precificacao-automatica">{t('history.empty_action')}</Link>,
                }),
              }
            : { title: t('history.empty_ad'), text: t('history.empty_ad_text') }
        }
      />
      <OverTheList open={open} onOpen={setOpen} />
      {dialog}
    </>
  );
}

/** Says that the list is of one ad alone, and shows all of them again. */
function OneAd({ title }: { title: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showAll = () =>
    navigate({ to: '.', search: (before: object) => ({ ...before, listingId: undefined }) });
  return (
    <ActionButton onPress={showAll}>
      <CloseIcon />
      <Text>{title === undefined ? t('history.one_ad') : t('history.only', { title })}</Text>
    </ActionButton>
  );
}

interface OverTheListProps {
  open: Open | null;
  onOpen: (open: Open | null) => void;
}

/** What is open over the list: the undo of an update or of what a rule did, or the rule of an update. */
function OverTheList({ open, onOpen }: OverTheListProps) {
  const close = () => onOpen(null);
  return (
    <>
      <HeldDialogContainer onDismiss={close}>
        {open?.dialog === 'undo' && (
          <UndoDialog
            update={open.update}
            onClose={close}
            onChangeRule={() => onOpen({ dialog: 'rule', update: open.update, undoes: true })}
          />
        )}
        {open?.dialog === 'undo-rule' && <UndoRuleDialog onClose={close} />}
      </HeldDialogContainer>
      {open?.dialog === 'rule' && (
        <RulePanel
          listingId={open.update.listingId}
          {...(open.undoes ? { undoes: open.update } : {})}
          onClose={close}
        />
      )}
    </>
  );
}
