import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useShell } from '../shell-context.ts';

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of ours, with its query. */
  href: string;
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A real link that moves within the page: opening it in another tab still works. */
export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const { history } = useShell();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        history.push(href);
      }}
    />
  );
}
