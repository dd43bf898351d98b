import { type RuleRow, setRuleStatus } from '@primazia/backend/pricing/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { toast } from '@primazia/kit/ui';
import { useCallback, useRef } from 'react';
import { RULE_ENDPOINTS } from '../rule/endpoints.ts';

/** How long the undo is offered, in ms. */
const UNDO_MS = 8_000;

export type NewStatus = 'enabled' | 'disabled' | 'archived';
/** What a change of the status needs of a rule; a whole rule fits as well as a row of the list. */
type RuleOfStatus = Pick<RuleRow, 'id' | 'name' | 'status' | 'version'>;

export interface RuleStatusActions {
  /** Enables or disables at once, and offers to take that back for some seconds. */
  turn: (rule: RuleOfStatus, status: 'enabled' | 'disabled') => void;
  archive: (rule: RuleOfStatus, onDone: () => void) => void;
  /** The rule that is being changed right now. */
  busyId: number | null;
}

/** Enables, disables and archives rules one by one; the functions stay the same for as long as the language does. */
export function useRuleStatus(): RuleStatusActions {
  const { t } = useTranslation();
  // By request. A second change may start before the first is answered, or the page may be left, and each has to be
  // reported.
  const pending = useRef(new Map<string, (now: RuleOfStatus) => void>());
  const change = useMutateCall(setRuleStatus, {
    invalidates: RULE_ENDPOINTS,
    onSuccess: (now, input) => pending.current.get(JSON.stringify(input))?.(now),
    onError: (error) => showError(t, error, 'rule_change'),
  });
  const { mutate } = change;
  const send = useCallback(
    (rule: RuleOfStatus, status: NewStatus, onDone: (now: RuleOfStatus) => void) => {
      const input = { params: { ruleId: rule.id }, body: { status, version: rule.version } };
      pending.current.set(JSON.stringify(input), onDone);
      mutate(input);
    },
    [mutate],
  );
  const turn = useCallback<RuleStatusActions['turn']>(
    (rule, status) =>
      send(rule, status, (now) => {
        // A rule that was paused becomes disabled again: only the engine pauses.
        const before = rule.status === 'enabled' ? 'enabled' : 'disabled';
        const key = rule.status === 'paused' ? 'resumed' : status;
        const close = toast('positive', t(`rules.status_set.${key}`, { name: rule.name }), {
          action: {
            label: t(rule.status === 'paused' ? 'rules.action.disable' : 'action.undo'),
            onPress: () => send(now, before, () => toast('info', t('rules.status_restored'))),
          },
        });
        setTimeout(close, UNDO_MS);
      }),
    [send, t],
  );
  const archive = useCallback<RuleStatusActions['archive']>(
    (rule, onDone) =>
      send(rule, 'archived', () => {
        toast('positive', t('rules.archived', { name: rule.name }));
        onDone();
      }),
    [send, t],
  );
  return {
    turn,
    archive,
    busyId: change.isPending ? (change.variables?.params?.ruleId ?? null) : null,
  };
}
