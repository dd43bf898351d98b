import { createRule, getPricingSettings } from '@primazia/backend/pricing/contract';
import {
  useAnnounce,
  useMarketplaces,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { toast } from '@primazia/kit/ui';
import { competitionsAt } from '../rule/fields.ts';
import { newRule, toRuleInput } from '../rule/values.ts';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import type { RuleFormProps } from './form-props.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { Waiting } from './waiting.tsx';

/** The company's default for approval of new rules. Undefined while it is loading. */
export function useAsksByDefault(): boolean | undefined {
  const { data, error } = useQueryCall(getPricingSettings, {});
  // If it cannot be fetched, the careful choice is used.
  return error === null ? data?.requiresApprovalByDefault : true;
}

/** The form that makes the rule of a listing. */
export function NewRule(props: RuleFormProps & { onOpenRule: (ruleId: number) => void }) {
  const asksFirst = useAsksByDefault();
  if (asksFirst === undefined) return <Waiting error={null} onRetry={() => {}} {...props} />;
  return <NewRuleForm {...props} asksFirst={asksFirst} />;
}

interface NewRuleFormProps extends RuleFormProps {
  onOpenRule: (ruleId: number) => void;
  asksFirst: boolean;
}

function NewRuleForm({ listing, onClose, onOpenRule, dismiss, asksFirst }: NewRuleFormProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const create = useMutateCall(createRule, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: ({ id }) => {
      toast('positive', t('rule.created'));
      announce('rule-saved', { ruleId: id });
      onClose();
    },
  });
  const { rule } = listing;
  const [competition] = competitionsAt(useMarketplaces().of(listing.marketplaceId)?.traits);
  return (
    <RuleDialog
      title={t('rule.title_new')}
      listing={listing}
      listingIds={[listing.id]}
      initial={newRule(listing.title, asksFirst, competition)}
      saveLabel={t('rule.save_new')}
      error={create.error}
      // The rule that this form makes shows up too.
      conflict={
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
