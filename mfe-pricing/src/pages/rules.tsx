import { exportRules, queryRules, type RuleRow, RuleTab } from '@primazia/backend/pricing/contract';
import {
  ActionButton,
  AddIcon,
  Button,
  DialogContainer,
  ListPage,
  Text,
  toListCall,
  useApi,
  useListState,
  useMayWrite,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ArchiveDialog } from '../rules/archive-dialog.tsx';
import { BulkDialog, type BulkWish } from '../rules/bulk-dialog.tsx';
import { mayTurn } from '../rules/turn-many.ts';
import { useRuleActions } from '../rules/use-rule-actions.ts';
import { useRuleColumns } from '../rules/use-rule-columns.tsx';
import { useRuleFilters } from '../rules/use-rule-filters.ts';
import { type NewStatus, useRuleStatus } from '../rules/use-rule-status.ts';

const ORDERABLE = [
  'name',
  'status',
  'ads',
  'minPrice',
  'competition',
  'requiresApproval',
  'origin',
  'updatedAt',
  'createdAt',
];

type Open = { dialog: 'archive'; rule: RuleRow } | ({ dialog: 'bulk' } & BulkWish);

const LIVE = ['rules'] as const;

const idOf = (rule: RuleRow) => rule.id;
const nameOf = (rule: RuleRow) => rule.name;

/** The rules of the company: what each does, how many ads it prices, and whether it is at work. */
export function RulesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const filters = useRuleFilters();
  const columns = useRuleColumns();
  const tabs = useMemo(
    () => RuleTab.options.map((id) => ({ id, label: t(`rules.tab.${id}`) })),
    [t],
  );
  const options = useMemo(
    () => ({
      orderable: ORDERABLE,
      tabs,
      filters,
      defaults: { orders: [{ field: 'name', direction: 'asc' as const }] },
    }),
    [tabs, filters],
  );
  const list = useListState(options);
  const { query, body } = toListCall(list.state);
  const { search, tab } = list.state;
  const asked = {
    tab: RuleTab.catch('current').parse(tab),
    ...(search === '' ? {} : { search }),
  };
  const api = useApi();
  const result = useQueryCall(queryRules, { query: { ...query, ...asked }, body });
  const { turn, archive, busyId } = useRuleStatus();
  const [ticked, setTicked] = useState<readonly RuleRow[]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  const onArchive = useCallback((rule: RuleRow) => setOpen({ dialog: 'archive', rule }), []);
  const rowActions = useRuleActions({ turn, busyId, onArchive });

  // What a row says may have changed since it was ticked.
  const fresh = new Map(result.data?.content.map((rule) => [rule.id, rule]));
  const rules = ticked.map((rule) => fresh.get(rule.id) ?? rule);
  const make = mayWrite && (
    <Button variant="accent" onPress={() => void navigate({ to: '/regras-de-precificacao/nova' })}>
      <AddIcon />
      <Text>{t('rules.new')}</Text>
    </Button>
  );
  const isWhole = search === '' && body.filters.length === 0;
  const counts = result.data?.counts;
  const hasNone = isWhole && counts !== undefined && counts.current + counts.archived === 0;

  return (
    <>
      <ListPage
        id="rules"
        title={t('rules.title')}
        // An empty page has the one next step in its middle.
        actions={hasNone ? null : make}
        list={list}
        result={result}
        columns={columns}
        rowId={idOf}
        rowLabel={nameOf}
        tabs={tabs}
        filters={filters}
        searchLabel={t('rules.search')}
        rowActions={rowActions}
        {...(mayWrite
          ? {
              selection: {
                rows: ticked,
                onChange: setTicked,
                actions: (
                  <BulkActions
                    rules={rules}
                    onChoose={(status) => setOpen({ dialog: 'bulk', rules, status })}
                  />
                ),
              },
            }
          : {})}
        sheet={(sheet, signal) => api.call(exportRules, { query: asked, body: sheet }, { signal })}
        live={LIVE}
        empty={{ title: t('rules.empty'), text: t('rules.empty_text'), action: make }}
      />
      <DialogContainer onDismiss={close}>
        {open?.dialog === 'archive' && (
          <ArchiveDialog
            rule={open.rule}
            isPending={busyId === open.rule.id}
            // Another one may have been opened before the answer.
            onArchive={() =>
              archive(open.rule, () => setOpen((now) => (now === open ? null : now)))
            }
            onClose={close}
          />
        )}
      </DialogContainer>
      <BulkDialog
        wish={open?.dialog === 'bulk' ? open : null}
        onDone={() => setTicked([])}
        onClose={close}
      />
    </>
  );
}

interface BulkActionsProps {
  rules: readonly RuleRow[];
  onChoose: (status: NewStatus) => void;
}

const BULK = ['enabled', 'disabled', 'archived'] as const;

/** What can be done with the ticked rules; each says with how many. */
function BulkActions({ rules, onChoose }: BulkActionsProps) {
  const { t } = useTranslation();
  return BULK.map((status) => {
    const count = rules.filter((rule) => mayTurn(rule, status)).length;
    return (
      <ActionButton key={status} isDisabled={count === 0} onPress={() => onChoose(status)}>
        {t(`rules.bulk.confirm.${status}`, { count })}
      </ActionButton>
    );
  });
}
