import { RemoteError, type RemoteModule } from '@primazia/kit/remote';
import type { Embedded, EmbedEvents, EmbedOptions } from '@primazia/kit/shell';
import type { PrimaziaDetails, PrimaziaElement } from '../index.d.ts';
import { ATTRIBUTES, readAttributes } from './attributes.ts';
import type { Roots } from './roots.ts';
import { failed, ownSheet, type Screen, waiting } from './screen.ts';
import type { Suite } from './suite.ts';
import type { Trouble } from './texts.ts';

/** Checks that the published types for hosts match those of modules. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;
const REPORTED: Same<Omit<PrimaziaDetails, 'error'>, Omit<EmbedEvents, 'error'>> = true;

const troubleOf = (error: unknown): Trouble =>
  error instanceof RemoteError ? error.failure : 'registry';

/** Makes the class of one tag. */
export function makeElement(suite: Suite, roots: Roots): CustomElementConstructor {
  return class extends HTMLElement implements PrimaziaElement {
    static observedAttributes = REPORTED ? ATTRIBUTES : [];

    readonly #root = this.attachShadow({ mode: 'open' });
    #embedded: Embedded | null = null;
    #module: RemoteModule | null = null;
    /** Shown in place of the module. */
    #screen: Screen | null = null;
    /** The number of the present try; results of earlier ones are ignored. */
    #tries = 0;
    #coming: Promise<void> | null = null;
    #isChanging = false;
    #leave: (() => void) | null = null;
    #refreshToken: PrimaziaElement['refreshToken'];

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [ownSheet()];
      // A property that a host set before the script was loaded hides that of the class.
      const { refreshToken } = this;
      Reflect.deleteProperty(this, 'refreshToken');
      this.refreshToken = refreshToken;
    }

    get refreshToken() {
      return this.#refreshToken;
    }

    set refreshToken(given: PrimaziaElement['refreshToken']) {
      const had = this.#refreshToken !== undefined;
      this.#refreshToken = given ?? undefined;
      // The latest callback is used, whichever it is; only whether there is one matters here.
      if (had !== (this.#refreshToken !== undefined)) this.#change();
    }

    connectedCallback() {
      if (this.#leave !== null) return;
      this.#leave = roots.enter(this.#root);
      void this.#start();
    }

    disconnectedCallback() {
      // An element that is moved is back in the same task, and keeps its content.
      queueMicrotask(() => {
        if (!this.isConnected) this.#stop();
      });
    }

    attributeChangedCallback(_name: string, before: string | null, now: string | null) {
      if (before !== now) this.#change();
    }

    #change(): void {
      if (this.#isChanging) return;
      this.#isChanging = true;
      // A host that sets company and token means them together.
      queueMicrotask(() => {
        this.#isChanging = false;
        this.#screen?.follow();
        if (this.#module !== null) this.#embedded?.update(this.#options(this.#module));
      });
    }

    async open(path: string): Promise<boolean> {
      await this.#coming;
      return this.#embedded?.open(path) ?? false;
    }

    async reload(): Promise<void> {
      this.#clear();
      if (this.isConnected) await this.#start();
    }

    #options({ version, build }: RemoteModule): EmbedOptions {
      return {
        ...readAttributes(this, suite.baseUrl),
        version,
        build,
        refreshToken:
          this.refreshToken && (async (request) => (await this.refreshToken?.(request)) ?? ''),
        onEvent: (name, detail) => this.#emit(name, detail),
      };
    }

    #emit<Name extends keyof PrimaziaDetails>(name: Name, detail: PrimaziaDetails[Name]): void {
      const init = { detail, bubbles: true, composed: true };
      this.dispatchEvent(new CustomEvent(`primazia:${name}`, init));
    }

    #start(): Promise<void> {
      this.#coming = this.#bring();
      return this.#coming;
    }

    async #bring(): Promise<void> {
      this.#tries += 1;
      const current = this.#tries;
      this.#show(waiting(this));
      try {
        const company = Number(this.getAttribute('company')) || null;
        const { module, embed } = await suite.bring(this.localName, company);
        if (current !== this.#tries) return;
        this.#module = module;
        const embedded = await embed(this.#root, this.#options(module));
        if (current !== this.#tries) return embedded.close();
        this.#embedded = embedded;
        this.#screen?.node.remove();
        this.#screen = null;
        // Changes of the host while the module was loading.
        embedded.update(this.#options(module));
      } catch (error) {
        if (current === this.#tries) this.#fail(error);
      }
    }

    #fail(error: unknown): void {
      const reason = troubleOf(error);
      console.error(`<${this.localName}> could not be loaded.`, error);
      this.#show(failed(this, reason, () => void this.#start()));
      this.#emit('error', { module: this.#module?.name ?? this.localName, reason });
    }

    #show(screen: Screen): void {
      this.#screen = screen;
      this.#root.replaceChildren(screen.node);
    }

    /** Removes the module, also one that is loading. */
    #clear(): void {
      this.#tries += 1;
      this.#embedded?.close();
      this.#embedded = null;
      this.#module = null;
      this.#screen = null;
      this.#root.replaceChildren();
    }

    #stop(): void {
      this.#clear();
      this.#leave?.();
      this.#leave = null;
    }
  };
}
