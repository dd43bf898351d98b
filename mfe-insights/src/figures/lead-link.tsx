import { usePlace } from '@primazia/kit';
import { ElsewhereLink } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Lead } from './leads.ts';

interface LeadLinkProps {
  lead: Lead | null;
  className?: string;
  children: ReactNode;
}

/** A link to the list that a figure is calculated from. On the page of a host there are no pages of other modules, and so no link. */
export function LeadLink({ lead, className, children }: LeadLinkProps) {
  const { root } = usePlace();
  if (lead === null || (!lead.isOwn && root !== document))
    return <span className={className}>{children}</span>;
  const { page, filters, days } = lead;
  if (lead.isOwn)
    return (
      <Link to={page} search={filters === '' ? {} : { filters }} className={className}>
        {children}
      </Link>
    );
  const query = new URLSearchParams({ ...(filters !== '' && { filters }), ...days }).toString();
  return (
    <ElsewhereLink to={query === '' ? page : `${page}?${query}`} {...(className && { className })}>
      {children}
    </ElsewhereLink>
  );
}
