import {
  exportUpdates,
  HISTORY_TABS,
  type PriceUpdate,
  queryUpdates,
} from '@primazia/backend/pricing/contract';
import { lazily, useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { ActionButton, CloseIcon, Text, UndoIcon } from '@primazia/kit/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useHistoryColumns } from '../history/columns.tsx';
import { historyQuery, lastMonth } from '../history/history-input.ts';
import { useHistoryActions } from '../history/use-history-actions.ts';
import { rowIdOf, useHistorySelection } from '../history/use-history-selection.tsx';
import { RefusedNotice } from '../market/refused-notice.tsx';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { updateIdsOf } from '../update/fold.ts';
import { Why } from '../update/why.tsx';

const FoldDetails = lazily(async () => (await import('../history/fold-details.tsx')).FoldDetails);
const RulePanel = lazily(async () => (await import('../rule-editor/rule-panel.tsx')).RulePanel);
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

const nameOf = (update: PriceUpdate) => update.title;
const said = (update: PriceUpdate) => `${update.state} ${update.undoing} ${update.id}`;

/** The price updates of the company: approve, cancel, undo, and why each price is what it is. */
export function PriceHistoryPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const { listingId } = useSearch({ strict: false }) as { listingId?: number };
  const tabs = useMemo(
    () => Object.keys(HISTORY_TABS).map((id) => ({ id, label: t(`history.tab.${id}`) })),
    [t],
  );
  const defaults = useMemo(
    () => ({
      filters: [lastMonth(new Date())],
      orders: [{ field: 'createdAt', direction: 'desc' as const }],
    }),
    [],
  );
  const { shown, rows } = useListCall(queryUpdates, {
    ...useHistoryColumns(),
    tabs,
    defaults,
    download: exportUpdates,
    ask: (filters, state) => historyQuery(filters, state, listingId),
  });

  const mayWrite = useMayWrite();
  const openUndo = useCallback((update: PriceUpdate) => setOpen({ dialog: 'undo', update }), []);
  const rowActions = useHistoryActions({
    onRule: useCallback((update) => setOpen({ dialog: 'rule', update, undoes: false }), []),
    onUndo: openUndo,
  });
  const { selection, dialog } = useHistorySelection(rows);
  const details = useCallback(
    (update: PriceUpdate) =>
      updateIdsOf(update).length === 1 ? (
        <Why update={update} />
      ) : (
        <FoldDetails row={update} onUndo={openUndo} />
      ),
    [openUndo],
  );
  const detailsLabel = useCallback(
    (update: PriceUpdate) =>
      t(updateIdsOf(update).length === 1 ? 'why.title' : 'history.fold.title'),
    [t],
  );
  const updates = shown.result.data?.updates;
  const exported = useMemo(
    () => (updates === undefined ? undefined : { count: updates, text: t('history.fold.export') }),
    [updates, t],
  );

  return (
    <>
      <ListPage
        id="price-history"
        title={t('history.title')}
        {...shown}
        rowId={rowIdOf}
        rowLabel={nameOf}
        searchLabel={t('history.search')}
        rowActions={rowActions}
        details={details}
        detailsLabel={detailsLabel}
        exported={exported}
        {...(mayWrite ? { selection } : {})}
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
            : { title: t('history.empty_listing'), text: t('history.empty_listing_text') }
        }
      />
      <OverTheList open={open} onOpen={setOpen} />
      {dialog}
    </>
  );
}

/** Says that the list is of one listing alone, and shows all of them again. */
function OneAd({ title }: { title: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showAll = () =>
    navigate({ to: '.', search: (before: object) => ({ ...before, listingId: undefined }) });
  return (
    <ActionButton onPress={showAll}>
      <CloseIcon />
      <Text>{title === undefined ? t('history.one_listing') : t('history.only', { title })}</Text>
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
