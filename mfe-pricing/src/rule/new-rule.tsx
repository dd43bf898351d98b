import { createRule } from '@primazia/backend/pricing/contract';
import { toast, useMutateCall, useTranslation } from '@primazia/kit';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import type { RuleFormProps } from './form-props.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { newRule, toRuleInput } from './values.ts';

/** The form that makes the rule of an ad. */
export function NewRule({
  listing,
  onClose,
  onOpenRule,
  dismiss,
}: RuleFormProps & { onOpenRule: (ruleId: number) => void }) {
  const { t } = useTranslation();
  const create = useMutateCall(createRule, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: () => {
      toast('positive', t('rule.created'));
      onClose();
    },
  });
  const { rule } = listing;
  return (
    <RuleDialog
      title={t('rule.title_new')}
      listing={listing}
      initial={newRule(listing.title)}
      saveLabel={t('rule.save_new')}
      error={create.error}
      // The rule that we are making ourselves shows up too.
      overtaken={
        create.isPending || rule === null
          ? null
          : {
              title: t('rule.made_meanwhile'),
              text: t('rule.made_meanwhile_text'),
              action: t('action.open_rule'),
              onAction: () => onOpenRule(rule.id),
            }
      }
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, [listing.id]) })}
      onClose={onClose}
      dismiss={dismiss}
    />
  );
}
