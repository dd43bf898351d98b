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
  AlertIcon,
  type Choice,
  ErrorState,
  errorText,
  type SearchChoices,
  SearchSelect,
  Skeleton,
  useApi,
  useFormat,
  useMayWrite,
  useMutateCall,
  useStands,
  useTranslation,
} from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAds, USUAL_CURRENCY } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { useStoredRule } from '../rule/stored-rule.tsx';
import { usePricedListing } from '../rule/use-priced-listing.ts';
import { toRuleBody, toValues } from '../rule/values.ts';
import { ChosenAds } from './chosen-ads.tsx';
import { type DraftHandle, ReplayDraft } from './replay-draft.tsx';
import { ReplayQuestion, type ReplayWish } from './replay-question.tsx';

type Kind = 'stored' | 'draft';
/** The rule to be tried; null: it cannot be, or it is not complete yet. */
type Tried = PreviewBody['rule'] | null;

const NO_ADS: readonly number[] = [];

/** Rules of ads cannot be tried. */
const triedOf = (rule: Rule): Tried => (isAds(rule) ? null : toRuleBody(toValues(rule), rule));

/** Which rule is tried, on which ads, over how many days. */
export function ReplayStart({ ruleId }: { ruleId: number | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stands = useStands();
  const mayWrite = useMayWrite();
  const [kind, setKind] = useState<Kind>('stored');
  const [stored, setStored] = useState<number | null>(ruleId ?? null);
  const [heard, setHeard] = useState<Rule | null>(null);
  const [chosen, setChosen] = useState<readonly PricedListing[]>([]);
  const [isAll, setAll] = useState(true);
  const draft = useRef<DraftHandle>(null);
  const [wish, setWish] = useState<ReplayWish>({ days: 30, unitsPerDay: 1 });
  const [lack, setLack] = useState<'rule' | 'ads' | null>(null);
  const start = useMutateCall(startBacktest, {
    invalidates: [queryBacktests],
    onSuccess: ({ id }) => {
      if (stands()) void navigate({ to: '/simulacao-de-regras', search: { id } });
    },
  });
  /** Sets what is tried; what was missing before may be there now. */
  const setting =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setLack(null);
      set(value);
    };
  if (!mayWrite) return <p className="hint">{t('replay.read_only')}</p>;

  // What was heard of the rule that was chosen before says nothing of this one.
  const rule = heard?.id === stored ? heard : null;
  const storedIds = rule?.listingIds ?? NO_ADS;
  const takesAll = kind === 'stored' && isAll;
  const listingIds = takesAll ? storedIds : chosen.map(({ id }) => id);
  const begin = async (wanted: ReplayWish) => {
    setWish(wanted);
    const ofStored = rule === null ? null : triedOf(rule);
    const tried = kind === 'stored' ? ofStored : ((await draft.current?.take()) ?? null);
    const missing = tried === null ? 'rule' : listingIds.length === 0 ? 'ads' : null;
    setLack(missing);
    if (missing === null && tried !== null) {
      const ids = listingIds.slice(0, MAX_BACKTEST_LISTINGS);
      const named = kind === 'stored' && rule !== null ? { ruleName: rule.name } : {};
      start.mutate({ body: { rule: tried, ...named, listingIds: ids, ...wanted } });
    }
  };
  return (
    <div className="replay replay__start-form">
      <p className="muted">{t('replay.page_text')}</p>
      <RadioGroup
        label={t('replay.which')}
        value={kind}
        onChange={setting((next) => setKind(next === 'draft' ? 'draft' : 'stored'))}
        orientation="horizontal"
      >
        <Radio value="stored">{t('replay.stored')}</Radio>
        <Radio value="draft">{t('replay.draft')}</Radio>
      </RadioGroup>
      {kind === 'stored' ? (
        <>
          <RuleChoice ruleId={stored} onChoose={setting(setStored)} />
          {stored !== null && <StoredRuleOfReplay key={stored} ruleId={stored} onRule={setHeard} />}
          {stored !== null && (
            <RadioGroup
              label={t('replay.which_ads')}
              value={isAll ? 'all' : 'some'}
              onChange={setting((next) => setAll(next === 'all'))}
              orientation="horizontal"
            >
              <Radio value="all">{t('replay.all_ads', { count: storedIds.length })}</Radio>
              <Radio value="some">{t('replay.some_ads')}</Radio>
            </RadioGroup>
          )}
        </>
      ) : (
        <ReplayDraft ref={draft} listing={chosen[0] ?? null} />
      )}
      {!takesAll && <ChosenAds chosen={chosen} onChange={setting(setChosen)} />}
      <ReplayQuestion wish={wish} isBusy={start.isPending} onStart={begin} />
      {(lack !== null || start.error !== null) && (
        <p className="caution" role="alert">
          <AlertIcon size="S" />
          <span>
            {lack === null && start.error !== null
              ? errorText(t, start.error)
              : t(`replay.lacks.${lack ?? 'rule'}`)}
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
        note: `${t('replay.ads', { count: rule.ads })} · ${ruleSentence(t, format, toValues(rule), {
          currencyCode: rule.currencyCode ?? USUAL_CURRENCY,
          minimum: null,
        })}`,
      }));
      return { ...found, content };
    },
    [api, t, format],
  );
  // One that came with the address is not known by name here: it stands below, with what it says.
  const shown = chosen === null || chosen.value !== String(ruleId) ? [] : [chosen];
  return (
    <div className="replay__rule">
      <SearchSelect
        label={t('replay.rule')}
        name="rules of replays"
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

interface StoredRuleOfReplayProps {
  ruleId: number;
  onRule: (rule: Rule) => void;
}

/** What the chosen rule says, and whether it can be tried. */
function StoredRuleOfReplay({ ruleId, onRule }: StoredRuleOfReplayProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rule, error, refetch } = useStoredRule(ruleId);
  const { listing } = usePricedListing(rule?.listingIds[0] ?? null);
  const tell = useEffectEvent((known: Rule) => onRule(known));
  useEffect(() => {
    if (rule !== undefined) tell(rule);
  }, [rule]);
  if (rule === undefined)
    return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={refetch} />;
  const sentence = ruleSentence(t, format, toValues(rule), {
    currencyCode: listing?.currencyCode ?? USUAL_CURRENCY,
    minimum: null,
  });
  return (
    <div className="replay__chosen">
      <p className="rule__sentence">
        <strong>{rule.name}.</strong> {sentence}
      </p>
      {isAds(rule) && (
        <p className="caution" role="note">
          <AlertIcon size="S" />
          <span>{t('replay.not_replayable')}</span>
        </p>
      )}
    </div>
  );
}
