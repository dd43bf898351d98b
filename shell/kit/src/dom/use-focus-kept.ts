import { type RefObject, useEffect } from 'react';

/** Nothing has it, here or in the rest of a host's page. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives focus to the page's heading where what had it is gone for good: a dialog closes after the button that opened it
 * went away, or the button goes once the list has come again. Without this it falls to the body of the document, and who
 * works by keys begins at the top.
 */
export function useFocusKept(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = heading.current?.getRootNode();
    if (root === undefined) return;
    let last: EventTarget | null = null;
    let frame = 0;
    const isGone = () => last instanceof Node && !last.isConnected;
    const keep = () => {
      frame = 0;
      if (!isGone()) return;
      last = null;
      if (isNowhere()) heading.current?.focus();
    };
    const observer = new MutationObserver(() => {
      // A dialog that closes looks for a place itself, with the next frame.
      if (isGone() && frame === 0) frame = requestAnimationFrame(keep);
    });
    const note = ({ target }: Event) => {
      last = target;
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
