import { getBacktest, type Rule, type RuleBody } from '@primazia/backend/pricing/contract';
import { useIsMounted, useMayWrite, useQueryCall, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  Content,
  CopyIcon,
  EmptyState,
  ErrorState,
  Heading,
  InlineAlert,
  Skeleton,
  Text,
  toast,
} from '@primazia/kit/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { USUAL_CURRENCY } from '../rule/fields.ts';
import { useStoredRule } from '../rule/use-stored-rule.ts';
import { toValues } from '../rule/values.ts';
import { useEditRule } from './edit-rule.ts';
import { RulePage } from './rule-page.tsx';
import { useDraftListings } from './use-draft-listings.ts';
import { useExample } from './use-example.ts';

interface StoredRulePageProps {
  ruleId: number;
  /** The backtest whose draft is to take the place of what the rule says. */
  backtestId: number | undefined;
}

const NOT_FOUND = 404;
/** Replaces an invalid id of the address. */
const NONE = 0;

/** A rule that exists, as a page. */
export function StoredRulePage({ ruleId, backtestId }: StoredRulePageProps) {
  const { t } = useTranslation();
  const { rule, error, refetch } = useStoredRule(ruleId);
  const backtested = useQueryCall(
    getBacktest,
    { params: { id: backtestId ?? 0 } },
    { enabled: backtestId !== undefined },
  );
  if (ruleId === NONE || (error?.status === NOT_FOUND && rule === undefined)) {
    return (
      <EmptyState
        kind="nothing-found"
        title={t('rules.no_such')}
        text={t('rules.no_such_text')}
        action={<Link to="/regras-de-precificacao">{t('rules.title')}</Link>}
      />
    );
  }
  const failure = rule === undefined ? error : backtested.error;
  if (failure !== null) {
    return (
      <ErrorState error={failure} onRetry={() => Promise.all([refetch(), backtested.refetch()])} />
    );
  }
  if (rule === undefined || (backtestId !== undefined && backtested.data === undefined))
    return <Skeleton rows={10} />;
  return (
    <EditRulePage
      latest={rule}
      onStale={refetch}
      draft={backtestId === undefined ? null : (backtested.data?.rule ?? null)}
    />
  );
}

interface EditRulePageProps {
  /** As it is stored now. */
  latest: Rule;
  /** The rule turned out to be another one than the latest known. */
  onStale: () => unknown;
  /** What is to take the place of what the rule says. */
  draft: RuleBody | null;
}

function EditRulePage({ latest, onStale, draft }: EditRulePageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stands = useIsMounted();
  const mayWrite = useMayWrite();
  const listings = useDraftListings(latest.listingIds);
  const example = useExample(listings.ids);
  const { save, rule, ...edited } = useEditRule({
    latest,
    onStale,
    currencyCode: example.listing?.currencyCode ?? USUAL_CURRENCY,
    ...(draft === null
      ? {}
      : { begun: { ...toValues({ ...draft, name: latest.name }), isActive: true } }),
    onSaved: () => {
      listings.reset();
      toast('positive', t('rule.saved'));
      if (!stands()) return;
      // The draft is the rule from now on: it must not be opened again.
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, simulacao: undefined }),
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  const isArchived = rule.status === 'archived';
  // Another beginning is another form; the focus that was in the one before goes to its button.
  const beginning = `${rule.version} ${edited.draft === undefined}`;
  const [first] = useState(beginning);
  return (
    <RulePage
      key={beginning}
      takesFocus={beginning !== first}
      title={rule.name}
      status={rule.status}
      listings={listings}
      example={example}
      stored={rule}
      initial={toValues(rule)}
      {...edited}
      saveLabel={t('rule.save')}
      onSave={(values) => save(values, listings.ids)}
      {...(mayWrite
        ? {
            actions: (
              <ActionButton
                onPress={() =>
                  void navigate({
                    to: '/regras-de-precificacao/nova',
                    search: { copia: rule.id },
                  })
                }
              >
                <CopyIcon />
                <Text>{t('rules.action.copy')}</Text>
              </ActionButton>
            ),
          }
        : {})}
      {...(isArchived
        ? {
            notice: (
              <InlineAlert variant="info">
                <Heading>{t('rules.archived_title')}</Heading>
                <Content>{t('rules.archived_text')}</Content>
              </InlineAlert>
            ),
          }
        : {})}
    />
  );
}
