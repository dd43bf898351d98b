import {
  adsChanges,
  type Creation,
  decideCreation,
  getCampaign,
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
import { ActionButton, Ago, toast } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';

/** What was added to a campaign after it was created, with how far that is. */
export function Additions({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation();
  const { data } = useQueryCall(openCreations, { query: { campaignId } });
  useLiveRefresh(['campaigns'], [openCreations]);
  const additions = data?.filter(({ isAddition }) => isAddition) ?? [];
  if (additions.length === 0) return null;
  return (
    <section className="group" aria-label={t('addition.title')}>
      <h2>{t('addition.title')}</h2>
      <ul className="changes">
        {additions.map((addition) => (
          <Addition key={addition.id} addition={addition} />
        ))}
      </ul>
    </section>
  );
}

function Addition({ addition }: { addition: Creation }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { id, state, parts, createdAt, createdBy } = addition;
  const { mutate, isPending } = useMutateCall(decideCreation, {
    invalidates: [openCreations, getCreation, getCampaign, adsChanges],
    onSuccess: () => toast('positive', t('addition.is_undone')),
    onError: (error) => showError(t, error),
  });
  const isOpen = state === 'pending' || state === 'creating' || state === 'incomplete';
  return (
    <li>
      <span>
        {parts
          .map((part) => `${t(`creation.part.${part.part}`)}: ${t('creation.of', part)}`)
          .join(' · ')}
        {' · '}
        {t(`addition.state.${state}`)}
      </span>
      <span className="group__note">
        <Ago at={createdAt} />
        {createdBy !== null && ` · ${createdBy}`}
      </span>
      <span className="changes__acts">
        {isOpen && (
          <Link to="/campanhas/nova" search={{ creation: id }}>
            {t('addition.open')}
          </Link>
        )}
        {mayWrite && state === 'done' && (
          <ActionButton
            isDisabled={isPending}
            onPress={() => mutate({ params: { creationId: id }, body: { act: 'undo' } })}
          >
            {t('addition.undo')}
          </ActionButton>
        )}
      </span>
    </li>
  );
}
