import type { PricedListing, RuleCreation } from '@primazia/backend/pricing/contract';
import { MAX_RULE_LISTINGS } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import { type RefObject, useMemo, useState } from 'react';
import type { RuleValues } from '../rule/fields.ts';
import { newRule, toRuleBody } from '../rule/values.ts';
import { useAsksByDefault } from '../rule-editor/new-rule.tsx';
import { RuleDialog } from '../rule-editor/rule-dialog.tsx';
import { FormDialog } from '../rule-editor/rule-panel.tsx';
import { useExamples } from '../rule-editor/use-examples.ts';
import { Waiting } from '../rule-editor/waiting.tsx';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { BulkConfirm } from './bulk-confirm.tsx';
import type { Chosen } from './chosen.ts';

interface CreateRulesProps {
  chosen: Chosen;
  /** Some of the chosen listings, as examples in the preview. */
  listings: readonly [PricedListing, ...PricedListing[]];
  onClose: () => void;
  onStarted: (id: number) => void;
}

/** Creates rules for all chosen listings: the form, the preview, and then the action. */
export function CreateRules({ chosen, listings, onClose, onStarted }: CreateRulesProps) {
  const asksFirst = useAsksByDefault();
  const [typed, setTyped] = useState<RuleValues>();
  const [isTyping, setTyping] = useState(true);
  if (typed !== undefined && !isTyping) {
    return (
      <HeldDialogContainer onDismiss={onClose} isDismissable={false}>
        <Confirm values={typed} {...{ chosen, onStarted }} onBack={() => setTyping(true)} />
      </HeldDialogContainer>
    );
  }
  return (
    <FormDialog onClose={onClose}>
      {(dismiss) =>
        asksFirst === undefined ? (
          <Waiting error={null} onRetry={() => {}} {...{ onClose, dismiss }} />
        ) : (
          <Form
            {...{ chosen, listings, asksFirst, typed, onClose, dismiss }}
            onNext={(values) => {
              setTyped(values);
              setTyping(false);
            }}
          />
        )
      }
    </FormDialog>
  );
}

interface FormProps extends Omit<CreateRulesProps, 'onStarted'> {
  asksFirst: boolean;
  typed: RuleValues | undefined;
  dismiss: RefObject<() => void>;
  onNext: (values: RuleValues) => void;
}

/** The fields of the rules; the preview shows one of the listings as an example. */
function Form({ chosen, listings, asksFirst, typed, onClose, dismiss, onNext }: FormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { example, examples } = useExamples(listings);
  const { count } = chosen;
  return (
    <RuleDialog
      title={t('bulk.action.create')}
      listing={example}
      listingIds={useMemo(() => [example.id], [example.id])}
      examples={{ ...examples, count }}
      initial={newRule(t('group.name', { count, number: format.integer(count) }), asksFirst)}
      {...(typed === undefined ? {} : { draft: typed })}
      saveLabel={t('bulk.next')}
      error={null}
      conflict={null}
      isSaving={false}
      onSave={onNext}
      {...{ onClose, dismiss }}
    />
  );
}

type As = RuleCreation['as'];
const WAYS: readonly As[] = ['own', 'group'];

interface ConfirmProps extends Pick<CreateRulesProps, 'chosen' | 'onStarted'> {
  values: RuleValues;
  onBack: () => void;
}

/** What the rules would do, made as one for each listing or as one for all. */
function Confirm({ values, chosen, onStarted, onBack }: ConfirmProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [as, setAs] = useState<As>('own');
  const name = values.name.trim();
  const change = useMemo(
    (): RuleCreation => ({
      action: 'create',
      as,
      name: as === 'group' ? name : null,
      rule: toRuleBody(values),
    }),
    [as, name, values],
  );
  return (
    <BulkConfirm change={change} {...{ chosen, onStarted, onBack }}>
      <RadioGroup
        label={t('bulk.create.as')}
        value={as}
        onChange={(chosenAs) => setAs(WAYS.find((way) => way === chosenAs) ?? 'own')}
        description={t(`bulk.create.${as}_text`, {
          name,
          number: format.integer(MAX_RULE_LISTINGS),
        })}
      >
        {WAYS.map((way) => (
          <Radio key={way} value={way}>
            {t(`bulk.create.${way}`)}
          </Radio>
        ))}
      </RadioGroup>
    </BulkConfirm>
  );
}
