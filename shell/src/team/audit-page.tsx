import '../styles/team.css';
import { type AuditEntry, auditLog, members, Role } from '@primazia/backend/identity/contract';
import { MISSING, useFormat, useQueryCall, useSession, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  ChevronLeftIcon,
  ChevronRightIcon,
  EmptyState,
  ErrorState,
  Item,
  Picker,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useTitle } from '../navigation/title.ts';
import { useShell } from '../shell-context.ts';

const STEP = 30;
const ALL_PEOPLE = 'all';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** The name of a value; as in the record, where there is no text for it. */
const called = (t: Translate, name: string) => t(`audit.fields.${name}`, { defaultValue: name });

/** Names of what the record has a number or an id for. */
interface Names {
  /** The labels of the installed modules, by name. */
  modules: ReadonlyMap<string, string>;
  marketplaceOf: (id: number) => string;
}

/** A value of the record in words: a list by its items, an object by its fields and their names. */
export function inWords(t: Translate, names: Names, name: string, value: unknown): string {
  if (value === null || value === '') return MISSING;
  if (Array.isArray(value)) {
    return value.map((one) => inWords(t, names, name, one)).join(', ') || MISSING;
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, of]) => `${called(t, part)}: ${inWords(t, names, part, of)}`)
      .join('; ');
  }
  const said = String(value);
  if (name === 'marketplaceId') return names.marketplaceOf(Number(said));
  if (Role.safeParse(value).success) return t(`team.roles.${said}`, {});
  const label = names.modules.get(said);
  if (label !== undefined) return label;
  // A text that a person wrote is not a key: it may contain any character.
  return /^[a-z_-]+$/.test(said) ? t(`audit.values.${said}`, { defaultValue: said }) : said;
}

function Details({ subject, values }: Pick<AuditEntry, 'subject' | 'values'>) {
  const { t } = useTranslation();
  const { locale } = useSession();
  const { list } = useSnapshot(useShell().modules.state);
  const format = useFormat();
  const names: Names = {
    modules: new Map(list.map(({ name, labels }) => [name, labels?.[locale] ?? name])),
    marketplaceOf: format.marketplace,
  };
  const all = [
    ...(subject === null ? [] : [[t('audit.subject'), subject] as const]),
    ...Object.entries(values).map(
      ([name, value]) => [called(t, name), inWords(t, names, name, value)] as const,
    ),
  ];
  if (all.length === 0) return MISSING;
  return (
    <details className="audit-details">
      <summary>{t('audit.details')}</summary>
      <dl>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className="audit">
      <thead>
        <tr>
          <th scope="col">{t('audit.when')}</th>
          <th scope="col">{t('audit.who')}</th>
          <th scope="col">{t('audit.what')}</th>
          <th scope="col">{t('audit.details')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, personName, action, subject, values }) => (
          <tr key={id}>
            <td>
              <time dateTime={at}>{format.dateTime(at)}</time>
            </td>
            <td>{personName ?? t('audit.nobody')}</td>
            <th scope="row">
              {t(`audit.actions.${action}`, { defaultValue: t('audit.other', { action }) })}
            </th>
            <td>
              <Details subject={subject} values={values} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who did what in the company, newest first. */
export function AuditPage() {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const [person, setPerson] = useState(ALL_PEOPLE);
  useTitle(t('audit.title'));
  const people = useQueryCall(members, {}).data?.members ?? [];
  const query = useQueryCall(auditLog, {
    query: {
      page,
      limit: STEP,
      ...(person === ALL_PEOPLE ? {} : { personId: Number(person) }),
    },
  });
  const { data, error } = query;
  const choices = [
    { id: ALL_PEOPLE, name: t('audit.everybody') },
    ...people.map(({ personId, name }) => ({ id: String(personId), name })),
  ];

  return (
    <div className="team">
      <header className="team-head">
        <div>
          <h1 className="team-title">{t('audit.title')}</h1>
          <p className="team-lead">{t('audit.lead')}</p>
        </div>
        <Picker
          label={t('audit.who')}
          items={choices}
          selectedKey={person}
          onSelectionChange={(key) => {
            setPerson(String(key));
            setPage(0);
          }}
        >
          {({ id, name }) => <Item key={id}>{name}</Item>}
        </Picker>
      </header>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        )
      ) : data.content.length === 0 ? (
        <EmptyState kind="nothing-found" title={t('audit.none')} text={t('audit.none_text')} />
      ) : (
        <Entries entries={data.content} />
      )}
      {data !== undefined && data.totalPages > 1 && (
        <nav className="audit-pages" aria-label={t('audit.pages')}>
          <ActionButton
            isQuiet
            aria-label={t('audit.newer')}
            isDisabled={page === 0}
            onPress={() => setPage(page - 1)}
          >
            <ChevronLeftIcon />
          </ActionButton>
          <span>{t('audit.page', { page: page + 1, pages: data.totalPages })}</span>
          <ActionButton
            isQuiet
            aria-label={t('audit.older')}
            isDisabled={page + 1 >= data.totalPages}
            onPress={() => setPage(page + 1)}
          >
            <ChevronRightIcon />
          </ActionButton>
        </nav>
      )}
    </div>
  );
}
