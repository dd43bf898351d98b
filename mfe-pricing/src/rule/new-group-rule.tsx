import { createRule, type PricedListing } from '@primazia/backend/pricing/contract';
import {
  type SearchChoices,
  toast,
  useAnnounce,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { useCallback, useMemo, useState } from 'react';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import type { RuleFormProps } from './form-props.ts';
import { useAsksByDefault } from './new-rule.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { newRule, toRuleInput } from './values.ts';
import { Waiting } from './waiting.tsx';

interface NewGroupRuleProps extends Omit<RuleFormProps, 'listing' | 'undoes'> {
  /** The ads of the rule: at least one, all of the same country, none with a rule. */
  listings: readonly [PricedListing, ...PricedListing[]];
  onMade: () => void;
}

/** The form that makes one rule for several ads; one of them stands for all in the preview. */
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
  const [exampleId, setExampleId] = useState(listings[0].id);
  const example = listings.find(({ id }) => id === exampleId) ?? listings[0];
  const search = useCallback<SearchChoices>(
    ({ search: text, page, limit }) => {
      const found = listings.filter(({ title }) =>
        title.toLowerCase().includes(text.toLowerCase()),
      );
      const content = found
        .slice(page * limit, (page + 1) * limit)
        .map(({ id, title }) => ({ value: String(id), label: title }));
      return Promise.resolve({
        content,
        number: page,
        totalPages: Math.ceil(found.length / limit),
      });
    },
    [listings],
  );
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
      examples={{ search, name: `examples ${listingIds.join(' ')}`, onChange: setExampleId }}
      initial={newRule(t('group.name', { count: listings.length }), asksFirst)}
      saveLabel={t('rule.save_new')}
      error={create.error}
      overtaken={null}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, listingIds) })}
      onClose={onClose}
      dismiss={dismiss}
    />
  );
}
