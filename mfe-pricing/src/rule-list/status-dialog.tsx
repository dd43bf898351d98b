import type { RuleRow } from '@primazia/backend/pricing/contract';
import { errorText, useApi, useFormat, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  ProgressBar,
  toast,
} from '@primazia/kit/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RULE_ENDPOINTS } from '../rule/endpoints.ts';
import { maySetStatus, type Refused, setStatusOfMany } from './set-status-of-many.ts';
import type { NewStatus } from './use-rule-status.ts';

/** The status that rules are to get. */
export interface StatusChange {
  /** What was ticked. */
  rules: readonly RuleRow[];
  status: NewStatus;
}

interface Callbacks {
  /** Some of the rules, or all, are changed. */
  onDone: () => void;
  onClose: () => void;
}

interface StatusDialogProps extends Callbacks {
  /** Null: the dialog is closed. */
  change: StatusChange | null;
}

/** Enables, disables or archives ticked rules: shows the consequences first, and then why each refused one was refused. */
export function StatusDialog({ change, onDone, onClose }: StatusDialogProps) {
  const [isWorking, setWorking] = useState(false);
  return (
    // It stays open while requests are under way: a refusal would not be shown otherwise.
    <DialogContainer
      isDismissable={false}
      isKeyboardDismissDisabled={isWorking}
      onDismiss={onClose}
    >
      {change !== null && (
        <StatusForm {...change} onWorking={setWorking} onDone={onDone} onClose={onClose} />
      )}
    </DialogContainer>
  );
}

interface StatusFormProps extends StatusChange, Callbacks {
  onWorking: (isWorking: boolean) => void;
}

function StatusForm({ rules, status, onWorking, onDone, onClose }: StatusFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const client = useQueryClient();
  const [chosen] = useState(() => rules.filter((rule) => maySetStatus(rule, status)));
  const [done, setDone] = useState<number | null>(null);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const listings = chosen.reduce((sum, rule) => sum + rule.ads, 0);
  const left = rules.length - chosen.length;

  const turn = async () => {
    setDone(0);
    onWorking(true);
    const failed = await setStatusOfMany(api, chosen, status, setDone);
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
            <li>{t(`rules.bulk.text.${status}`, { count: listings })}</li>
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

/** The rules that were not changed, with the reasons. */
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
