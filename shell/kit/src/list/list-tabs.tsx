import type { ReactNode } from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ListLink } from './list-link.tsx';
import { type SavedView, viewOf } from './saved-views.tsx';
import type { Tab } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

interface ListTabsProps {
  tabs: readonly Tab[];
  counts: Readonly<Record<string, number>> | undefined;
  list: ListHandle;
  views: readonly SavedView[];
  /** The actions of views, at the end of the line. */
  children: ReactNode;
}

/** Views as links, the page's and the person's: each can be opened in a tab of its own and sent to another person. */
export function ListTabs({ tabs, counts, list, views, children }: ListTabsProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const current = viewOf(views, list);
  return (
    <div className="pz-tabs-line">
      <nav className="pz-tabs" aria-label={t('list.views')}>
        {tabs.map(({ id: tab, label }) => {
          const count = counts?.[tab];
          return (
            <ListLink
              key={tab}
              list={list}
              to={{ tab }}
              className="pz-tab"
              current={current === undefined && list.state.tab === tab}
            >
              {label}
              {count !== undefined && <span className="pz-tab-count">{format.integer(count)}</span>}
            </ListLink>
          );
        })}
        {views.map((view) => (
          <SavedTab key={view.name} list={list} view={view} isCurrent={view === current} />
        ))}
      </nav>
      {children}
    </div>
  );
}

interface SavedTabProps {
  list: ListHandle;
  view: SavedView;
  isCurrent: boolean;
}

const SavedTab = ({ list, view, isCurrent }: SavedTabProps) => (
  <ListLink list={list} to={view.state} className="pz-tab pz-tab-own" current={isCurrent}>
    {view.name}
  </ListLink>
);
