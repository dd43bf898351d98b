import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ListLink } from './list-link.tsx';
import type { Tab } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

interface ListTabsProps {
  tabs: readonly Tab[];
  counts: Readonly<Record<string, number>> | undefined;
  list: ListHandle;
}

/** Saved views as links: each can be opened in a tab of its own and sent to somebody. */
export function ListTabs({ tabs, counts, list }: ListTabsProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  return (
    <nav className="pz-tabs" aria-label={t('list.views')}>
      {tabs.map(({ id, label }) => {
        const count = counts?.[id];
        return (
          <ListLink
            key={id}
            list={list}
            to={{ tab: id }}
            className="pz-tab"
            current={list.state.tab === id}
          >
            {label}
            {count !== undefined && <span className="pz-tab-count">{format.integer(count)}</span>}
          </ListLink>
        );
      })}
    </nav>
  );
}
