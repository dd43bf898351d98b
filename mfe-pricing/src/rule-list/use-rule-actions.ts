import type { RuleRow } from '@primazia/backend/pricing/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import type { RowAction } from '@primazia/kit/list';
import {
  ArchiveIcon,
  CopyIcon,
  EditIcon,
  PlayIcon,
  RemoveCircleIcon,
  UndoIcon,
} from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RuleStatusActions } from './use-rule-status.ts';

interface Acts extends Pick<RuleStatusActions, 'turn' | 'busyId'> {
  onArchive: (rule: RuleRow) => void;
}

/** What can be done with one rule; the same function until a request is pending. */
export function useRuleActions({ turn, busyId, onArchive }: Acts): (rule: RuleRow) => RowAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  return useCallback(
    (rule) => {
      const edit = {
        id: 'open',
        label: t('action.open_rule'),
        icon: EditIcon,
        onPress: () =>
          void navigate({
            to: '/regras-de-precificacao/$ruleId',
            params: { ruleId: String(rule.id) },
          }),
      };
      if (!mayWrite) return [edit];
      const copy = {
        id: 'copy',
        label: t('rules.action.copy'),
        icon: CopyIcon,
        onPress: () =>
          void navigate({ to: '/regras-de-precificacao/nova', search: { copia: rule.id } }),
      };
      if (rule.status === 'archived') return [edit, copy];
      const next = rule.status === 'enabled' ? 'disabled' : 'enabled';
      const label = { enabled: 'disable', paused: 'resume', disabled: 'enable' }[rule.status];
      const icon = { enabled: RemoveCircleIcon, paused: UndoIcon, disabled: PlayIcon }[rule.status];
      return [
        {
          id: 'turn',
          label: t(`rules.action.${label}`),
          icon,
          busy: busyId === rule.id,
          onPress: () => turn(rule, next),
        },
        edit,
        copy,
        {
          id: 'archive',
          label: t('rules.action.archive'),
          icon: ArchiveIcon,
          onPress: () => onArchive(rule),
        },
      ];
    },
    [t, navigate, mayWrite, turn, busyId, onArchive],
  );
}
