// The provider of identities in its own process, and a person who signs in there: a browser without a screen.
import type { SignInProvider } from '../platform/sign-in-settings.ts';
import { type Order, TEST_CLIENT } from './oidc-orders.ts';

const SCRIPT = new URL('./oidc-provider.ts', import.meta.url).pathname;

function freePort(): number {
  using listener = Deno.listen({ hostname: '127.0.0.1', port: 0 });
  return listener.addr.port;
}

export interface TestProvider {
  settings: SignInProvider;
  /** Changes the provider's claims, or its failures. */
  order(order: Order): Promise<void>;
  close(): Promise<void>;
}

/** Starts a provider that sends people back to pages of `publicUrl`. */
export async function startProvider(publicUrl: string, id = 'acme'): Promise<TestProvider> {
  const port = freePort();
  const issuer = `http://localhost:${port}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', SCRIPT, String(port), `${publicUrl}/login/with/${id}`],
    stdin: 'null',
    stdout: 'piped',
    stderr: 'null',
  }).spawn();
  let said = '';
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes('ready at')) break;
  }
  if (!said.includes('ready at')) throw new Error('the provider of identities did not start');
  return {
    settings: {
      id,
      name: 'Acme',
      issuer,
      clientId: TEST_CLIENT.id,
      clientSecret: TEST_CLIENT.secret,
      hosts: [`localhost:${port}`],
    },
    async order(order) {
      const response = await fetch(`${issuer}/testing`, {
        method: 'POST',
        body: JSON.stringify(order),
      });
      await response.body?.cancel();
    },
    async close() {
      child.kill('SIGTERM');
      await child.status;
    },
  };
}

/** One browser at the provider: it keeps its cookies, and who is signed in there. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  async #ask(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /**
   * Follows the redirects of a sign-in, signs in under this name at the provider, and gives the query of the final
   * redirect. `cancels`: cancels at the sign-in page.
   */
  async visit(url: string, login: string, { cancels = false } = {}): Promise<string> {
    const { origin } = new URL(url);
    let next = url;
    for (let steps = 0; steps < 12; steps += 1) {
      const page = await this.#ask(next);
      const text = await page.text();
      const location = page.headers.get('location');
      const action = /action="([^"]+)"/.exec(text)?.[1];
      if (location !== null) next = new URL(location, next).href;
      else if (action !== undefined && cancels) next = `${action}/abort`;
      else if (action !== undefined) {
        const sent = await this.#ask(new URL(action, next).href, {
          prompt: 'login',
          login,
          password: 'any',
        });
        await sent.body?.cancel();
        next = new URL(sent.headers.get('location') ?? '', next).href;
      } else throw new Error(`the provider answered ${page.status}: ${text}`);
      if (!next.startsWith(origin)) return new URL(next).search.slice(1);
    }
    throw new Error('too many redirects of the provider');
  }
}
