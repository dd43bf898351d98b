/** The elements as the modules' builds know them: where their styles go, and where their parts are. */
export interface Roots {
  /** Instead of adding it to the page's head; its events are dispatched as by the browser. */
  add(link: HTMLLinkElement): void;
  /** Takes up an element, with all styles. @returns lets it go, without them */
  enter(root: ShadowRoot): () => void;
  /** Looks for what has an id in the elements: from the page it is not to be seen. */
  find(id: string): HTMLElement | null;
  /** Those that are taken up, also within shadow roots of the host. */
  elements(): Element[];
}

/** Widths of the page are asked for in this form alone by our own styles; what Spectrum asks of a screen it may have. */
const OF_THE_PAGE = /@media\s*\(width\s*(<|>=)\s*([\d.]+px)\)/g;

/** As it has to be where the element is the page: what asks for the width of the page means that of the element. */
export const inElement = (css: string): string =>
  css.replace(OF_THE_PAGE, '@container pz-page (width $1 $2)');

/** The sheets are shared by all elements: each is fetched and read once. */
export function createRoots(): Roots {
  /** In the order in which they were asked for, which is the order of their cascade; null: not here yet. */
  const sheets: (CSSStyleSheet | null)[] = [];
  const fetched = new Map<string, Promise<void>>();
  const roots = new Set<ShadowRoot>();

  const lay = (root: ShadowRoot, own: readonly CSSStyleSheet[]) => {
    root.adoptedStyleSheets = [...own, ...sheets.filter((sheet) => sheet !== null)];
  };
  const kept = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>();

  async function bring({ href, integrity }: HTMLLinkElement, place: number): Promise<void> {
    const answer = await fetch(href, { credentials: 'omit', integrity });
    if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
    const sheet = new CSSStyleSheet({ baseURL: href });
    sheet.replaceSync(inElement(await answer.text()));
    sheets[place] = sheet;
    for (const root of roots) lay(root, kept.get(root) ?? []);
  }

  return {
    add(link) {
      const { href } = link;
      const known = fetched.get(href);
      const coming = known ?? bring(link, sheets.push(null) - 1);
      fetched.set(href, coming);
      coming.then(
        () => link.dispatchEvent(new Event('load')),
        (error: unknown) => {
          console.error('Primazia: styles did not come.', error);
          fetched.delete(href);
          link.dispatchEvent(new Event('error'));
        },
      );
    },
    find(id) {
      for (const root of roots) {
        const found = root.getElementById(id);
        if (found !== null) return found;
      }
      return null;
    },
    elements: () => [...roots].map(({ host }) => host),
    enter(root) {
      kept.set(root, [...root.adoptedStyleSheets]);
      roots.add(root);
      lay(root, kept.get(root) ?? []);
      return () => {
        roots.delete(root);
        root.adoptedStyleSheets = [...(kept.get(root) ?? [])];
      };
    },
  };
}
