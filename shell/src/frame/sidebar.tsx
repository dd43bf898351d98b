import { useTranslation } from '@primazia/kit';
import {
  ArchiveIcon,
  BeakerIcon,
  BoxIcon,
  CardIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CompareIcon,
  FileDataIcon,
  HistoryIcon,
  LayersIcon,
  LinkIcon,
  MoneyIcon,
  PeopleIcon,
  SettingsIcon,
  TaskListIcon,
  TrophyIcon,
  WebPageIcon,
} from '@primazia/kit/ui';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Brand } from '../brand/mark.tsx';
import { entryAt } from '../modules/registry.ts';
import { AppLink } from '../navigation/app-link.tsx';
import { HOME } from '../navigation/return-path.ts';
import { useIsPath } from '../navigation/use-path.ts';
import { useShell } from '../shell-context.ts';
import { readCollapsed, writeCollapsed } from './collapsed.ts';
import { GROUPS } from './groups.ts';
import { HelpLink } from './help-link.tsx';
import { type NavEntry, useEntries } from './use-entries.ts';

const ICONS: Record<string, typeof LayersIcon> = {
  money: MoneyIcon,
  history: HistoryIcon,
  settings: SettingsIcon,
  rules: TaskListIcon,
  replay: BeakerIcon,
  sheet: FileDataIcon,
  accounts: LinkIcon,
  hosts: WebPageIcon,
  people: PeopleIcon,
  audit: ArchiveIcon,
  card: CardIcon,
  box: BoxIcon,
  trophy: TrophyIcon,
  compare: CompareIcon,
};

interface EntryProps {
  entry: NavEntry;
  all: readonly NavEntry[];
}

/** Rendered again only when the person opens its page or leaves it. */
function EntryLink({ entry, all, children }: EntryProps & { children: ReactNode }) {
  const { path, label } = entry;
  const isActive = useIsPath((current) => entryAt(all, current)?.path === path);
  return (
    <AppLink
      className="nav-link"
      href={path}
      title={label}
      aria-current={isActive ? 'page' : undefined}
    >
      {children}
    </AppLink>
  );
}

function Entry({ entry, all }: EntryProps) {
  const Icon = ICONS[entry.icon ?? ''] ?? LayersIcon;
  return (
    <li>
      <EntryLink entry={entry} all={all}>
        <Icon size="S" aria-hidden="true" />
        <span className="nav-label">{entry.label}</span>
      </EntryLink>
    </li>
  );
}

function Entries({ own, all }: { own: readonly NavEntry[]; all: readonly NavEntry[] }) {
  return (
    <ul className="nav-list">
      {own.map((entry) => (
        <Entry key={entry.path} entry={entry} all={all} />
      ))}
    </ul>
  );
}

/** The entries of the modules and of the shell, in groups. */
export function Navigation() {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { registry } = useSnapshot(modules.state);
  const entries = useEntries();
  // An entry of another group is below the others, without a heading.
  const others = entries.filter((entry) => !GROUPS.includes(entry.group));
  return (
    <div className="nav">
      {registry === 'failed' && <p className="nav-failed">{t('sidebar.failed')}</p>}
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        return own.length === 0 ? null : (
          <section key={group} aria-label={t(`sidebar.groups.${group}`)}>
            <h2 className="nav-group">{t(`sidebar.groups.${group}`)}</h2>
            <Entries own={own} all={entries} />
          </section>
        );
      })}
      {others.length > 0 && <Entries own={others} all={entries} />}
      <div className="nav-end">
        <HelpLink />
      </div>
    </div>
  );
}

/** The navigation beside the page; the person can collapse it to its icons, which is stored. */
export function Sidebar() {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useState(() => readCollapsed(localStorage));
  const toggle = () => {
    writeCollapsed(localStorage, !collapsed);
    setCollapsed(!collapsed);
  };
  const Chevron = collapsed ? ChevronRightIcon : ChevronLeftIcon;
  return (
    <nav aria-label={t('sidebar.label')} className="sidebar" data-collapsed={collapsed}>
      <AppLink className="sidebar-brand" href={HOME} title={t('home')}>
        <Brand />
      </AppLink>
      <Navigation />
      <button
        type="button"
        className="sidebar-fold"
        aria-expanded={!collapsed}
        title={collapsed ? t('sidebar.expand') : undefined}
        onClick={toggle}
      >
        <Chevron size="S" aria-hidden="true" />
        <span className="nav-label">{t(collapsed ? 'sidebar.expand' : 'sidebar.collapse')}</span>
      </button>
    </nav>
  );
}
