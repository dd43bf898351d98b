import { createRule, type PricedListing } from '@primazia/backend/pricing/contract';
import { useAnnounce, useMutateCall, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { newRule, toRuleInput } from '../rule/values.ts';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import type { RuleFormProps } from './form-props.ts';
import { useAsksByDefault } from './new-rule.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { useExamples } from './use-examples.ts';
import { Waiting } from './waiting.tsx';

interface NewGroupRuleProps extends Omit<RuleFormProps, 'listing' | 'undoes'> {
  /** The listings of the rule: at least one, all of the same country, none with a rule. */
  listings: readonly [PricedListing, ...PricedListing[]];
  onMade: () => void;
}

/** The form that makes one rule for several listings; the preview shows one of them. */
export function NewGroupRule(props: NewGroupRuleProps) {
  const asksFirst = useAsksByDefault();
  if (asksFirst === undefined) return <Waiting error={null} onRetry={() => {}} {...props} />;
  return <GroupRuleForm {...props} asksFirst={asksFirst} />;
}

function GroupRuleForm({
  listings,
  asksFirst,
  onMade,
  onClose,
  dismiss,
}: NewGroupRuleProps & { asksFirst: boolean }) {
  const { t } = useTranslation();
  const { example, examples } = useExamples(listings);
  const listingIds = useMemo(() => listings.map(({ id }) => id), [listings]);
  const announce = useAnnounce();
  const create = useMutateCall(createRule, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: ({ id }) => {
      toast('positive', t('rule.created'));
      announce('rule-saved', { ruleId: id });
      onMade();
      onClose();
    },
  });
  return (
    <RuleDialog
      title={t('group.title_new')}
      listing={example}
      listingIds={listingIds}
      examples={examples}
      initial={newRule(t('group.name', { count: listings.length }), asksFirst)}
      saveLabel={t('rule.save_new')}
      error={create.error}
      conflict={null}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, listingIds) })}
      onClose={onClose}
      dismiss={dismiss}
    />
  );
}
