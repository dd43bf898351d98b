import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from '@std/testing/bdd';
import { type PolicySettings, pagePolicy } from './policy.ts';

describe('what pages may do', () => {
  const policyOf = (more: Partial<PolicySettings> = {}) => {
    const policy = pagePolicy({
      publicUrl: 'http://localhost:8080',
      environment: 'production',
      moduleOrigins: ['https://modules.example'],
      ...more,
    });
    return new Map(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
  };

  it('allows files of this origin and of the allowed origins, nothing in the page and nothing made of strings', () => {
    const policy = policyOf();
    assert.deepEqual(policy.get('script-src'), ["'self'", 'https://modules.example']);
    assert.deepEqual(policy.get('connect-src'), [
      "'self'",
      'ws://localhost:8080',
      'https://modules.example',
    ]);
    assert.deepEqual(policy.get('frame-ancestors'), ["'none'"]);
    for (const [name, sources] of policy) {
      assert.equal(sources.includes("'unsafe-eval'"), false, name);
      assert.equal(sources.includes("'unsafe-inline'"), false, name);
    }
    assert.ok(
      policyOf({ publicUrl: 'https://p.example' }).get('connect-src')?.includes('wss://p.example'),
    );
  });

  it('is to load from this machine where modules are developed, and nowhere else', () => {
    for (const environment of ['stage', 'development'] as const) {
      assert.ok(policyOf({ environment }).get('script-src')?.includes('http://localhost:*'));
    }
    assert.equal(
      JSON.stringify([...policyOf({ publicUrl: 'https://p.example' })]).includes('localhost'),
      false,
    );
  });

  it('is to use the style sheets that the installed Spectrum writes into the page', async () => {
    const folder = new URL('../../node_modules/react-aria/dist/private/', import.meta.url);
    const allowed = policyOf().get('style-src') ?? [];
    let found = 0;
    for (const file of ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']) {
      const source = await Deno.readTextFile(new URL(file, folder));
      for (const [, sheet = ''] of source.matchAll(/style\.textContent = `([^`]*)`\.trim\(\)/g)) {
        const text = sheet
          .trim()
          .replace(/\[\$\{[^}]*PRESSABLE_ATTRIBUTE\}\]/, '[data-react-aria-pressable]');
        const hash = createHash('sha256').update(text).digest('base64');
        assert.ok(allowed.includes(`'sha256-${hash}'`), `${file}: ${text}`);
        found += 1;
      }
    }
    assert.equal(found, 2);
  });
});
