import {
  BeakerIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  FileDataIcon,
  HistoryIcon,
  LayersIcon,
  MoneyIcon,
  SettingsIcon,
  TaskListIcon,
  useSession,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Brand } from '../brand/mark.tsx';
import { entryAt, type SidebarEntry } from '../modules/registry.ts';
import { AppLink } from '../navigation/app-link.tsx';
import { HOME } from '../navigation/return-path.ts';
import { usePath } from '../navigation/use-path.ts';
import { useShell } from '../shell-context.ts';
import { readCollapsed, writeCollapsed } from './collapsed.ts';

/** The groups in their order; an entry of another group stands below them, without a heading. */
const GROUPS = ['pricing'] as const;

const ICONS: Record<string, typeof LayersIcon> = {
  money: MoneyIcon,
  history: HistoryIcon,
  settings: SettingsIcon,
  rules: TaskListIcon,
  replay: BeakerIcon,
  sheet: FileDataIcon,
};

function Entries({ entries, active }: { entries: readonly SidebarEntry[]; active?: SidebarEntry }) {
  const { locale } = useSession();
  return (
    <ul className="nav-list">
      {entries.map((entry) => {
        const Icon = ICONS[entry.icon ?? ''] ?? LayersIcon;
        const label = entry.labels[locale];
        return (
          <li key={entry.path}>
            <AppLink
              className="nav-link"
              href={entry.path}
              title={label}
              aria-current={entry.path === active?.path ? 'page' : undefined}
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

/** What the modules of the registry offer, in groups. */
export function Navigation() {
  const { t } = useTranslation();
  const { modules } = useShell();
  const { list, registry } = useSnapshot(modules.state);
  const path = usePath();
  const entries = list.flatMap((module) => module.sidebar);
  const active = entryAt(entries, path);
  const marked = active === undefined ? {} : { active };
  const others = entries.filter((entry) => !GROUPS.some((group) => group === entry.group));
  return (
    <div className="nav">
      {registry === 'failed' && <p className="nav-failed">{t('sidebar.failed')}</p>}
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        return own.length === 0 ? null : (
          <section key={group} aria-label={t(`sidebar.groups.${group}`)}>
            <h2 className="nav-group">{t(`sidebar.groups.${group}`)}</h2>
            <Entries entries={own} {...marked} />
          </section>
        );
      })}
      {others.length > 0 && <Entries entries={others} {...marked} />}
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
