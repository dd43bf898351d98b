import { companyHistory, HISTORY_TABS, type PriceUpdate } from '@primazia/backend/pricing/contract';
import {
  ActionButton,
  AdCell,
  Ago,
  CheckmarkIcon,
  CloseIcon,
  type Column,
  DialogContainer,
  EditIcon,
  type FilterField,
  ListPage,
  type RowAction,
  Text,
  UndoIcon,
  useListState,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { RulePanel } from '../rule/rule-panel.tsx';
import { historyInput, lastMonth } from '../update/history-input.ts';
import { PriceChange } from '../update/price-change.tsx';
import { Reason } from '../update/reason.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';
import { UndoDialog } from '../update/undo-dialog.tsx';
import { useUpdateActions } from '../update/use-update-actions.ts';
import { waitsFor } from '../update/waits-for.ts';
import { Why } from '../update/why.tsx';

type Open =
  | { dialog: 'undo'; update: PriceUpdate }
  /** `undoes`: saving the rule takes the update back. */
  | { dialog: 'rule'; update: PriceUpdate; undoes: boolean };

/** The price updates of the company: approve, cancel, undo, and why each price is what it is. */
export function PriceHistoryPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useUpdateActions();

  const filters = useMemo(
    (): FilterField[] => [
      { kind: 'date', field: 'createdAt', label: t('history.period'), open: true, required: true },
    ],
    [t],
  );
  const tabs = useMemo(
    () => Object.keys(HISTORY_TABS).map((id) => ({ id, label: t(`history.tab.${id}`) })),
    [t],
  );
  const options = useMemo(
    () => ({
      orderable: ['title', 'newPrice', 'createdAt', 'lastUpdate'],
      tabs,
      filters,
      defaults: {
        filters: [lastMonth(new Date())],
        orders: [{ field: 'createdAt', direction: 'desc' as const }],
      },
    }),
    [tabs, filters],
  );
  const list = useListState(options);
  const { listingId } = useSearch({ strict: false }) as { listingId?: number };
  const navigate = useNavigate();
  const showAll = () =>
    navigate({ to: '.', search: (before: object) => ({ ...before, listingId: undefined }) });
  const result = useQueryCall(companyHistory, {
    query: { ...historyInput(list.state), listingId },
  });

  const onlyAd = result.data?.content[0];

  const columns: Column<PriceUpdate>[] = [
    {
      id: 'title',
      header: t('history.ad'),
      orderBy: 'title',
      width: 280,
      cell: (update) => <AdCell listing={update} />,
    },
    {
      id: 'newPrice',
      header: t('history.price'),
      orderBy: 'newPrice',
      numeric: true,
      cell: (update) => <PriceChange {...update} />,
    },
    {
      id: 'state',
      header: t('history.state'),
      cell: (update) => (
        <span className="two-lines">
          <UpdateStateTag {...update} />
          <span className="two-lines__small">
            {update.state === 'pending'
              ? t(`update.waits_for.${waitsFor(update)}`)
              : (update.decidedBy ?? t('history.engine'))}
          </span>
        </span>
      ),
    },
    {
      id: 'reason',
      header: t('history.reason'),
      cell: (update) => <Reason update={update} />,
    },
    {
      id: 'rule',
      header: t('history.rule'),
      hidden: true,
      cell: (update) => update.ruleName,
    },
    {
      id: 'createdAt',
      header: t('history.created_at'),
      orderBy: 'createdAt',
      cell: (update) => <Ago at={update.createdAt} />,
    },
    {
      id: 'lastUpdate',
      header: t('history.last_update'),
      orderBy: 'lastUpdate',
      hidden: true,
      cell: (update) => <Ago at={update.lastUpdate} />,
    },
  ];

  const rowActions = (update: PriceUpdate): RowAction[] => {
    const busy = actions.busyId === update.id;
    const cancel = {
      id: 'cancel',
      label: t('action.cancel_update'),
      icon: CloseIcon,
      busy,
      onPress: () => actions.cancel(update),
    };
    const rule = {
      id: 'rule',
      label: t('action.open_rule'),
      icon: EditIcon,
      onPress: () => setOpen({ dialog: 'rule', update, undoes: false }),
    };
    if (update.state === 'pending') {
      const approve = {
        id: 'approve',
        label: t('action.approve'),
        icon: CheckmarkIcon,
        busy,
        onPress: () => actions.approve(update),
      };
      return [approve, cancel, rule];
    }
    if (update.state === 'retry') return [cancel, rule];
    // An undo itself is not taken back: the rule decides on from there.
    if (update.state === 'applied' && !update.undoing && update.reverts === null) {
      const undo = {
        id: 'undo',
        label: t('action.undo'),
        icon: UndoIcon,
        onPress: () => setOpen({ dialog: 'undo', update }),
      };
      return [undo, rule];
    }
    return [rule];
  };

  return (
    <>
      <ListPage
        id="price-history"
        title={t('history.title')}
        list={list}
        result={result}
        columns={columns}
        rowId={(update) => String(update.id)}
        rowLabel={(update) => update.title}
        tabs={tabs}
        filters={filters}
        searchLabel={t('history.search')}
        rowActions={rowActions}
        details={(update) => <Why update={update} />}
        {...(listingId === undefined
          ? {}
          : {
              actions: (
                <ActionButton onPress={showAll}>
                  <CloseIcon />
                  <Text>
                    {onlyAd === undefined
                      ? t('history.one_ad')
                      : t('history.only', { title: onlyAd.title })}
                  </Text>
                </ActionButton>
              ),
            })}
        live={['price-updates', 'rules']}
        fingerprint={(update) => `${update.state} ${update.undoing}`}
        detailsLabel={t('why.title')}
        empty={
          listingId === undefined
            ? {
                title: t('history.empty'),
                text: t('history.empty_text'),
                action: <Link to="/precificacao-automatica">{t('history.empty_action')}</Link>,
              }
            : { title: t('history.empty_ad'), text: t('history.empty_ad_text') }
        }
      />
      <DialogContainer onDismiss={() => setOpen(null)}>
        {open?.dialog === 'undo' && (
          <UndoDialog
            update={open.update}
            onClose={() => setOpen(null)}
            onChangeRule={() => setOpen({ dialog: 'rule', update: open.update, undoes: true })}
          />
        )}
      </DialogContainer>
      {open?.dialog === 'rule' && (
        <RulePanel
          listingId={open.update.listingId}
          {...(open.undoes ? { undoes: open.update } : {})}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
