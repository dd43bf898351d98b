import {
  type ActResult,
  actOnUpdates,
  MAX_ACTED,
  type PriceUpdate,
} from '@primazia/backend/pricing/contract';
import {
  AlertIcon,
  ApiError,
  Button,
  ButtonGroup,
  Content,
  codeText,
  Dialog,
  Divider,
  errorText,
  Heading,
  tellError,
  useAnnounce,
  useApi,
  useFormat,
  useTranslation,
} from '@primazia/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { UndoEffects } from '../undo/undo-told.tsx';
import { effectsOf } from './effects.ts';
import { useHeldDialog } from './held-dialog.tsx';
import { PriceChange } from './price-change.tsx';
import { UPDATE_ENDPOINTS } from './use-update-actions.ts';

interface ActDialogProps {
  act: 'approve' | 'cancel';
  updates: readonly PriceUpdate[];
  onDone: () => void;
  onClose: () => void;
}

interface Answer {
  results: readonly ActResult[];
  /** Those that were not sent any more after a failure; null: all were. */
  unsent: { count: number; error: ApiError } | null;
}

/** What a host's page is told of it. */
const TOLD = { approve: 'price-approved', cancel: 'price-cancelled' } as const;

/** Approves or cancels many updates after one look at what they come to; then tells what could not be, and why. */
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
          // What was done before stays done, and has to be told.
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
      if (updateIds.length > 0) announce(TOLD[act], { updateIds });
      setAnswer(done);
      onDone();
    },
    onError: (error) => tellError(t, error),
    onSettled: () =>
      Promise.all(
        UPDATE_ENDPOINTS.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  useHeldDialog(send.isPending);
  // The button that was pressed is gone: keys have to reach the dialog still.
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
  const why = ({ code, values }: ActResult, { currencyCode }: PriceUpdate): string => {
    if (code === 'decision_changed') {
      const { newPrice } = values;
      return typeof newPrice === 'number'
        ? t('update.decision_changed', { price: format.money(newPrice, currencyCode) })
        : t('update.decision_gone');
    }
    return codeText(t, code ?? '', values, t('update.not_done'));
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
                  <span className="undo-many__ad">
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
