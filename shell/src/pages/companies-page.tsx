import { type Company, companies } from '@primazia/backend/identity/contract';
import { errorText, useQueryCall, useSession, useTranslation } from '@primazia/kit';
import {
  Button,
  CheckmarkIcon,
  ChevronRightIcon,
  EmptyState,
  ErrorState,
  ProgressCircle,
  SearchField,
  Skeleton,
} from '@primazia/kit/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Brand } from '../brand/mark.tsx';
import { ConnectionNotice } from '../frame/connection-notice.tsx';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { UserMenu } from '../frame/user-menu.tsx';
import { AppLink } from '../navigation/app-link.tsx';
import { returnPath } from '../navigation/return-path.ts';
import { useTitle } from '../navigation/title.ts';
import { initials } from '../person/short-name.ts';
import { enterFromHost, openCompany } from '../session/session-actions.ts';
import { personNamedBy } from '../session/tickets.ts';
import { useShell } from '../shell-context.ts';
import { EnvironmentTag } from '../site/environment-tag.tsx';

/** The number of companies from which on there is a search. */
const MANY = 9;

const NEXT: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys walk through the companies; Tab leaves the list as everywhere. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = NEXT[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((button) => button.matches(':focus'));
  all[(at + step + all.length) % all.length]?.focus();
  event.preventDefault();
}

interface ChoiceProps {
  all: readonly Company[];
  opening: number | null;
  onChoose: (company: Company) => void;
}

function Choice({ all, opening, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const { companyId } = useSession();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = all.filter((company) => company.name.toLocaleLowerCase().includes(wanted));
  return (
    <>
      {all.length >= MANY && (
        <SearchField
          width="100%"
          label={t('companies.search')}
          value={search}
          onChange={setSearch}
          autoFocus
        />
      )}
      {shown.length === 0 && <p role="status">{t('companies.none_found')}</p>}
      <ul className="company-list" onKeyDown={moveFocus}>
        {shown.map((company) => (
          <li key={company.id}>
            <button
              type="button"
              className="company"
              aria-current={company.id === companyId}
              disabled={opening !== null}
              onClick={() => onChoose(company)}
            >
              <span className="company-letters" aria-hidden="true">
                {initials(company.name)}
              </span>
              <span className="company-name">
                {company.name}
                {company.id === companyId && (
                  <span className="company-current">
                    <CheckmarkIcon size="XS" aria-hidden="true" /> {t('companies.current')}
                  </span>
                )}
              </span>
              {opening === company.id ? (
                <ProgressCircle aria-label={t('companies.opening')} isIndeterminate size="S" />
              ) : (
                <ChevronRightIcon size="S" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Picker({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { token } = useSession();
  const query = useQueryCall(companies, {}, { enabled: token !== null });
  const [opening, setOpening] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const choose = async (company: Company) => {
    setOpening(company.id);
    setFailure(null);
    try {
      // The company that is already open needs no new tokens.
      if (company.id !== shell.session.companyId) await openCompany(shell, company.id);
      shell.history.replace(returnPath(wanted, location.origin));
    } catch (error) {
      setFailure(error);
      setOpening(null);
    }
  };

  const all = query.data?.companies;
  const skip = useEffectEvent((company: Company) => void choose(company));
  useEffect(() => {
    const [only, ...others] = all ?? [];
    if (only !== undefined && others.length === 0) skip(only);
  }, [all]);

  if (query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (all === undefined) return <Skeleton rows={2} />;
  if (all.length === 0) {
    return (
      <EmptyState
        kind="no-permission"
        title={t('companies.none_title')}
        text={t('companies.none_text')}
      />
    );
  }
  return (
    <>
      {failure !== null && (
        <p className="form-failure" role="alert">
          {errorText(t, failure)}
        </p>
      )}
      <Choice all={all} opening={opening} onChoose={(company) => void choose(company)} />
    </>
  );
}

interface FrameProps {
  title: string;
  lead: string;
  /** No person is signed in yet: there is no menu. */
  isSignedOut?: boolean;
  children: ReactNode;
}

function Frame({ title, lead, isSignedOut = false, children }: FrameProps) {
  useTitle(title);
  return (
    <div className="companies">
      <header className="companies-head">
        <Brand />
        <span className="grow" />
        <EnvironmentTag />
        <LanguageMenu />
        {!isSignedOut && <UserMenu />}
      </header>
      <ConnectionNotice />
      <main className="companies-main" id="content">
        <h1 className="companies-title">{title}</h1>
        <p className="companies-lead">{lead}</p>
        {children}
      </main>
    </div>
  );
}

/** A host sent the person here with a token: the company in the token is opened, without a choice. */
function HostEntry({ token, wanted }: { token: string; wanted: string | null }) {
  const { t } = useTranslation();
  const shell = useShell();
  const [failure, setFailure] = useState<unknown>(null);
  const enter = useEffectEvent(async () => {
    try {
      await enterFromHost(shell, token);
      shell.history.replace(returnPath(wanted, location.origin));
    } catch (error) {
      setFailure(error);
    }
  });
  useEffect(() => {
    void enter();
    return () => {
      shell.tickets.host = null;
    };
  }, [shell]);
  if (failure === null) {
    return (
      <Frame isSignedOut title={t('companies.entering')} lead={t('companies.entering_lead')}>
        <Skeleton rows={2} />
      </Frame>
    );
  }
  return (
    <Frame isSignedOut title={t('companies.shut')} lead={t('companies.shut_lead')}>
      <div className="form">
        <p className="form-failure" role="alert">
          {errorText(t, failure)}
        </p>
        <AppLink className="action-link" href="/login">
          {t('companies.sign_in')}
        </AppLink>
      </div>
    </Frame>
  );
}

/** A host's link would replace the signed-in person: it must not do so without a confirmation. */
function SwapQuestion({ onGo, wanted }: { onGo: () => void; wanted: string | null }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { name, email } = useSession();
  const stay = () => {
    shell.tickets.host = null;
    shell.history.replace(returnPath(wanted, location.origin));
  };
  return (
    <Frame title={t('companies.swap')} lead={t('companies.swap_lead', { name, email })}>
      <div className="form">
        <Button variant="accent" onPress={stay}>
          {t('companies.swap_stay', { name })}
        </Button>
        <Button variant="secondary" onPress={onGo}>
          {t('companies.swap_go')}
        </Button>
      </div>
    </Frame>
  );
}

/** The page to choose a company; with only one company it opens that. */
export function CompaniesPage({ wanted }: { wanted: string | null }) {
  const { t } = useTranslation();
  const { tickets } = useShell();
  const { host } = useSnapshot(tickets);
  const { token, email } = useSession();
  const [mayEnter, setMayEnter] = useState(false);
  if (host !== null) {
    const swaps = token !== null && personNamedBy(host) !== email.toLowerCase();
    return swaps && !mayEnter ? (
      <SwapQuestion wanted={wanted} onGo={() => setMayEnter(true)} />
    ) : (
      <HostEntry token={host} wanted={wanted} />
    );
  }
  return (
    <Frame title={t('companies.title')} lead={t('companies.lead')}>
      <Picker wanted={wanted} />
    </Frame>
  );
}
