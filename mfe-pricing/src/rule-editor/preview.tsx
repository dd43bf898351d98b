import { market as marketEndpoint } from '@primazia/backend/monitoring/contract';
import { type PreviewBody, type PricedListing, preview } from '@primazia/backend/pricing/contract';
import { errorText, useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import { Button, ClockIcon, HistoryIcon, InfoIcon, Text } from '@primazia/kit/ui';
import { useMemo, useState } from 'react';
import type { RuleFault } from '../rule/faults.ts';
import { labelOf } from '../rule/fields.ts';
import { stopText, Verdict } from '../rule/verdict.tsx';
import { Explanation } from '../update/explanation.tsx';
import type { RuleAnswers } from './rule-answers.ts';
import { type Scenario, scenarioBody, scenariosOf } from './scenarios.ts';
import { SelectionView } from './selection-view.tsx';

interface ScenarioRowProps {
  scenario: Scenario;
  body: PreviewBody;
  listing: PricedListing;
}

/** One 'what happens to my price if…'. */
function ScenarioRow({ scenario, body, listing }: ScenarioRowProps) {
  const { t } = useTranslation();
  const { data, error } = useQueryCall(preview, { body });
  const instead = error === null ? '…' : errorText(t, error);
  return (
    <tr>
      <th scope="row">{t(`preview.scenario.${scenario}`)}</th>
      <td>{data === undefined ? instead : <Verdict answer={data} listing={listing} />}</td>
    </tr>
  );
}

interface ScenariosProps {
  rule: PreviewBody['rule'];
  minimum: number | null;
  listing: PricedListing;
}

/** 'What happens to the price if…', for the listing at hand, with its own numbers. */
function Scenarios({ rule, minimum, listing }: ScenariosProps) {
  const { t } = useTranslation();
  const market = useQueryCall(marketEndpoint, { params: { listingId: listing.id } });
  useLiveRefetch(['markets'], market.refetch, ({ ids }) => ids.includes(listing.id));
  const seen = market.data ?? null;
  // One moment for all the questions: the same one asked again is answered from the cache.
  const [now] = useState(() => new Date().toISOString());
  const scenarios = useMemo(
    () =>
      scenariosOf(rule).map((scenario) => ({
        scenario,
        body: scenarioBody(scenario, { rule, minimum, listing, market: seen, now }),
      })),
    [rule, minimum, listing, seen, now],
  );
  const isReady = market.data !== undefined || market.error !== null;
  return (
    <table className="scenarios" aria-label={t('preview.what_if')}>
      <tbody>
        {isReady &&
          scenarios.map(({ scenario, body }) =>
            body === null ? (
              <tr key={scenario}>
                <th scope="row">{t(`preview.scenario.${scenario}`)}</th>
                <td className="muted">{t('preview.no_minimum')}</td>
              </tr>
            ) : (
              <ScenarioRow key={scenario} scenario={scenario} body={body} listing={listing} />
            ),
          )}
      </tbody>
    </table>
  );
}

interface PreviewProps {
  answers: RuleAnswers;
  /** What is still missing or wrong in the rule. */
  faults: readonly RuleFault[];
  listing: PricedListing;
  /** The rule is for several listings. */
  isGroup: boolean;
  /** Shows the rule by another of its listings. */
  onExample?: (listingId: number) => void;
  /** Opens the backtest over the past; absent: this kind of rule cannot be backtested. */
  onBacktest?: () => unknown;
}

/** Beside the rule form: what the rule would do now and in other cases, as one types. */
export function RulePreview(props: PreviewProps) {
  const { answers, faults, listing, isGroup, onExample, onBacktest } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { rule, now, error, selection } = answers;
  const missing = faults.filter(({ field }) => field !== 'name');
  const here = selection?.items.find(({ listingId }) => listingId === listing.id);
  // The explanation says already that there is no minimum.
  const stop = here?.newPrice != null && here.stoppedBy !== 'no_minimum' ? here.stoppedBy : null;
  return (
    <aside className="preview" aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {missing.length > 0 && (
        <p className="preview__note" role="status">
          <InfoIcon size="S" />
          <span>
            {t('preview.incomplete', {
              fields: [...new Set(missing.map(({ field }) => labelOf(t, field)))].join(', '),
            })}
          </span>
        </p>
      )}
      {error !== null && <p className="preview__note">{errorText(t, error)}</p>}
      <div className="preview__answer" data-stale={missing.length > 0 || undefined}>
        <p className="preview__now" aria-live="polite">
          <span>
            {t('preview.present', { price: format.money(listing.price, listing.currencyCode) })}
          </span>
          <span aria-hidden="true">→</span>
          {now === undefined ? '…' : <Verdict answer={now} listing={listing} />}
        </p>
        {stop !== null && (
          <p className="preview__note">
            <ClockIcon size="S" />
            <span>{stopText(t, stop)}</span>
          </p>
        )}
        {now !== undefined && <Explanation lines={now.explanation} />}
        {listing.rivals === 0 && <p className="hint">{t('rules.below_twentieth')}</p>}
        <h4>{t('preview.what_if')}</h4>
        <Scenarios rule={rule} minimum={now?.minPrice ?? rule.minPrice ?? null} listing={listing} />
        {isGroup && (
          <SelectionView
            answers={answers}
            shownId={listing.id}
            {...(onExample === undefined ? {} : { onExample })}
          />
        )}
        {onBacktest !== undefined && (
          <div className="preview__backtest">
            <Button variant="secondary" onPress={() => onBacktest()}>
              <HistoryIcon />
              <Text>{t('backtest.open')}</Text>
            </Button>
          </div>
        )}
      </div>
    </aside>
  );
}
