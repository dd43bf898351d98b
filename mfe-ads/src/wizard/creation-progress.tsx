import {
  type Creation,
  type CreationAct,
  campaignDraft,
  decideCreation,
  getCreation,
  openCreations,
} from '@primazia/backend/ads/contract';
import {
  showError,
  useLiveRefresh,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  ErrorState,
  Heading,
  InlineAlert,
  ProgressBar,
  Skeleton,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';

interface CreationProgressProps {
  creationId: number;
  /** Back to the form, to correct it. */
  onCorrect: () => void;
}

const ACTS: Readonly<Record<string, readonly CreationAct[]>> = {
  pending: ['approve', 'cancel'],
  incomplete: ['retry', 'finish', 'leave'],
};

/** The progress of a campaign's creation, the parts that exist, and the user's choices. */
export function CreationProgress({ creationId, onCorrect }: CreationProgressProps) {
  const { data, error, refetch } = useQueryCall(getCreation, { params: { creationId } });
  useLiveRefresh(['campaigns'], [getCreation]);
  if (data === undefined)
    return error === null ? <Skeleton rows={4} /> : <ErrorState error={error} onRetry={refetch} />;
  return <Progress creation={data} onCorrect={onCorrect} />;
}

function Progress({ creation, onCorrect }: { creation: Creation; onCorrect: () => void }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { id, name, state, code, parts, refused, campaignId, canFinish } = creation;
  const { mutate, isPending } = useMutateCall(decideCreation, {
    invalidates: [getCreation, openCreations, campaignDraft],
    onError: (error) => showError(t, error),
  });
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const done = parts.reduce((sum, part) => sum + part.done, 0);
  const acts = (ACTS[state] ?? []).filter((act) => act !== 'finish' || canFinish);
  const words = creation.isAddition ? 'addition' : 'creation';
  const isBad = state === 'incomplete' || state === 'failed';
  return (
    <section className="wizard" aria-label={name}>
      <h2>{name}</h2>
      <InlineAlert variant={isBad ? 'notice' : state === 'done' ? 'positive' : 'info'}>
        <Heading level={3}>
          <span role="status">{t(`${words}.heading.${state}`)}</span>
        </Heading>
        <Content>
          {t(`${words}.text.${state}`)}
          {code !== null && <span> {t(`creation.code.${code}`, { defaultValue: code })}</span>}
        </Content>
      </InlineAlert>
      <ProgressBar
        label={t('creation.progress')}
        value={done}
        maxValue={total}
        valueLabel={t('creation.of', { done, total })}
      />
      <ul className="wizard__parts">
        {parts.map((part) => (
          <li key={part.part}>
            {t(`creation.part.${part.part}`)}: {t('creation.of', part)}
            {part.refused > 0 && ` · ${t('creation.refused', { count: part.refused })}`}
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <>
          <h3>{t('creation.refused_title')}</h3>
          <ul className="wizard__parts">
            {refused.map((one) => (
              <li key={`${one.part} ${one.name} ${one.code}`}>
                <strong>{one.name}</strong>{' '}
                {t(`creation.code.${one.code}`, { defaultValue: one.message || one.code })}
              </li>
            ))}
          </ul>
        </>
      )}
      {campaignId !== null && (
        <p>
          <Link to="/campanhas/$campaignId" params={{ campaignId: String(campaignId) }}>
            {t('creation.open')}
          </Link>
        </p>
      )}
      {mayWrite && (
        <ButtonGroup>
          {acts.map((act) => (
            <Button
              key={act}
              variant={act === 'approve' || act === 'retry' ? 'accent' : 'secondary'}
              isDisabled={isPending}
              onPress={() => mutate({ params: { creationId: id }, body: { act } })}
            >
              {t(`${words}.act.${act}`, { defaultValue: t(`creation.act.${act}`) })}
            </Button>
          ))}
          {!creation.isAddition && (state === 'failed' || state === 'canceled') && (
            <Button variant="accent" onPress={onCorrect}>
              {t('creation.correct')}
            </Button>
          )}
        </ButtonGroup>
      )}
    </section>
  );
}
