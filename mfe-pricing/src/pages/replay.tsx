import { ActionButton, AddIcon, Text, useFocusKept, useTranslation } from '@primazia/kit';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { ReplayList } from '../replay/replay-list.tsx';
import { ReplayStart } from '../replay/replay-start.tsx';
import { ReplayView } from '../replay/replay-view.tsx';

/** Tries a rule on the markets that were really seen; `id` in the address shows one replay, `regra` chooses a rule. */
export function ReplayPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, regra } = useSearch({ strict: false }) as { id?: number; regra?: number };
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(heading);
  return (
    <section className="rule-page">
      {id !== undefined && (
        <nav className="rule-page__crumbs" aria-label={t('rules.crumbs')}>
          <Link to="/simulacao-de-regras">{t('replay.page_title')}</Link>
        </nav>
      )}
      <header className="rule-page__head">
        <h1 ref={heading} tabIndex={-1}>
          {id === undefined ? t('replay.page_title') : t('replay.numbered', { id })}
        </h1>
        {id !== undefined && (
          <div className="rule-page__actions">
            <ActionButton onPress={() => void navigate({ to: '/simulacao-de-regras' })}>
              <AddIcon />
              <Text>{t('replay.new')}</Text>
            </ActionButton>
          </div>
        )}
      </header>
      {id === undefined ? (
        <>
          <ReplayStart key={regra} ruleId={regra} />
          <ReplayList />
        </>
      ) : (
        <ReplayView key={id} id={id} />
      )}
    </section>
  );
}
