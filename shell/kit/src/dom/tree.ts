/** What covers a page and closes before the page is used again; not a toast, nor a collapsed list. */
export const OVERLAY =
  '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]:not([hidden])';

/** The focused element of the tree that an element is in: a page, or the shadow root of an element in a host's page. */
export function focusedIn(element: Element): Element | null {
  const root = element.getRootNode();
  return (root instanceof ShadowRoot ? root : element.ownerDocument).activeElement;
}

/** The selected text in that tree; null: none. From outside a shadow root, only its host seems selected. */
export function markedIn(element: Element): Range | null {
  const selection = element.ownerDocument.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const root = element.getRootNode();
  const marked =
    root instanceof ShadowRoot ? composedRange(selection, root) : selection.getRangeAt(0);
  return marked.collapsed ? null : marked;
}

function composedRange(selection: Selection, root: ShadowRoot): Range {
  const range = new Range();
  const [marked] = selection.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
  if (marked !== undefined) {
    range.setStart(marked.startContainer, marked.startOffset);
    range.setEnd(marked.endContainer, marked.endOffset);
  }
  return range;
}
