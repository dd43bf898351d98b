type Values = Readonly<Record<string, unknown>>;

/** The address of one call: `{ruleId}` in the path is filled from `params`, `query` follows; undefined is left out. */
export function addressOf(
  baseUrl: string,
  path: string,
  params: Values | undefined,
  query: Values | undefined,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const written = search.toString();
  return `${baseUrl}${filled}${written === '' ? '' : `?${written}`}`;
}
