import { market as marketEndpoint } from '@primazia/backend/monitoring/contract';
import {
  type PreviewAnswer,
  type PreviewBody,
  type PricedListing,
  preview,
} from '@primazia/backend/pricing/contract';
import {
  errorText,
  InfoIcon,
  LockClosedIcon,
  PauseIcon,
  StatusTag,
  useFormat,
  useLiveRefetch,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useMemo, useState } from 'react';
import { Explanation } from '../update/explanation.tsx';
import { FIELD_LABELS, type RuleFault } from './faults.ts';
import { SCENARIOS, type Scenario, scenarioBody } from './scenarios.ts';

/** What the engine would do, in a few words: the new price, or why it stays. */
function Verdict({ answer, listing }: { answer: PreviewAnswer; listing: PricedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (answer.outcome === 'CHANGE' && answer.price !== null) {
    return (
      <span className="verdict">
        <strong>{format.money(answer.price, listing.currencyCode)}</strong>
        <span>{format.signedPercent((answer.price - listing.price) / listing.price)}</span>
      </span>
    );
  }
  if (answer.outcome === 'PAUSE_RULE') {
    return (
      <StatusTag tone="notice" icon={PauseIcon}>
        {t('preview.pause_rule')}
      </StatusTag>
    );
  }
  const blocked = answer.outcome === 'BLOCKED';
  return (
    <StatusTag tone={blocked ? 'notice' : 'neutral'} icon={blocked ? LockClosedIcon : InfoIcon}>
      {t(`preview.keep.${answer.code}`)}
    </StatusTag>
  );
}

interface ScenarioRowProps {
  scenario: Scenario;
  body: PreviewBody;
  listing: PricedListing;
}

/** One 'what happens to my price if…'. */
function ScenarioRow({ scenario, body, listing }: ScenarioRowProps) {
  const { t } = useTranslation();
  const { data } = useQueryCall(preview, { body });
  return (
    <tr>
      <th scope="row">{t(`preview.scenario.${scenario}`)}</th>
      <td>{data === undefined ? '…' : <Verdict answer={data} listing={listing} />}</td>
    </tr>
  );
}

interface PreviewProps {
  /** The rule as it stands in the form, once the person has stopped typing. */
  rule: PreviewBody['rule'];
  /** What is still missing or wrong in it. */
  faults: readonly RuleFault[];
  listing: PricedListing;
}

/** Beside the rule form: what the rule would do now and in other cases, for the ad at hand, as one types. */
export function RulePreview({ rule, faults, listing }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const missing = faults.filter(({ field }) => field !== 'name');
  // While a rule is incomplete, what the last complete one would do stays in sight.
  const [complete, setComplete] = useState(rule);
  if (missing.length === 0 && complete !== rule) setComplete(rule);

  const now = useQueryCall(preview, { body: { rule: complete, listingId: listing.id } });
  const market = useQueryCall(marketEndpoint, { params: { listingId: listing.id } });
  useLiveRefetch(
    ['markets', 'listings', 'price-updates'],
    () => Promise.all([now.refetch(), market.refetch()]),
    // Price updates have ids of their own.
    ({ type, ids }) => type === 'price-updates' || ids.includes(listing.id),
  );
  const seen = market.data ?? null;
  // One moment for all the questions: the same one asked again is answered from the cache.
  const [at] = useState(() => new Date().toISOString());
  const scenarios = useMemo(
    () =>
      SCENARIOS.map((scenario) => ({
        scenario,
        body: scenarioBody(scenario, complete, listing, seen, at),
      })),
    [complete, listing, seen, at],
  );
  const isReady = market.data !== undefined || market.error !== null;

  return (
    <aside className="preview" aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {missing.length > 0 && (
        <p className="preview__note" role="status">
          <InfoIcon size="S" />
          <span>
            {t('preview.incomplete', {
              fields: [
                ...new Set(missing.map(({ field }) => t(FIELD_LABELS[field] ?? field))),
              ].join(', '),
            })}
          </span>
        </p>
      )}
      {now.error !== null && <p className="preview__note">{errorText(t, now.error)}</p>}
      <div className="preview__answer" data-stale={missing.length > 0 || undefined}>
        <p className="preview__now" aria-live="polite">
          <span>
            {t('preview.present', { price: format.money(listing.price, listing.currencyCode) })}
          </span>
          <span aria-hidden="true">→</span>
          {now.data === undefined ? '…' : <Verdict answer={now.data} listing={listing} />}
        </p>
        {now.data !== undefined && <Explanation lines={now.data.explanation} />}
        <h4>{t('preview.what_if')}</h4>
        <table className="scenarios">
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
      </div>
    </aside>
  );
}
