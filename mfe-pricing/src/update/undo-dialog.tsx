import { type PriceUpdate, undoUpdate } from '@primazia/backend/pricing/contract';
import { useAnnounce, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
  Text,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useHeldDialog } from '../ui/held-dialog.tsx';
import { oldestOf, priceBefore, updateIdsOf } from './fold.ts';
import { UPDATE_ENDPOINTS, useFailureToast } from './use-update-actions.ts';

type Choice = 'change_rule' | 'keep_rule';

export interface UndoDialogProps {
  update: PriceUpdate;
  onClose: () => void;
  /** The person wants to change the rule first; saving it undoes. */
  onChangeRule: () => void;
}

/** Restores the price before an update, or before all updates of its row, after a choice about the rule that set it. */
export function UndoDialog({ update, onClose, onChangeRule }: UndoDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const showFailure = useFailureToast();
  const announce = useAnnounce();
  const [choice, setChoice] = useState<Choice | null>(null);
  const isArchived = update.ruleStatus === 'archived';
  const price = format.money(priceBefore(update), update.currencyCode);
  const updateIds = updateIdsOf(update);
  const count = updateIds.length;
  const undo = useMutateCall(undoUpdate, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: () => {
      toast('positive', t('update.undo_sent', { price }));
      announce('price-undone', { updateIds: [...updateIds] });
      onClose();
    },
    onError: showFailure,
  });
  useHeldDialog(undo.isPending);
  const confirm = () => {
    if (choice === 'change_rule') {
      onChangeRule();
      return;
    }
    const params = { ruleId: update.ruleId, id: update.id };
    undo.mutate({ params, body: { choice: 'keep_rule', ...oldestOf(update) } });
  };
  return (
    <Dialog width={680}>
      <Heading>{t('undo.title')}</Heading>
      <Divider />
      <Content>
        <Text>
          {t('undo.text', { title: update.title, price })}
          {count > 1 && ` ${t('undo.fold', { count, number: format.integer(count) })}`}
        </Text>
        <RadioGroup
          label={t('undo.choice')}
          value={choice ?? ''}
          onChange={(value) => setChoice(value as Choice)}
          marginTop="size-200"
        >
          <Radio value="change_rule" isDisabled={isArchived}>
            {t('undo.change_rule')}
          </Radio>
          <Radio value="keep_rule">{t('undo.keep_rule')}</Radio>
        </RadioGroup>
        {isArchived && <p className="hint">{t('undo.rule_archived')}</p>}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" isDisabled={undo.isPending} onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={choice === null}
          isPending={undo.isPending}
          onPress={confirm}
        >
          {choice === 'change_rule' ? t('undo.open_rule') : t('undo.restore', { price })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
