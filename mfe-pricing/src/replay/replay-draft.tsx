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
import { useSettled } from '../rule/use-settled.ts';
import { newRule, toRuleBody } from '../rule/values.ts';

export interface DraftHandle {
  /** The rule as it is typed at this moment; null: something is missing or wrong, and its field says so. */
  take: () => Promise<PreviewBody['rule'] | null>;
}

interface ReplayDraftProps {
  ref: Ref<DraftHandle>;
  /** One of the ads that it is tried on; null: none is chosen yet. */
  listing: PricedListing | null;
}

/** A rule that is written to be tried, and stored nowhere. */
export function ReplayDraft({ ref, listing }: ReplayDraftProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { control, handleSubmit } = useForm<RuleValues>({
    defaultValues: newRule(t('replay.draft'), false),
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const values = useWatch({ control }) as RuleValues;
  const settled = useSettled(values);
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
            // The field that gets the focus next has to be in sight by then.
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
    <div className="rule__form replay__draft">
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
