import type { RemoteIncident } from '@primazia/kit/remote';
import type { PrimaziaElement } from '../index.d.ts';

const LONGEST_MESSAGE = 500;

/**
 * A token of one of the module's elements on the page: any person there may tell that it failed. Where their host gives
 * tokens when asked, it is asked.
 */
async function tokenFor(module: string): Promise<string | null> {
  const tag = module.replace(/^mfe-/, 'primazia-');
  for (const element of document.querySelectorAll<PrimaziaElement>(tag)) {
    const company = Number(element.getAttribute('company')) || null;
    const token =
      element.getAttribute('token') ||
      (await element.refreshToken?.({ reason: 'missing', module, company }));
    if (token) return token;
  }
  return null;
}

/** Tells the server of modules that did not load, as far as anybody is signed in; the console hears of them anyway. */
export const createIncidents =
  (baseUrl: string) =>
  async (incident: RemoteIncident): Promise<void> => {
    try {
      const token = await tokenFor(incident.module);
      if (token === null) return;
      const message = incident.message.slice(0, LONGEST_MESSAGE);
      await fetch(`${baseUrl}/api/v1/incidents`, {
        method: 'POST',
        credentials: 'omit',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...incident, message, page: location.pathname }),
      });
    } catch (error) {
      console.warn('Primazia: not reported.', error);
    }
  };
