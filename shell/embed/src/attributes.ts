import type { ColorTheme, EmbedOptions } from '@primazia/kit/shell';

/** The attributes of an element. */
export const ATTRIBUTES = ['company', 'token', 'locale', 'theme', 'base-url', 'sync-url'];

const isTheme = (text: string | null): text is ColorTheme =>
  text === 'light' || text === 'dark' || text === 'auto';

/** The parameter of the address: the attribute's value, or `primazia-pricing` where it is there without one. */
const nameOf = (given: string | null, tag: string) =>
  given === null || given === 'true' ? tag : given;

/**
 * The options of an element from its attributes.
 * @param baseUrl of the suite, where the element names no other
 */
export function readAttributes(
  element: HTMLElement,
  baseUrl: string,
): Pick<EmbedOptions, 'company' | 'token' | 'locale' | 'theme' | 'baseUrl' | 'syncUrl'> {
  const given = (name: string) => {
    const value = element.getAttribute(name);
    return value === null || value === '' ? null : value;
  };
  const company = Number(given('company') ?? Number.NaN);
  const theme = given('theme');
  const isSynced = element.hasAttribute('sync-url') && given('sync-url') !== 'false';
  return {
    company: Number.isSafeInteger(company) && company > 0 ? company : null,
    token: given('token'),
    locale: given('locale'),
    theme: isTheme(theme) ? theme : 'light',
    baseUrl: (given('base-url') ?? baseUrl).replace(/\/+$/, ''),
    syncUrl: isSynced ? nameOf(given('sync-url'), element.localName) : null,
  };
}
