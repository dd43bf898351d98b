import type { Rule } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';
import { useStoredRule } from '../rule/use-stored-rule.ts';
import { toValues } from '../rule/values.ts';
import { priceBefore } from '../update/fold.ts';
import { useEditRule } from './edit-rule.ts';
import type { RuleFormProps } from './form-props.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { Waiting } from './waiting.tsx';

interface StoredRuleProps extends RuleFormProps {
  ruleId: number;
}

/** The form of a rule that exists, as it is when the form opens. */
export function StoredRule({ ruleId, ...props }: StoredRuleProps) {
  const { rule, error, refetch } = useStoredRule(ruleId);
  if (rule === undefined)
    return <Waiting error={error} onRetry={refetch} onClose={props.onClose} />;
  return <EditRule latest={rule} onStale={refetch} {...props} />;
}

interface EditRuleProps extends RuleFormProps {
  /** As it is stored now. */
  latest: Rule;
  /** The rule turned out to be another one than the latest known. */
  onStale: () => unknown;
}

function EditRule({ latest, onStale, listing, undoes, onClose, dismiss }: EditRuleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const price = undoes && format.money(priceBefore(undoes), undoes.currencyCode);
  const { save, ...edited } = useEditRule({
    latest,
    onStale,
    currencyCode: listing.currencyCode,
    ...(undoes === undefined ? {} : { undoes }),
    onSaved: () => {
      toast('positive', price === undefined ? t('rule.saved') : t('update.undo_sent', { price }));
      onClose();
    },
  });
  const { rule, draft, error, faultPrefix, conflict, isSaving } = edited;
  return (
    <RuleDialog
      key={rule.version}
      title={t('rule.title_edit')}
      listing={listing}
      listingIds={rule.listingIds}
      stored={rule}
      initial={toValues(rule)}
      {...(draft === undefined ? {} : { draft })}
      saveLabel={price === undefined ? t('rule.save') : t('rule.save_and_undo', { price })}
      error={error}
      faultPrefix={faultPrefix}
      conflict={conflict}
      isSaving={isSaving}
      onSave={(values) => save(values)}
      onClose={onClose}
      dismiss={dismiss}
    />
  );
}
