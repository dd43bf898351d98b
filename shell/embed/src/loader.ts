import { makeElement } from './element.ts';
import { createIncidents } from './incidents.ts';
import { createRoots, type Roots } from './roots.ts';
import { createSuite, type Suite } from './suite.ts';

declare global {
  /** Our only global: the modules' builds use it. */
  var __primazia: Roots | undefined;
}

const PREFIX = 'primazia-';

const define = (tag: string, suite: Suite, roots: Roots) => {
  if (!customElements.get(tag)) customElements.define(tag, makeElement(suite, roots));
};

/**
 * Without the registry the tags are unknown: every element that looks like one of ours is defined, now and when it is added, so
 * that it can show the failure and retry.
 */
function defineAsTheyCome(suite: Suite, roots: Roots): void {
  const check = () => {
    for (const { localName } of document.querySelectorAll(':not(:defined)')) {
      if (localName.startsWith(PREFIX)) define(localName, suite, roots);
    }
  };
  check();
  new MutationObserver(check).observe(document, { childList: true, subtree: true });
}

async function start(baseUrl: string): Promise<void> {
  const roots = createRoots();
  globalThis.__primazia = roots;
  const suite = createSuite(baseUrl, createIncidents(baseUrl, roots.elements));
  try {
    for (const tag of await suite.tags()) define(tag, suite, roots);
  } catch (error) {
    console.error('Primazia: the list of modules cannot be read.', error);
    defineAsTheyCome(suite, roots);
  }
}

const script = document.currentScript;
const source = script instanceof HTMLScriptElement ? script.src : '';
// A second copy of this script on the page does nothing.
if (globalThis.__primazia === undefined) {
  if (source === '') console.error('Primazia: embed.js has to come by a <script src> of its own.');
  else void start(new URL('.', source).href.replace(/\/$/, ''));
}
