import {
  type Accepted,
  acceptRecommendations,
  getRecommendation,
  type Recommendation,
} from '@primazia/backend/insights/contract';
import { showError, useFormat, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { ADVICE_ENDPOINTS } from './endpoints.ts';

interface AcceptDialogProps {
  /** The rows to accept; those that are not done here are left out. */
  rows: readonly Recommendation[];
  onDone: () => void;
  onClose: () => void;
}

/** The changes by accepting, before they are made; then those that were not made, and why. */
export function AcceptDialog({ rows, onDone, onClose }: AcceptDialogProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState<readonly Accepted[] | null>(null);
  const { mutate, isPending } = useMutateCall(acceptRecommendations, {
    invalidates: ADVICE_ENDPOINTS,
    onSuccess: (answers) => {
      const others = answers.filter(({ outcome }) => outcome !== 'applied');
      onDone();
      if (answers.length > others.length)
        toast('positive', t('advice.applied', { count: answers.length - others.length }));
      if (others.length > 0) setLeft(others);
      else onClose();
    },
    onError: (error) => showError(t, error),
  });
  const [first] = rows;
  return (
    <Dialog size="M">
      <Heading>
        {rows.length === 1 && first
          ? t(`advice.act.${first.act}`)
          : t('advice.accept_title', { count: rows.length })}
      </Heading>
      <Divider />
      <Content>
        {left !== null ? (
          <ul className="pz-consequences">
            {left.map(({ id, outcome, text }) => (
              <li key={id}>
                {rows.find((row) => row.id === id)?.title}: {text ?? t(`advice.outcome.${outcome}`)}
              </li>
            ))}
          </ul>
        ) : rows.length === 1 && first ? (
          <Changes row={first} />
        ) : (
          <Totals rows={rows} />
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
          {t(left === null ? 'advice.back' : 'advice.close')}
        </Button>
        {left === null && (
          <Button
            variant="accent"
            isPending={isPending}
            onPress={() => mutate({ body: { ids: rows.map(({ id }) => id) } })}
          >
            {t('advice.confirm')}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}

/** The changes of one recommendation. */
function Changes({ row }: { row: Recommendation }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(getRecommendation, { params: { id: row.id } });
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <p>{row.title}</p>
      <ul className="pz-consequences">
        {data.changes.map(({ label, before, after }) => (
          <li key={label + before}>{t('advice.change', { label, before, after })}</li>
        ))}
        <li>{t('advice.checked_again')}</li>
        <li>{t('advice.undo_later')}</li>
      </ul>
    </>
  );
}

/** The number of recommendations, and their total effect. */
function Totals({ rows }: { rows: readonly Recommendation[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sums = new Map<string, number>();
  for (const { effect, currencyCode, isPrimary } of rows)
    if (effect !== null && isPrimary)
      sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + effect.value);
  const acts = new Map<string, number>();
  for (const { act } of rows) acts.set(act, (acts.get(act) ?? 0) + 1);
  return (
    <ul className="pz-consequences">
      {[...acts].map(([act, count]) => (
        <li key={act}>{t('advice.times', { act: t(`advice.act.${act}`), count })}</li>
      ))}
      {[...sums].map(([currencyCode, value]) => (
        <li key={currencyCode}>
          {t('advice.total', { amount: format.signedMoney(value, currencyCode) })}
        </li>
      ))}
      <li>{t('advice.checked_again')}</li>
      <li>{t('advice.undo_later')}</li>
    </ul>
  );
}
