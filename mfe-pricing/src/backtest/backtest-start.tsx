import {
  MAX_BACKTEST_LISTINGS,
  type PreviewBody,
  type PricedListing,
  queryBacktests,
  queryRules,
  type Rule,
  startBacktest,
} from '@primazia/backend/pricing/contract';
import {
  errorText,
  useApi,
  useFormat,
  useIsMounted,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import type { Choice, SearchChoices } from '@primazia/kit/list';
import { AlertIcon, ErrorState, SearchSelect, Skeleton } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePricedListing } from '../listing/use-priced-listing.ts';
import { isAds, USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { useStoredRule } from '../rule/use-stored-rule.ts';
import { toRuleBody, toValues } from '../rule/values.ts';
import { BacktestDraft, type DraftHandle } from './backtest-draft.tsx';
import { BacktestForm, type BacktestInput } from './backtest-form.tsx';
import { ChosenListings } from './chosen-listings.tsx';

type Kind = 'stored' | 'draft';
/** The rule to backtest; null: it cannot be backtested, or is not complete yet. */
type Tried = PreviewBody['rule'] | null;

const NO_LISTINGS: readonly number[] = [];

/** Advertising rules cannot be backtested. */
const triedOf = (rule: Rule): Tried => (isAds(rule) ? null : toRuleBody(toValues(rule), rule));

/** Which rule is backtested, on which listings, over how many days. */
export function BacktestStart({ ruleId }: { ruleId: number | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stands = useIsMounted();
  const mayWrite = useMayWrite();
  const [kind, setKind] = useState<Kind>('stored');
  const [stored, setStored] = useState<number | null>(ruleId ?? null);
  const [loaded, setLoaded] = useState<Rule | null>(null);
  const [chosen, setChosen] = useState<readonly PricedListing[]>([]);
  const [isAll, setAll] = useState(true);
  const draft = useRef<DraftHandle>(null);
  const [input, setInput] = useState<BacktestInput>({ days: 30, unitsPerDay: 1 });
  const [lack, setLack] = useState<'rule' | 'listings' | null>(null);
  const start = useMutateCall(startBacktest, {
    invalidates: [queryBacktests],
    onSuccess: ({ id }) => {
      if (stands()) void navigate({ to: '/simulacao-de-regras', search: { id } });
    },
  });
  /** Sets a part of the input, and clears the notice of what is missing. */
  const setting =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setLack(null);
      set(value);
    };
  if (!mayWrite) return <p className="hint">{t('backtest.read_only')}</p>;

  // The answer for the rule that was chosen before does not hold for this one.
  const rule = loaded?.id === stored ? loaded : null;
  const storedIds = rule?.listingIds ?? NO_LISTINGS;
  const takesAll = kind === 'stored' && isAll;
  const listingIds = takesAll ? storedIds : chosen.map(({ id }) => id);
  const begin = async (wanted: BacktestInput) => {
    setInput(wanted);
    const ofStored = rule === null ? null : triedOf(rule);
    const tried = kind === 'stored' ? ofStored : ((await draft.current?.take()) ?? null);
    const missing = tried === null ? 'rule' : listingIds.length === 0 ? 'listings' : null;
    setLack(missing);
    if (missing === null && tried !== null) {
      const ids = listingIds.slice(0, MAX_BACKTEST_LISTINGS);
      const named = kind === 'stored' && rule !== null ? { ruleName: rule.name } : {};
      start.mutate({ body: { rule: tried, ...named, listingIds: ids, ...wanted } });
    }
  };
  return (
    <div className="backtest backtest__start-form">
      <p className="muted">{t('backtest.page_text')}</p>
      <RadioGroup
        label={t('backtest.which')}
        value={kind}
        onChange={setting((next) => setKind(next === 'draft' ? 'draft' : 'stored'))}
        orientation="horizontal"
      >
        <Radio value="stored">{t('backtest.stored')}</Radio>
        <Radio value="draft">{t('backtest.draft')}</Radio>
      </RadioGroup>
      {kind === 'stored' ? (
        <>
          <RuleChoice ruleId={stored} onChoose={setting(setStored)} />
          {stored !== null && (
            <StoredRuleOfBacktest key={stored} ruleId={stored} onRule={setLoaded} />
          )}
          {stored !== null && (
            <RadioGroup
              label={t('backtest.which_listings')}
              value={isAll ? 'all' : 'some'}
              onChange={setting((next) => setAll(next === 'all'))}
              orientation="horizontal"
            >
              <Radio value="all">{t('backtest.all_listings', { count: storedIds.length })}</Radio>
              <Radio value="some">{t('backtest.some_listings')}</Radio>
            </RadioGroup>
          )}
        </>
      ) : (
        <BacktestDraft ref={draft} listing={chosen[0] ?? null} />
      )}
      {!takesAll && <ChosenListings chosen={chosen} onChange={setting(setChosen)} />}
      <BacktestForm input={input} isBusy={start.isPending} onStart={begin} />
      {(lack !== null || start.error !== null) && (
        <p className="caution" role="alert">
          <AlertIcon size="S" />
          <span>
            {lack === null && start.error !== null
              ? errorText(t, start.error)
              : t(`backtest.lacks.${lack ?? 'rule'}`)}
          </span>
        </p>
      )}
    </div>
  );
}

interface RuleChoiceProps {
  ruleId: number | null;
  onChoose: (ruleId: number | null) => void;
}

/** One of the rules of the company, found by its name. */
function RuleChoice({ ruleId, onChoose }: RuleChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const search = useCallback<SearchChoices>(
    async ({ search: name, page, limit }, signal) => {
      const query = {
        page,
        limit,
        tab: 'current' as const,
        ...(name === '' ? {} : { search: name }),
      };
      const body = { filters: [], orders: [] };
      const found = await api.call(queryRules, { query, body }, { signal });
      const content = found.content.map((rule) => ({
        value: String(rule.id),
        label: rule.name,
        note: `${t('backtest.listings', { count: rule.ads })} · ${ruleSentence(
          t,
          format,
          toValues(rule),
          {
            currencyCode: rule.currencyCode ?? USUAL_CURRENCY,
            minimum: null,
          },
        )}`,
      }));
      return { ...found, content };
    },
    [api, t, format],
  );
  // The name of a rule from the address is not known here: it is shown below, with its sentence.
  const shown = chosen === null || chosen.value !== String(ruleId) ? [] : [chosen];
  return (
    <div className="backtest__rule">
      <SearchSelect
        label={t('backtest.rule')}
        name="rules of backtests"
        search={search}
        chosen={shown}
        isMany={false}
        onChange={([choice]) => {
          setChosen(choice ?? null);
          onChoose(choice === undefined ? null : Number(choice.value));
        }}
      />
    </div>
  );
}

interface StoredRuleOfBacktestProps {
  ruleId: number;
  onRule: (rule: Rule) => void;
}

/** What the chosen rule says, and whether it can be backtested. */
function StoredRuleOfBacktest({ ruleId, onRule }: StoredRuleOfBacktestProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rule, error, refetch } = useStoredRule(ruleId);
  const { listing } = usePricedListing(rule?.listingIds[0] ?? null);
  const reportRule = useEffectEvent((known: Rule) => onRule(known));
  useEffect(() => {
    if (rule !== undefined) reportRule(rule);
  }, [rule]);
  if (rule === undefined)
    return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={refetch} />;
  const sentence = ruleSentence(t, format, toValues(rule), {
    currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
    minimum: null,
  });
  return (
    <div className="backtest__chosen">
      <p className="rule__sentence">
        <strong>{rule.name}.</strong> {sentence}
      </p>
      {isAds(rule) && (
        <p className="caution" role="note">
          <AlertIcon size="S" />
          <span>{t('backtest.not_backtestable')}</span>
        </p>
      )}
    </div>
  );
}
