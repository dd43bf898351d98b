import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useBasePath, usePlace } from '../context/kit-context.ts';

interface ElsewhereLinkProps {
  /** A page of another module, below the base path, with its query: `/channel`. */
  to: string;
  className?: string;
  children: ReactNode;
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A link to a page of another module. On the page of a host there is no other module, and so no link. */
export function ElsewhereLink({ to, className, children }: ElsewhereLinkProps) {
  const { history } = useRouter();
  const { root } = usePlace();
  const href = `${useBasePath()}${to}`;
  if (root !== document) return null;
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {children}
    </a>
  );
}
