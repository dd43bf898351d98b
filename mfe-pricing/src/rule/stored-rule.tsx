import { getRule, type Rule, undoUpdate, updateRule } from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  toast,
  useFormat,
  useLiveRefetch,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import type { RuleValues } from './fields.ts';
import type { RuleFormProps } from './form-props.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { toRuleInput, toValues } from './values.ts';
import { Waiting } from './waiting.tsx';

interface StoredRuleProps extends RuleFormProps {
  ruleId: number;
}

/** The form of a rule that exists, as it is when the form opens. */
export function StoredRule({ ruleId, ...props }: StoredRuleProps) {
  const rule = useQueryCall(getRule, { params: { ruleId } }, { staleTime: 0, keepPrevious: false });
  useLiveRefetch(['rules'], rule.refetch, ({ ids }) => ids.includes(ruleId));
  if (rule.data === undefined || !rule.isFetchedAfterMount)
    return <Waiting error={rule.error} onRetry={rule.refetch} onClose={props.onClose} />;
  return <EditRule latest={rule.data} onStale={rule.refetch} {...props} />;
}

interface EditRuleProps extends RuleFormProps {
  /** As it is stored now. */
  latest: Rule;
  /** The rule turned out to be another one than the latest known. */
  onStale: () => unknown;
}

/** Keeps the form as it was opened; a version that somebody else saved is told, and opened where the person wants. */
function EditRule({ latest, onStale, listing, undoes, onClose, dismiss }: EditRuleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [rule, setRule] = useState(latest);
  const price = undoes && format.money(undoes.oldPrice, undoes.currencyCode);
  const options = {
    invalidates: [...UPDATE_ENDPOINTS, getRule],
    onSuccess: () => {
      toast('positive', price === undefined ? t('rule.saved') : t('update.undo_sent', { price }));
      onClose();
    },
    onError: ({ code }: ApiError) => {
      if (code === 'rule_changed') onStale();
    },
  };
  const update = useMutateCall(updateRule, options);
  const undo = useMutateCall(undoUpdate, options);
  const isSaving = update.isPending || undo.isPending;
  const save = (values: RuleValues) => {
    const edit = { rule: toRuleInput(values, rule.listingIds, rule), version: rule.version };
    const params = { ruleId: rule.id };
    if (undoes === undefined) update.mutate({ params, body: edit });
    else {
      const body = { choice: 'change_rule' as const, edit };
      undo.mutate({ params: { ...params, id: undoes.id }, body });
    }
  };
  const openLatest = () => {
    update.reset();
    undo.reset();
    setRule(latest);
  };
  return (
    <RuleDialog
      key={rule.version}
      title={t('rule.title_edit')}
      listing={listing}
      listingIds={rule.listingIds}
      stored={rule}
      initial={toValues(rule)}
      saveLabel={price === undefined ? t('rule.save') : t('rule.save_and_undo', { price })}
      error={update.error ?? undo.error}
      faultPrefix={undoes === undefined ? 'rule' : 'edit.rule'}
      // Our own saving makes a newer version too.
      overtaken={
        isSaving || latest.version === rule.version
          ? null
          : {
              title: t('rule.saved_meanwhile'),
              text: t('rule.saved_meanwhile_text'),
              action: t('rule.open_saved'),
              onAction: openLatest,
            }
      }
      isSaving={isSaving}
      onSave={save}
      onClose={onClose}
      dismiss={dismiss}
    />
  );
}
