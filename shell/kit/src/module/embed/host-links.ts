import type { RouterHistory } from '@tanstack/react-router';

export interface HostLinksParts {
  history: () => Pick<RouterHistory, 'push' | 'createHref'>;
  owns: (pathname: string) => boolean;
  /** The address within the product of a path that is not the module's. */
  productHref: (path: string) => string;
}

const anchorOf = (event: Event): HTMLAnchorElement | null =>
  event.composedPath().find((one) => one instanceof HTMLAnchorElement) ?? null;

/** The path of an internal link, which would lead to the host's server. */
const pathOf = (anchor: HTMLAnchorElement): string | null => {
  const written = anchor.getAttribute('href') ?? '';
  return written.startsWith('/') && !written.startsWith('//') ? written : null;
};

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Handles links whose address is a path: in a host's page it would lead to the host's server. Pages of the module open
 * in the element, the rest of the product in a new tab.
 * @returns stops it
 */
export function leadLinks(root: ShadowRoot, parts: HostLinksParts): () => void {
  const isOwn = (path: string) => parts.owns(path.split(/[?#]/)[0] ?? path);
  const completed = new WeakMap<Event, string>();

  /** Before other listeners: a click with a modifier key, and 'copy the link', need the whole address. */
  const complete = (event: Event) => {
    const anchor = anchorOf(event);
    const path = anchor && pathOf(anchor);
    if (!anchor || path === null) return;
    completed.set(event, path);
    const whole = isOwn(path) ? parts.history().createHref(path) : parts.productHref(path);
    anchor.href = whole;
    // React rendered a path and would not notice the change: the path is restored once the browser has acted.
    setTimeout(() => {
      if (anchor.getAttribute('href') === whole) anchor.setAttribute('href', path);
      anchor.removeAttribute('target');
    });
  };

  /** After all other listeners: links that were not handled. */
  const follow = (event: MouseEvent) => {
    const anchor = anchorOf(event);
    const path = completed.get(event);
    if (!anchor || path === undefined || event.defaultPrevented || !isPlain(event)) return;
    if (isOwn(path)) {
      event.preventDefault();
      parts.history().push(path);
    } else {
      anchor.target = '_blank';
    }
  };

  const before = ['click', 'auxclick', 'contextmenu', 'dragstart'];
  const click = (event: Event) => {
    if (event instanceof MouseEvent) follow(event);
  };
  for (const kind of before) root.addEventListener(kind, complete, { capture: true });
  root.addEventListener('click', click);
  return () => {
    for (const kind of before) root.removeEventListener(kind, complete, { capture: true });
    root.removeEventListener('click', click);
  };
}
