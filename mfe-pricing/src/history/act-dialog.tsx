import {
  type ActResult,
  actOnUpdates,
  MAX_ACTED,
  type PriceUpdate,
} from '@primazia/backend/pricing/contract';
import {
  ApiError,
  errorText,
  showError,
  useAnnounce,
  useApi,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import {
  AlertIcon,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
} from '@primazia/kit/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { useHeldDialog } from '../ui/held-dialog.tsx';
import { UndoEffects } from '../undo/undo-report.tsx';
import { PriceChange } from '../update/price-change.tsx';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import { effectsOf } from './effects.ts';

interface ActDialogProps {
  act: 'approve' | 'cancel';
  updates: readonly PriceUpdate[];
  onDone: () => void;
  onClose: () => void;
}

interface Answer {
  results: readonly ActResult[];
  /** Those that were not sent after a failure; null: all were sent. */
  unsent: { count: number; error: ApiError } | null;
}

/** The event for a host's page. */
const EVENTS = { approve: 'price-approved', cancel: 'price-cancelled' } as const;

/** Approves or cancels many updates after showing their effect; then shows what could not be done, and why. */
export function ActDialog({ act, updates, onDone, onClose }: ActDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const send = useMutation({
    mutationFn: async (): Promise<Answer> => {
      const ids = updates.map(({ id }) => id);
      const results: ActResult[] = [];
      for (let start = 0; start < ids.length; start += MAX_ACTED) {
        const body = { act, updateIds: ids.slice(start, start + MAX_ACTED) };
        try {
          results.push(...(await api.call(actOnUpdates, { body })).results);
        } catch (error) {
          // What was done before the failure stays done, and is shown.
          if (start === 0 || !(error instanceof ApiError)) throw error;
          return { results, unsent: { count: ids.length - start, error } };
        }
      }
      return { results, unsent: null };
    },
    onSuccess: (done) => {
      const updateIds = done.results.flatMap(({ updateId, code }) =>
        code === null ? [updateId] : [],
      );
      if (updateIds.length > 0) announce(EVENTS[act], { updateIds });
      setAnswer(done);
      onDone();
    },
    onError: (error) => showError(t, error),
    onSettled: () =>
      Promise.all(
        UPDATE_ENDPOINTS.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  useHeldDialog(send.isPending);
  // The pressed button is gone: without focus no key reaches the dialog.
  const close = useRef<ComponentRef<typeof Button>>(null);
  useEffect(() => {
    if (answer !== null) close.current?.focus();
  }, [answer]);
  const values = { count: updates.length, number: format.integer(updates.length) };
  return (
    <Dialog width={680}>
      <Heading>{t(`history.act.${act}.title`)}</Heading>
      <Divider />
      <Content>
        <div className="undo-many">
          {answer === null ? (
            <>
              <p>{t(`history.act.${act}.text`, values)}</p>
              {act === 'approve' && <UndoEffects effects={effectsOf(updates)} />}
            </>
          ) : (
            <Results act={act} updates={updates} {...answer} />
          )}
        </div>
      </Content>
      <ButtonGroup>
        {answer === null ? (
          <>
            <Button variant="secondary" isDisabled={send.isPending} onPress={onClose}>
              {t('action.back')}
            </Button>
            <Button variant="accent" isPending={send.isPending} onPress={() => send.mutate()}>
              {t(`history.act.${act}.confirm`, values)}
            </Button>
          </>
        ) : (
          <Button variant="accent" ref={close} onPress={onClose}>
            {t('undo.many.close')}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}

function Results({
  act,
  updates,
  results,
  unsent,
}: Pick<ActDialogProps, 'act' | 'updates'> & Answer) {
  const { t } = useTranslation();
  const format = useFormat();
  const failed = results.filter(({ code }) => code !== null);
  const done = results.length - failed.length;
  const byId = new Map(updates.map((update) => [update.id, update]));
  const why = ({ code, text, values }: ActResult, { currencyCode }: PriceUpdate): string => {
    if (code === 'decision_changed') {
      const { newPrice } = values;
      return typeof newPrice === 'number'
        ? t('update.decision_changed', { price: format.money(newPrice, currencyCode) })
        : t('update.decision_gone');
    }
    return text ?? t('update.not_done');
  };
  return (
    <>
      <p role="status">
        {t(`history.act.${act}.done`, { count: done, number: format.integer(done) })}
      </p>
      {unsent !== null && (
        <p role="alert" className="undo-many__refused">
          {t('history.act.unsent', { count: unsent.count, number: format.integer(unsent.count) })}{' '}
          {errorText(t, unsent.error)}
        </p>
      )}
      {failed.length > 0 && (
        <section className="undo-many__section">
          <h3>{t('history.act.failed')}</h3>
          <ul className="undo-many__items">
            {failed.map((result) => {
              const update = byId.get(result.updateId);
              return update === undefined ? null : (
                <li key={result.updateId}>
                  <span className="undo-many__listing">
                    <span className="undo-many__title">{update.title}</span>
                    <PriceChange {...update} />
                  </span>
                  <span className="undo-many__what undo-many__refused">
                    <span>
                      <AlertIcon size="S" aria-hidden="true" /> {why(result, update)}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}
