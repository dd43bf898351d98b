import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Nothing has it, here or in the rest of a host's page. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives focus to the page's heading where what had it is gone for good: a dialog closes after the button that opened it
 * went away, or the button goes once the list has come anew. Without this it falls to the body of the document, and who
 * works by keys begins at the top.
 * @returns for the page: what has the focus in it and in its dialogs
 */
export function useFocusKept(heading: RefObject<HTMLElement | null>) {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const root = heading.current?.getRootNode();
    if (root === undefined) return;
    let frame = 0;
    const keep = () => {
      frame = 0;
      if (last.current?.isConnected !== false) return;
      last.current = null;
      if (isNowhere()) heading.current?.focus();
    };
    const observer = new MutationObserver(() => {
      // A dialog that closes looks for a place itself, with the next frame.
      if (last.current?.isConnected === false && frame === 0) frame = requestAnimationFrame(keep);
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [heading]);
  return (event: FocusEvent) => {
    last.current = event.target;
  };
}
