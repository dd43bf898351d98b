import type { RuleRow } from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  errorText,
  Heading,
  ProgressBar,
  toast,
  useApi,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RULE_ENDPOINTS } from '../rule/edit-rule.ts';
import { mayTurn, type Refused, turnMany } from './turn-many.ts';
import type { NewStatus } from './use-rule-status.ts';

/** What is to become of which rules. */
export interface BulkWish {
  /** What was ticked. */
  rules: readonly RuleRow[];
  status: NewStatus;
}

interface Told {
  /** Some of the rules, or all, are changed. */
  onDone: () => void;
  onClose: () => void;
}

interface BulkDialogProps extends Told {
  /** Null: nothing is wished for. */
  wish: BulkWish | null;
}

/** Enables, disables or archives ticked rules: says first what follows, and then of each that was refused why. */
export function BulkDialog({ wish, onDone, onClose }: BulkDialogProps) {
  const [isWorking, setWorking] = useState(false);
  return (
    // While it works it stays: what was refused would be told to nobody.
    <DialogContainer
      isDismissable={false}
      isKeyboardDismissDisabled={isWorking}
      onDismiss={onClose}
    >
      {wish !== null && (
        <WishDialog {...wish} onWorking={setWorking} onDone={onDone} onClose={onClose} />
      )}
    </DialogContainer>
  );
}

interface WishDialogProps extends BulkWish, Told {
  onWorking: (isWorking: boolean) => void;
}

function WishDialog({ rules, status, onWorking, onDone, onClose }: WishDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const client = useQueryClient();
  const [chosen] = useState(() => rules.filter((rule) => mayTurn(rule, status)));
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const ads = chosen.reduce((sum, rule) => sum + rule.ads, 0);
  const left = rules.length - chosen.length;

  const turn = async () => {
    setDone(0);
    onWorking(true);
    const failed = await turnMany(api, chosen, status, setDone);
    await Promise.all(
      RULE_ENDPOINTS.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    );
    onWorking(false);
    onDone();
    if (failed.length > 0) setRefused(failed);
    else {
      toast('positive', t(`rules.bulk.done.${status}`, { count: chosen.length }));
      onClose();
    }
  };

  return (
    <Dialog role="alertdialog" size="M">
      <Heading>{t(`rules.bulk.title.${status}`, { count: chosen.length })}</Heading>
      <Content>
        {refused !== null ? (
          <RefusedRules refused={refused} of={chosen.length} />
        ) : done !== null ? (
          <ProgressBar
            label={t('rules.bulk.working')}
            value={(done / Math.max(1, chosen.length)) * 100}
            valueLabel={t('rules.bulk.progress', {
              done: format.integer(done),
              total: format.integer(chosen.length),
            })}
            width="100%"
          />
        ) : (
          <ul className="pz-consequences">
            <li>{t(`rules.bulk.text.${status}`, { count: ads })}</li>
            {status === 'archived' && <li>{t('rules.archive.gone')}</li>}
            {status !== 'enabled' && <li>{t('rules.archive.waiting')}</li>}
            {left > 0 && <li>{t(`rules.bulk.left.${status}`, { count: left })}</li>}
          </ul>
        )}
      </Content>
      <ButtonGroup>
        <Button
          variant="secondary"
          onPress={onClose}
          isDisabled={done !== null && refused === null}
          autoFocus
        >
          {t(refused === null ? 'action.back' : 'rules.bulk.close')}
        </Button>
        {refused === null && (
          <Button
            variant={status === 'archived' ? 'negative' : 'accent'}
            isPending={done !== null}
            isDisabled={chosen.length === 0}
            onPress={turn}
          >
            {t(`rules.bulk.confirm.${status}`, { count: chosen.length })}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}

/** Of each rule that stayed as it was why. */
function RefusedRules({ refused, of }: { refused: readonly Refused[]; of: number }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">{t('rules.bulk.partly', { done: of - refused.length, total: of })}</p>
      <ul className="rules__refused">
        {refused.map(({ rule, error }) => (
          <li key={rule.id}>
            <strong>{rule.name}</strong>
            <span>{errorText(t, error)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
