import { exportRules, queryRules, type RuleRow, RuleTab } from '@primazia/backend/pricing/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, useListCall } from '@primazia/kit/list';
import { ActionButton, AddIcon, Button, DialogContainer, Text } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ArchiveDialog } from '../rule-list/archive-dialog.tsx';
import { useRuleColumns } from '../rule-list/columns.tsx';
import { maySetStatus } from '../rule-list/set-status-of-many.ts';
import { type StatusChange, StatusDialog } from '../rule-list/status-dialog.tsx';
import { useRuleActions } from '../rule-list/use-rule-actions.ts';
import { type NewStatus, useRuleStatus } from '../rule-list/use-rule-status.ts';

type Open = { dialog: 'archive'; rule: RuleRow } | ({ dialog: 'bulk' } & StatusChange);

const LIVE = ['rules'] as const;
const DEFAULTS = { orders: [{ field: 'name', direction: 'asc' as const }] };

const idOf = (rule: RuleRow) => rule.id;
const nameOf = (rule: RuleRow) => rule.name;

/** The rules of the company: what each does, how many listings it prices, and whether it is at work. */
export function RulesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const tabs = useMemo(
    () => RuleTab.options.map((id) => ({ id, label: t(`rules.tab.${id}`) })),
    [t],
  );
  const { shown, rows } = useListCall(queryRules, {
    ...useRuleColumns(),
    tabs,
    defaults: DEFAULTS,
    download: exportRules,
  });
  const { turn, archive, busyId } = useRuleStatus();
  const [ticked, setTicked] = useState<readonly RuleRow[]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  const onArchive = useCallback((rule: RuleRow) => setOpen({ dialog: 'archive', rule }), []);
  const rowActions = useRuleActions({ turn, busyId, onArchive });

  // A row may have changed since it was ticked.
  const fresh = new Map(rows.map((rule) => [rule.id, rule]));
  const rules = ticked.map((rule) => fresh.get(rule.id) ?? rule);
  const make = mayWrite && (
    <Button variant="accent" onPress={() => void navigate({ to: '/regras-de-precificacao/nova' })}>
      <AddIcon />
      <Text>{t('rules.new')}</Text>
    </Button>
  );
  const { search, filters, where } = shown.list.state;
  const isWhole = search === '' && filters.length + where.length === 0;
  const counts = shown.result.data?.counts;
  const hasNone = isWhole && counts !== undefined && counts.current + counts.archived === 0;

  return (
    <>
      <ListPage
        id="rules"
        title={t('rules.title')}
        // An empty page has the one next step in its middle.
        actions={hasNone ? null : make}
        {...shown}
        rowId={idOf}
        rowLabel={nameOf}
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
      <StatusDialog
        change={open?.dialog === 'bulk' ? open : null}
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
    const count = rules.filter((rule) => maySetStatus(rule, status)).length;
    return (
      <ActionButton key={status} isDisabled={count === 0} onPress={() => onChoose(status)}>
        {t(`rules.bulk.confirm.${status}`, { count })}
      </ActionButton>
    );
  });
}
