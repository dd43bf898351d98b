import { ApiError, errorText, useSession, useTranslation } from '@primazia/kit';
import { Button, ProgressCircle, toast } from '@primazia/kit/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { AppLink } from '../navigation/app-link.tsx';
import { remember } from '../navigation/search.ts';
import { WAYS } from '../navigation/sign-in-places.ts';
import { finish, goTo, OtherPersonError } from '../session/social.ts';
import { consumeVisit, type Errand } from '../session/visits.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { EntryPage } from './entry-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** After these codes, a retry with the same account at the provider would fail too. */
const NEEDS_ANOTHER = ['social_unknown', 'social_link_needed', 'social_other_account'];

const ended = () => new ApiError('problem', { status: 422, code: 'social_ended' });

interface FailedProps {
  name: string;
  provider: string;
  /** The purpose of the redirect; null: unknown to this browser. */
  errand: Errand | null;
  error: unknown;
  onAgain: (anew: boolean) => void;
}

/** Why it failed, and how to continue. */
function Failed({ name, errand, error, onAgain }: Omit<FailedProps, 'provider'>) {
  const { t } = useTranslation();
  const { email } = useSession();
  const isOther = error instanceof OtherPersonError;
  const needsAnother = isOther || (error instanceof ApiError && NEEDS_ANOTHER.includes(error.code));
  const kind = errand?.kind ?? 'enter';
  const isOwn = kind === 'link' || kind === 'confirm';
  const wanted = errand !== null && 'wanted' in errand ? (errand.wanted ?? '/app') : '/app';
  const back = `${isOwn ? WAYS : '/login'}${remember(wanted).text}`;
  const title = t(`social.failed.${kind}`, { name });
  const text = isOther
    ? t('social.other_person', { other: error.email, email })
    : errorText(t, error);
  return (
    <EntryPage name={title} title={title} lead={<span role="alert">{text}</span>}>
      <div className="form">
        {!isOwn && (
          <Button variant="accent" style="fill" autoFocus onPress={() => onAgain(needsAnother)}>
            {t(needsAnother ? 'social.another' : 'social.retry', { name })}
          </Button>
        )}
        {kind === 'again' ? (
          <Button variant="secondary" onPress={() => window.close()}>
            {t('social.close')}
          </Button>
        ) : (
          <AppLink className="action-link login-other" href={back}>
            {t(isOwn ? 'social.back_ways' : 'social.back_login')}
          </AppLink>
        )}
      </div>
    </EntryPage>
  );
}

type Stage =
  | { name: 'going' | 'coming' | 'closing' }
  | { name: 'failed'; error: unknown; errand: Errand | null };

export interface ProviderPageProps {
  provider: string;
}

/**
 * The redirect page of identity providers: a new window is redirected to the provider; on return the user is signed in, or gets
 * the reason of a failure.
 */
export function ProviderPage({ provider }: ProviderPageProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const site = useSite();
  const [stage, setStage] = useState<Stage>({
    name: shell.tickets.answer === null ? 'going' : 'coming',
  });
  const found = site?.signIn.find(({ id }) => id === provider);
  const name = found?.name ?? provider;

  const go = async (errand: Errand, anew: boolean) => {
    setStage({ name: 'going' });
    try {
      await goTo(shell, { provider, errand, anew });
    } catch (error) {
      setStage({ name: 'failed', error, errand });
    }
  };

  const take = async (answer: string) => {
    const visit = consumeVisit(localStorage, answer, Date.now());
    const fail = () => setStage({ name: 'failed', error: ended(), errand: null });
    if (visit === null) return fail();
    const { errand } = visit;
    try {
      const outcome = await finish(shell, { provider, answer, visit });
      if (outcome.kind === 'lost') return fail();
      if (outcome.kind === 'close') {
        setStage({ name: 'closing' });
        window.close();
      }
      if (outcome.kind !== 'go') return;
      const about = errand.kind === 'confirm' ? errand.provider : provider;
      const done = site?.signIn.find(({ id }) => id === about)?.name ?? name;
      if (outcome.done !== null) toast('positive', t(`social.${outcome.done}`, { name: done }));
      shell.history.replace(outcome.to);
    } catch (error) {
      setStage({ name: 'failed', error, errand });
    }
  };

  const begin = useEffectEvent(() => {
    const { answer } = shell.tickets;
    shell.tickets.answer = null;
    const again: Errand = { kind: 'again', temporary: shell.session.temporary };
    void (answer === null ? go(again, false) : take(answer));
  });
  // Its name is known once the site's data are loaded.
  const isKnown = found !== undefined;
  useEffect(() => {
    if (isKnown) begin();
  }, [isKnown]);

  if (site !== null && !isKnown) return <NotFoundPage />;
  if (stage.name === 'failed') {
    const { error, errand } = stage;
    const again = (anew: boolean) => {
      // For an unknown visit it is also unknown whether the device is the person's own: the session is not kept.
      const next: Errand = errand ?? { kind: 'enter', wanted: null, temporary: true };
      void go(next, anew);
    };
    return <Failed name={name} errand={errand} error={error} onAgain={again} />;
  }
  const title = t(`social.stage.${stage.name}`, { name });
  return (
    <EntryPage name={title} title={title} lead={t(`social.stage.${stage.name}_lead`)}>
      {stage.name !== 'closing' && (
        <ProgressCircle isIndeterminate aria-label={title} UNSAFE_className="provider-progress" />
      )}
    </EntryPage>
  );
}
