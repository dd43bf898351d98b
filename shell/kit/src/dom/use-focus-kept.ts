import { type RefObject, useEffect } from 'react';

/** No element has it, neither here nor in the rest of a host's page. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Temporary overlays of a page. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Gives focus back where what had it is gone for good. A dialog that closes returns focus to what had it when the dialog
 * opened, which may be the entry of a menu that has closed since: the last element of the page itself takes it then. Where
 * that is gone too, the page's heading takes it. Without this, focus falls to the body of the document, and a person who
 * works by keys begins at the top.
 */
export function useFocusKept(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = heading.current?.getRootNode();
    if (root === undefined) return;
    let last: EventTarget | null = null;
    let lastOfPage: HTMLElement | null = null;
    let frame = 0;
    const isGone = () => last instanceof Node && !last.isConnected;
    const keep = () => {
      frame = 0;
      if (!isGone()) return;
      last = null;
      if (isNowhere() && lastOfPage?.isConnected) lastOfPage.focus();
      if (isNowhere()) heading.current?.focus();
    };
    const observer = new MutationObserver(() => {
      // A dialog that closes restores the focus itself in the next frame.
      if (isGone() && frame === 0) frame = requestAnimationFrame(keep);
    });
    const note = ({ target }: Event) => {
      last = target;
      if (target instanceof HTMLElement && target.closest(OVERLAYS) === null) lastOfPage = target;
    };
    root.addEventListener('focusin', note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', note);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [heading]);
}
