import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { type Rule, undoUpdate, updateRule } from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  useAnnounce,
  useFormat,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { ruleChanges } from '../rule/changes.ts';
import { RULE_ENDPOINTS } from '../rule/endpoints.ts';
import type { RuleValues } from '../rule/fields.ts';
import { toRuleInput, toValues } from '../rule/values.ts';
import { oldestOf, updateIdsOf } from '../update/fold.ts';
import type { EditConflict } from './edit-conflict.tsx';

interface EditOptions {
  /** The rule as it is stored now. */
  latest: Rule;
  /** The rule turned out to be another one than the latest known. */
  onStale: () => unknown;
  currencyCode: string;
  /** Saving undoes this update, and those of its folded row, in the same transaction. */
  undoes?: PriceUpdate;
  /** What is changed already when the form opens. */
  begun?: Partial<RuleValues>;
  onSaved: (rule: Rule | null) => void;
}

interface Opened {
  /** The rule as the form began with it. */
  rule: Rule;
  draft?: Partial<RuleValues>;
}

export interface EditedRule extends Opened {
  error: ApiError | null;
  faultPrefix: string;
  conflict: EditConflict | null;
  isSaving: boolean;
  save: (values: RuleValues, listingIds?: readonly number[]) => void;
}

/** Keeps a form as it was opened; shows a version that another person saved, with the choices to continue. */
export function useEditRule(options: EditOptions): EditedRule {
  const { latest, onStale, currencyCode, undoes, begun, onSaved } = options;
  const { t } = useTranslation();
  const format = useFormat();
  const announce = useAnnounce();
  const [opened, open] = useState<Opened>({
    rule: latest,
    ...(begun === undefined ? {} : { draft: begun }),
  });
  const { rule } = opened;
  const common = {
    invalidates: RULE_ENDPOINTS,
    onError: ({ code }: ApiError) => {
      if (code === 'rule_changed') onStale();
    },
  };
  const update = useMutateCall(updateRule, {
    ...common,
    onSuccess: (saved) => {
      open({ rule: saved });
      announce('rule-saved', { ruleId: saved.id });
      onSaved(saved);
    },
  });
  const undo = useMutateCall(undoUpdate, {
    ...common,
    onSuccess: ({ id }) => {
      announce('rule-saved', { ruleId: rule.id });
      announce('price-undone', {
        updateIds: undoes === undefined ? [id] : [...updateIdsOf(undoes)],
      });
      onSaved(null);
    },
  });
  const isSaving = update.isPending || undo.isPending;

  const save = (values: RuleValues, listingIds: readonly number[] = rule.listingIds) => {
    const edit = { rule: toRuleInput(values, listingIds, rule), version: rule.version };
    const params = { ruleId: rule.id };
    if (undoes === undefined) update.mutate({ params, body: edit });
    else {
      const body = { choice: 'change_rule' as const, edit, ...oldestOf(undoes) };
      undo.mutate({ params: { ...params, id: undoes.id }, body });
    }
  };
  const openLatest = (draft?: Partial<RuleValues>) => {
    update.reset();
    undo.reset();
    open({ rule: latest, ...(draft === undefined ? {} : { draft }) });
  };
  const isConflict = !isSaving && latest.version > rule.version;
  return {
    ...opened,
    error: update.error ?? undo.error,
    faultPrefix: undoes === undefined ? 'rule' : 'edit.rule',
    // Our own saving makes a newer version too.
    conflict: isConflict
      ? {
          title: t('rule.saved_meanwhile'),
          text: t(
            latest.status === 'archived' ? 'rules.archived_meanwhile' : 'rule.saved_meanwhile_text',
          ),
          changes: ruleChanges(t, format, {
            before: toValues(rule),
            after: toValues(latest),
            currencyCode,
          }),
          action: t('rule.open_saved'),
          onAction: () => openLatest(),
          ...(latest.status === 'archived' ? {} : { onKeep: openLatest }),
        }
      : null,
    isSaving,
    save,
  };
}
