import {
  createRule,
  getBacktest,
  getRule,
  type Rule,
  type RuleBody,
} from '@primazia/backend/pricing/contract';
import {
  ErrorState,
  Skeleton,
  toast,
  useAnnounce,
  useMutateCall,
  useQueryCall,
  useStands,
  useTranslation,
} from '@primazia/kit';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { RULE_ENDPOINTS } from './edit-rule.ts';
import type { RuleValues } from './fields.ts';
import { useAsksByDefault } from './new-rule.tsx';
import { RulePage } from './rule-page.tsx';
import { useDraftAds } from './use-draft-ads.ts';
import { useExample } from './use-example.ts';
import { MAX_NAME, newRule, toRuleInput, toValues } from './values.ts';

const NO_ADS: readonly number[] = [];

interface NewRulePageProps {
  /** The rule that this one begins as a copy of. */
  copyOf: number | undefined;
  /** The replay whose draft and ads this rule begins with. */
  replayId: number | undefined;
}

/** Makes a rule: an empty one, a copy of another, or the draft of a replay. */
export function NewRulePage({ copyOf, replayId }: NewRulePageProps) {
  const { t } = useTranslation();
  const asksFirst = useAsksByDefault();
  const copied = useQueryCall(
    getRule,
    { params: { ruleId: copyOf ?? 0 } },
    { enabled: copyOf !== undefined },
  );
  const replayed = useQueryCall(
    getBacktest,
    { params: { id: replayId ?? 0 } },
    { enabled: replayId !== undefined },
  );
  const error = copied.error ?? replayed.error;
  if (error !== null) {
    const retry = () => Promise.all([copied.refetch(), replayed.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  const isWaiting =
    asksFirst === undefined ||
    (copyOf !== undefined && copied.data === undefined) ||
    (replayId !== undefined && replayed.data === undefined);
  if (isWaiting) return <Skeleton rows={10} />;
  const draft = copied.data ?? replayed.data?.rule ?? null;
  return (
    <NewRuleForm
      initial={beginningOf(t, draft, asksFirst)}
      begun={replayed.data?.listingIds ?? NO_ADS}
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
  const stands = useStands();
  const announce = useAnnounce();
  const [opened] = useState(initial);
  const ads = useDraftAds(NO_ADS, begun);
  const example = useExample(ads.ids);
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
        // What stood in the form is saved.
        ignoreBlocker: true,
      });
    },
  });
  return (
    <RulePage
      title={t('rule.title_new')}
      ads={ads}
      example={example}
      initial={opened}
      saveLabel={t('rule.save_new')}
      error={create.error}
      overtaken={null}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, ads.ids) })}
    />
  );
}
