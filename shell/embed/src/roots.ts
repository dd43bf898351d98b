/** The elements for the modules' builds: they add styles and find parts here. */
export interface Roots {
  /** Adds the style sheet to the elements instead of the page's head; its events are dispatched as by the browser. */
  add(link: HTMLLinkElement): void;
  /** Adds an element, with all styles. @returns removes it, without them */
  enter(root: ShadowRoot): () => void;
  /** Finds an element by its id within the elements: from the page it cannot be found. */
  find(id: string): HTMLElement | null;
  /** The elements that were added, also within shadow roots of the host. */
  elements(): Element[];
}

/** Only our own styles query the width of the page in this form; Spectrum's queries of the screen are kept. */
const OF_THE_PAGE = /@media\s*\(width\s*(<|>=)\s*([\d.]+px)\)/g;

/** The style sheet for an element: queries for the width of the page become queries for that of the element. */
export const inElement = (css: string): string =>
  css.replace(OF_THE_PAGE, '@container pz-page (width $1 $2)');

/** The sheets are shared by all elements: each is fetched and read once. */
export function createRoots(): Roots {
  /** In the order of the requests, which is the order of their cascade; null: not loaded yet. */
  const sheets: (CSSStyleSheet | null)[] = [];
  const fetched = new Map<string, Promise<void>>();
  const roots = new Set<ShadowRoot>();

  const lay = (root: ShadowRoot, own: readonly CSSStyleSheet[]) => {
    root.adoptedStyleSheets = [...own, ...sheets.filter((sheet) => sheet !== null)];
  };
  const adopted = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>();

  async function bring({ href, integrity }: HTMLLinkElement, place: number): Promise<void> {
    const answer = await fetch(href, { credentials: 'omit', integrity });
    if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
    const sheet = new CSSStyleSheet({ baseURL: href });
    sheet.replaceSync(inElement(await answer.text()));
    sheets[place] = sheet;
    for (const root of roots) lay(root, adopted.get(root) ?? []);
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
          console.error('Primazia: styles could not be loaded.', error);
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
      adopted.set(root, [...root.adoptedStyleSheets]);
      roots.add(root);
      lay(root, adopted.get(root) ?? []);
      return () => {
        roots.delete(root);
        root.adoptedStyleSheets = [...(adopted.get(root) ?? [])];
      };
    },
  };
}
