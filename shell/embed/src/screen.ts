import { localeOf, SAID, type Texts, type Trouble, textsIn } from './texts.ts';

/** The styles of an element without a module; modules bring their own. */
const STYLE = `
:host{display:block;transform:none!important;filter:none!important;perspective:none!important;contain:none!important}
:host([hidden]){display:none}
.screen{all:initial;visibility:inherit;display:grid;justify-items:center;align-content:center;gap:8px;box-sizing:border-box;
min-height:240px;padding:24px 16px;text-align:center;font:14px/20px system-ui,sans-serif;background:#fff;color:#222}
.screen[data-scheme=dark]{background:#1d1d1d;color:#e6e6e6}
.screen p{all:unset;display:block;max-width:44ch}
.screen p:first-of-type{font-weight:600;font-size:16px}
.screen button{all:unset;box-sizing:border-box;margin-top:8px;padding:6px 16px;border:2px solid;border-radius:16px;
font-weight:600;cursor:pointer}
.screen button:focus-visible{outline:2px solid #0b63ce;outline-offset:2px}
.screen i{justify-self:stretch;height:12px;max-width:320px;margin:6px 0;border-radius:4px;background:#8e8e8e40;
animation:breathe 1.6s ease-in-out infinite}
@keyframes breathe{50%{opacity:.45}}
@media(prefers-reduced-motion:reduce){.screen i{animation:none}}
`;

let sheet: CSSStyleSheet | null = null;

/** The style sheet of the loader's own content, shared by all elements. */
export function ownSheet(): CSSStyleSheet {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

const prefersDark = () => matchMedia('(prefers-color-scheme:dark)').matches;

/** What the loader itself shows in an element. */
export interface Screen {
  readonly node: HTMLElement;
  /** Applies the element's present language and theme. */
  follow(): void;
}

function screenIn(
  element: HTMLElement,
  role: 'status' | 'alert',
  write: (screen: HTMLElement, texts: Texts) => void,
): Screen {
  const node = document.createElement('div');
  node.className = 'screen';
  node.setAttribute('role', role);
  const follow = () => {
    const locale = element.getAttribute('locale');
    const theme = element.getAttribute('theme');
    node.lang = localeOf(locale);
    node.dataset.scheme =
      theme === 'dark' || (theme === 'auto' && prefersDark()) ? 'dark' : 'light';
    write(node, textsIn(locale));
  };
  follow();
  return { node, follow };
}

const BARS = 6;

/** The screen while the module is loading. */
export function waiting(element: HTMLElement): Screen {
  const screen = screenIn(element, 'status', (node, { loading }) =>
    node.setAttribute('aria-label', loading),
  );
  for (let bar = 0; bar < BARS; bar += 1) screen.node.append(document.createElement('i'));
  return screen;
}

/** The screen after a failure: the reason, and a retry. */
export function failed(element: HTMLElement, trouble: Trouble, retry: () => void): Screen {
  const title = document.createElement('p');
  const text = document.createElement('p');
  const button = document.createElement('button');
  button.type = 'button';
  button.addEventListener('click', retry);
  const screen = screenIn(element, 'alert', (_, texts) => {
    [title.textContent, text.textContent] = texts[SAID[trouble]];
    button.textContent = texts.retry;
  });
  screen.node.append(title, text, button);
  return screen;
}
