import type { RemoteIncident } from '@primazia/kit/remote';
import type { PrimaziaElement } from '../index.d.ts';

const LONGEST_MESSAGE = 500;

const isOf =
  (tag: string) =>
  (element: Element): element is PrimaziaElement =>
    element.localName === tag;

/** A token of one of the module's elements: any person may report that it failed. A host with a callback is asked for one. */
async function tokenFor(module: string, elements: readonly Element[]): Promise<string | null> {
  const tag = module.replace(/^mfe-/, 'primazia-');
  for (const element of elements.filter(isOf(tag))) {
    const company = Number(element.getAttribute('company')) || null;
    const token =
      element.getAttribute('token') ||
      (await element.refreshToken?.({ reason: 'missing', module, company }));
    if (token) return token;
  }
  return null;
}

/**
 * Reports modules that did not load to the server, where a person is signed in; and always to the console.
 * @param elements the present ones, anywhere in the page
 */
export const createIncidents =
  (baseUrl: string, elements: () => readonly Element[]) =>
  async (incident: RemoteIncident): Promise<void> => {
    try {
      const token = await tokenFor(incident.module, elements());
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
