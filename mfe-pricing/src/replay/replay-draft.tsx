import type { PreviewBody, PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ruleFaults, ruleResolver } from '../rule/faults.ts';
import { type RuleValues, USUAL_CURRENCY } from '../rule/fields.ts';
import { MoreFields } from '../rule/more-fields.tsx';
import { RuleFields } from '../rule/rule-fields.tsx';
import { ruleSentence } from '../rule/sentence.ts';
import { useSettled } from '../rule/use-settled.ts';
import { newRule, toRuleBody } from '../rule/values.ts';

interface ReplayDraftProps {
  /** One of the ads that it is tried on; null: none is chosen yet. */
  listing: PricedListing | null;
  /** Null: something of it is missing or wrong. */
  onRule: (rule: PreviewBody['rule'] | null) => void;
}

/** A rule that is written to be tried, and stored nowhere. */
export function ReplayDraft({ listing, onRule }: ReplayDraftProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { control } = useForm<RuleValues>({
    defaultValues: newRule(t('replay.draft'), false),
    mode: 'onTouched',
    resolver: ruleResolver(t),
  });
  const values = useWatch({ control }) as RuleValues;
  const settled = useSettled(values);
  const [showsMore, setShowsMore] = useState(false);
  const tell = useEffectEvent((said: RuleValues) =>
    onRule(ruleFaults(said).length === 0 ? toRuleBody(said) : null),
  );
  useEffect(() => tell(settled), [settled]);
  const currencyCode = listing?.currencyCode ?? USUAL_CURRENCY;
  const fields = { control, values, listing, currencyCode };
  return (
    <div className="rule__form replay__draft">
      <p className="rule__sentence" aria-live="polite">
        {ruleSentence(t, format, settled, { currencyCode, marketplace: null, minimum: null })}
      </p>
      <RuleFields {...fields} minimum={null} cautions={[]} />
      <MoreFields
        {...fields}
        hasName={false}
        isExpanded={showsMore}
        onExpandedChange={setShowsMore}
      />
    </div>
  );
}
