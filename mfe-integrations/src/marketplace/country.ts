import { REGION, useSession } from '@primazia/kit';

const names = new Map<string, Intl.DisplayNames>();

/** One for each language: creating one is slow. */
function namesIn(region: string): Intl.DisplayNames {
  const known = names.get(region);
  if (known !== undefined) return known;
  const made = new Intl.DisplayNames([region], { type: 'region' });
  names.set(region, made);
  return made;
}

/** The name of a country in the person's language, by its ISO code. */
export function useCountryName(): (code: string) => string {
  const { locale } = useSession();
  return (code) => namesIn(REGION[locale]).of(code) ?? code;
}
