import { REGION, useSession } from '@primazia/kit';

/** The name of a country in the person's language, by its ISO code. */
export function useCountryName(): (code: string) => string {
  const { locale } = useSession();
  const names = new Intl.DisplayNames([REGION[locale]], { type: 'region' });
  return (code) => names.of(code) ?? code;
}
