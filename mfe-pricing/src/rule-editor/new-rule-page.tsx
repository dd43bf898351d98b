import {
  createRule,
  getBacktest,
  getRule,
  type Rule,
  type RuleBody,
} from '@primazia/backend/pricing/contract';
import {
  useAnnounce,
  useIsMounted,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { ErrorState, Skeleton, toast } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { RULE_ENDPOINTS } from '../rule/endpoints.ts';
import type { RuleValues } from '../rule/fields.ts';
import { MAX_NAME, newRule, toRuleInput, toValues } from '../rule/values.ts';
import { useAsksByDefault } from './new-rule.tsx';
import { RulePage } from './rule-page.tsx';
import { useDraftListings } from './use-draft-listings.ts';
import { useExample } from './use-example.ts';

const NO_LISTINGS: readonly number[] = [];

interface NewRulePageProps {
  /** The rule that this one begins as a copy of. */
  copyOf: number | undefined;
  /** The backtest whose draft and listings this rule begins with. */
  backtestId: number | undefined;
}

/** Makes a rule: an empty one, a copy of another, or the draft of a backtest. */
export function NewRulePage({ copyOf, backtestId }: NewRulePageProps) {
  const { t } = useTranslation();
  const asksFirst = useAsksByDefault();
  const copied = useQueryCall(
    getRule,
    { params: { ruleId: copyOf ?? 0 } },
    { enabled: copyOf !== undefined },
  );
  const backtested = useQueryCall(
    getBacktest,
    { params: { id: backtestId ?? 0 } },
    { enabled: backtestId !== undefined },
  );
  const error = copied.error ?? backtested.error;
  if (error !== null) {
    const retry = () => Promise.all([copied.refetch(), backtested.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  const isWaiting =
    asksFirst === undefined ||
    (copyOf !== undefined && copied.data === undefined) ||
    (backtestId !== undefined && backtested.data === undefined);
  if (isWaiting) return <Skeleton rows={10} />;
  const draft = copied.data ?? backtested.data?.rule ?? null;
  return (
    <NewRuleForm
      initial={beginningOf(t, draft, asksFirst)}
      begun={backtested.data?.listingIds ?? NO_LISTINGS}
    />
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function beginningOf(t: Translate, draft: Rule | RuleBody | null, asksFirst: boolean): RuleValues {
  if (draft === null) return newRule('', asksFirst);
  const name = 'name' in draft ? t('rules.copy_name', { name: draft.name }) : '';
  return { ...toValues({ ...draft, name: name.slice(0, MAX_NAME) }), isActive: true };
}

interface NewRuleFormProps {
  initial: RuleValues;
  begun: readonly number[];
}

function NewRuleForm({ initial, begun }: NewRuleFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stands = useIsMounted();
  const announce = useAnnounce();
  const [opened] = useState(initial);
  const listings = useDraftListings(NO_LISTINGS, begun);
  const example = useExample(listings.ids);
  const create = useMutateCall(createRule, {
    invalidates: RULE_ENDPOINTS,
    onSuccess: ({ id }) => {
      toast('positive', t('rule.created'));
      announce('rule-saved', { ruleId: id });
      if (!stands()) return;
      void navigate({
        to: '/regras-de-precificacao/$ruleId',
        params: { ruleId: String(id) },
        replace: true,
        // What was in the form is saved.
        ignoreBlocker: true,
      });
    },
  });
  return (
    <RulePage
      title={t('rule.title_new')}
      listings={listings}
      example={example}
      initial={opened}
      saveLabel={t('rule.save_new')}
      error={create.error}
      conflict={null}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, listings.ids) })}
    />
  );
}
