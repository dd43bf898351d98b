import { useFormat, useTranslation } from '@primazia/kit';
import { ScrollRegion } from '@primazia/kit/ui';

interface DecisionStepsProps {
  explanation: readonly { step: string; code: string; text: string }[];
  alternatives: readonly { code: string; bid: number; text: string }[];
  currencyCode: string;
}

/** The steps of a decision, and the bids that were not chosen. */
export function DecisionSteps({ explanation, alternatives, currencyCode }: DecisionStepsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    // In a narrow window the dialog scrolls.
    <ScrollRegion label={t('bid.steps')}>
      <div className="bid">
        <h3>{t('bid.steps')}</h3>
        <ol>
          {explanation.map((line) => (
            <li key={`${line.step} ${line.code}`}>{line.text}</li>
          ))}
        </ol>
        {alternatives.length > 0 && (
          <>
            <h3>{t('bid.alternatives')}</h3>
            <ul>
              {alternatives.map(({ code, bid, text }) => (
                <li key={code}>
                  <strong>{format.money(bid, currencyCode)}</strong> {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </ScrollRegion>
  );
}
