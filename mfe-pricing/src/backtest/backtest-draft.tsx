import type { PreviewBody, PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { type Ref, useImperativeHandle, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { ruleResolver } from '../rule/faults.ts';
import { type RuleValues, USUAL_CURRENCY } from '../rule/fields.ts';
import { isMoreField, MoreFields } from '../rule/more-fields.tsx';
import { RuleFields } from '../rule/rule-fields.tsx';
import { ruleSentence } from '../rule/sentence.ts';
import { newRule, toRuleBody } from '../rule/values.ts';
import { useDebounced } from '../ui/use-debounced.ts';

export interface DraftHandle {
  /** The rule as it is typed at this moment; null: something is missing or wrong, and its field says so. */
  take: () => Promise<PreviewBody['rule'] | null>;
}

interface BacktestDraftProps {
  ref: Ref<DraftHandle>;
  /** One of the listings that it is backtested on; null: none is chosen yet. */
  listing: PricedListing | null;
}

/** A rule that is written for a backtest only, and not stored. */
export function BacktestDraft({ ref, listing }: BacktestDraftProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { control, handleSubmit } = useForm<RuleValues>({
    defaultValues: newRule(t('backtest.draft'), false),
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const values = useWatch({ control }) as RuleValues;
  const settled = useDebounced(values);
  const [showsMore, setShowsMore] = useState(false);
  useImperativeHandle(
    ref,
    () => ({
      take: async () => {
        let taken: PreviewBody['rule'] | null = null;
        await handleSubmit(
          (wanted) => {
            taken = toRuleBody(wanted);
          },
          (wrong) => {
            // The field that gets the focus next has to be rendered by then.
            if (Object.keys(wrong).some(isMoreField)) flushSync(() => setShowsMore(true));
          },
        )();
        return taken;
      },
    }),
    [handleSubmit],
  );
  const currencyCode = listing?.currencyCode ?? USUAL_CURRENCY;
  const fields = { control, values, listing, currencyCode };
  return (
    <div className="rule__form backtest__draft">
      <p className="rule__sentence" aria-live="polite">
        {ruleSentence(t, format, settled, { currencyCode, minimum: null })}
      </p>
      <RuleFields {...fields} minimum={null} isFeeAwaited={false} cautions={[]} />
      <MoreFields
        {...fields}
        hasName={false}
        isExpanded={showsMore}
        onExpandedChange={setShowsMore}
      />
    </div>
  );
}
