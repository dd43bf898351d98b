/** What lies over a page and goes before it is used again; a toast beside it does not, nor a list that is folded. */
export const OVERLAY =
  '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]:not([hidden])';

/** What has the focus in the tree that an element is in: a page, or the shadow root of an element in a host's page. */
export function focusedIn(element: Element): Element | null {
  const root = element.getRootNode();
  return (root instanceof ShadowRoot ? root : element.ownerDocument).activeElement;
}

/** The text that is marked in that tree; null: none is. From outside of a shadow root, its host alone seems marked. */
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
