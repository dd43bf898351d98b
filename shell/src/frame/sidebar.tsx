import {
  ArchiveIcon,
  BeakerIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  FileDataIcon,
  HistoryIcon,
  LayersIcon,
  LinkIcon,
  MoneyIcon,
  PeopleIcon,
  SettingsIcon,
  TaskListIcon,
  useTranslation,
  WebPageIcon,
} from '@primazia/kit';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Brand } from '../brand/mark.tsx';
import { entryAt } from '../modules/registry.ts';
import { AppLink } from '../navigation/app-link.tsx';
import { HOME } from '../navigation/return-path.ts';
import { usePath } from '../navigation/use-path.ts';
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
};

function Entries({
  entries,
  active,
}: {
  entries: readonly NavEntry[];
  active: string | undefined;
}) {
  return (
    <ul className="nav-list">
      {entries.map(({ path, label, icon }) => {
        const Icon = ICONS[icon ?? ''] ?? LayersIcon;
        return (
          <li key={path}>
            <AppLink
              className="nav-link"
              href={path}
              title={label}
              aria-current={path === active ? 'page' : undefined}
            >
              <Icon size="S" aria-hidden="true" />
              <span className="nav-label">{label}</span>
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

/** What the modules of the registry and the shell offer, in groups. */
export function Navigation() {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { registry } = useSnapshot(modules.state);
  const path = usePath();
  const entries = useEntries();
  const active = entryAt(entries, path)?.path;
  // An entry of another group stands below the others, without a heading.
  const others = entries.filter((entry) => !GROUPS.includes(entry.group));
  return (
    <div className="nav">
      {registry === 'failed' && <p className="nav-failed">{t('sidebar.failed')}</p>}
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        return own.length === 0 ? null : (
          <section key={group} aria-label={t(`sidebar.groups.${group}`)}>
            <h2 className="nav-group">{t(`sidebar.groups.${group}`)}</h2>
            <Entries entries={own} active={active} />
          </section>
        );
      })}
      {others.length > 0 && <Entries entries={others} active={active} />}
      <div className="nav-end">
        <HelpLink />
      </div>
    </div>
  );
}

/** The navigation beside the page; folded to its icons if the person likes, and so the next time. */
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
