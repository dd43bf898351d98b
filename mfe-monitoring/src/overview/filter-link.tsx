import type { Filter } from '@primazia/backend/kernel/filter';
import type { ListHandle } from '@primazia/kit/list';
import type { MouseEvent, ReactNode } from 'react';

/** A condition that narrows the list by a press. */
export type Narrowing = Pick<Filter, 'field' | 'condition' | 'value'>;

export const toFilters = (by: readonly Narrowing[]): Filter[] =>
  by.map((one) => ({ ...one, logicalOperator: 'AND' }));

interface FilterLinkProps {
  list: ListHandle;
  /** The filters that replace the present ones. */
  by: readonly Narrowing[];
  className?: string;
  /** Its accessible name, where that is more than its content. */
  label?: string;
  children: ReactNode;
}

/** A link to the same list with other filters, which can be opened in a tab of its own. */
export function FilterLink({ list, by, className, label, children }: FilterLinkProps) {
  const part = { filters: toFilters(by), where: [], tab: list.options.tabs?.[0]?.id ?? null };
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    list.change(part);
  };
  return (
    <a className={className} href={list.href(part)} onClick={press} aria-label={label}>
      {children}
    </a>
  );
}
