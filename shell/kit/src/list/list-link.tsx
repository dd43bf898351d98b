import type { MouseEvent, ReactNode } from 'react';
import type { ListState } from './state.ts';
import type { ListHandle } from './use-list-state.ts';

interface ListLinkProps {
  list: ListHandle;
  to: Partial<ListState>;
  className: string;
  /** Whether the list is in this state now. */
  current?: boolean;
  label?: string;
  children: ReactNode;
}

/** A link to the list in another state. A plain click stays on the page; with a key held the browser does its own. */
export function ListLink({ list, to, className, current = false, label, children }: ListLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    list.change(to);
  };
  return (
    <a
      href={list.href(to)}
      className={className}
      onClick={follow}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
    >
      {children}
    </a>
  );
}
