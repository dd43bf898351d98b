import { UNDO_DAYS, type UndoScope } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { DateTimeControl } from '@primazia/kit/form';
import type { Choice } from '@primazia/kit/list';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
  Help,
  SearchSelect,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRuleChoices } from '../ui/choices.ts';
import { UndoManyDialog } from './undo-many-dialog.tsx';

interface Window {
  since: string | null;
  until: string | null;
}

/** The first minute of a day some days ago. */
const daysAgo = (now: Date, days: number): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();

interface Chosen {
  rule: Choice;
  since: string;
  until: string | null;
}

/** Undoes all that one rule did within a period: first the choice of both, then what would be restored. */
export function UndoRuleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isShown, setShown] = useState(false);
  if (chosen === null || !isShown) {
    const choose = (next: Chosen) => {
      setChosen(next);
      setShown(true);
    };
    return <Choose chosen={chosen} onChoose={choose} onClose={onClose} />;
  }
  const { rule, since, until } = chosen;
  const scope: UndoScope = {
    ruleId: Number(rule.value),
    since,
    ...(until === null ? {} : { until }),
  };
  const values = { rule: rule.label, since: format.dateTime(since), until: format.dateTime(until) };
  return (
    <UndoManyDialog
      scope={scope}
      said={t(until === null ? 'undo.rule.said_since' : 'undo.rule.said_between', values)}
      onBack={() => setShown(false)}
      onClose={onClose}
    />
  );
}

interface ChooseProps {
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
  onClose: () => void;
}

function Choose({ chosen, onChoose, onClose }: ChooseProps) {
  const { t } = useTranslation();
  const { search } = useRuleChoices();
  const [rule, setRule] = useState<Choice | null>(chosen?.rule ?? null);
  const [now] = useState(() => new Date());
  const { control, watch } = useForm<Window>({
    defaultValues: { since: chosen?.since ?? daysAgo(now, 1), until: chosen?.until ?? null },
  });
  const { since, until } = watch();
  // A date that is left half typed is ''.
  const isWhole = Boolean(since) && until !== '';
  const isInOrder = !since || !until || since < until;
  // The server counts hours: from a first minute on these days are always within them.
  const isTooFar = since !== null && since !== '' && since < daysAgo(now, UNDO_DAYS - 1);
  const isReady = rule !== null && isWhole && isInOrder && !isTooFar;
  return (
    <Dialog width={680}>
      <Heading>{t('undo.rule.title')}</Heading>
      <Divider />
      <Content>
        <div className="undo-many">
          <p>
            {t('undo.rule.text')} <Help term="undo" />
          </p>
          <SearchSelect
            label={t('history.rule')}
            name="undo-rule"
            search={search}
            chosen={rule === null ? [] : [rule]}
            onChange={(choices) => setRule(choices[0] ?? null)}
            isMany={false}
          />
          <div className="undo-many__window">
            <DateTimeControl
              control={control}
              name="since"
              label={t('undo.rule.since')}
              isRequired
            />
            <DateTimeControl control={control} name="until" label={t('undo.rule.until')} />
          </div>
          {!isInOrder && (
            <p role="alert" className="undo-many__refused">
              {t('undo.rule.order')}
            </p>
          )}
          {isTooFar && (
            <p role="alert" className="undo-many__refused">
              {t('undo.rule.too_far_back', { days: UNDO_DAYS })}
            </p>
          )}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={!isReady}
          onPress={() => {
            if (rule !== null && since) onChoose({ rule, since, until });
          }}
        >
          {t('undo.rule.show')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
