import { market as marketEndpoint } from '@primazia/backend/monitoring/contract';
import {
  type PreviewAnswer,
  type PreviewBody,
  type PricedListing,
  preview,
} from '@primazia/backend/pricing/contract';
import {
  faultText,
  InfoIcon,
  LockClosedIcon,
  PauseIcon,
  StatusTag,
  useFormat,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useMemo } from 'react';
import { Explanation } from '../update/explanation.tsx';
import { SCENARIOS, type Scenario, scenarioBody } from './scenarios.ts';

interface PreviewProps {
  rule: PreviewBody['rule'];
  listing: PricedListing;
}

/** What the engine would do, in a few words: the new price, or why it stays. */
function Verdict({ answer, listing }: { answer: PreviewAnswer; listing: PricedListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, listing.currencyCode);
  if (answer.outcome === 'CHANGE' && answer.price !== null) {
    return (
      <span className="verdict">
        <strong>{money(answer.price)}</strong>
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
    <span className="verdict">
      <StatusTag tone={blocked ? 'notice' : 'neutral'} icon={blocked ? LockClosedIcon : InfoIcon}>
        {t(`preview.keep.${answer.code}`)}
      </StatusTag>
    </span>
  );
}

/** One 'what happens to my price if…'. */
function ScenarioRow({
  scenario,
  body,
  listing,
}: {
  scenario: Scenario;
  body: PreviewBody;
  listing: PricedListing;
}) {
  const { t } = useTranslation();
  const { data } = useQueryCall(preview, { body });
  return (
    <tr>
      <th scope="row">{t(`preview.scenario.${scenario}`)}</th>
      <td>{data === undefined ? '…' : <Verdict answer={data} listing={listing} />}</td>
    </tr>
  );
}

/** Beside the rule form: what the rule would do now and in other cases, for the ad at hand, as one types. */
export function RulePreview({ rule, listing }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useQueryCall(preview, { body: { rule, listingId: listing.id } });
  const market = useQueryCall(marketEndpoint, { params: { listingId: listing.id } });
  const seen = market.data ?? null;
  const scenarios = useMemo(() => {
    const at = new Date().toISOString();
    return SCENARIOS.flatMap((scenario) => {
      const body = scenarioBody(scenario, rule, listing, seen, at);
      return body === null ? [] : [{ scenario, body }];
    });
  }, [rule, listing, seen]);
  const faults = now.error?.faults ?? [];

  return (
    <aside className="preview" aria-label={t('preview.title')}>
      <h3>{t('preview.title')}</h3>
      {faults.length > 0 ? (
        <ul className="preview__faults">
          {faults.map((fault) => (
            <li key={`${fault.path} ${fault.code}`}>{faultText(t, fault)}</li>
          ))}
        </ul>
      ) : (
        <>
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
              {scenarios.map(({ scenario, body }) => (
                <ScenarioRow key={scenario} scenario={scenario} body={body} listing={listing} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </aside>
  );
}
