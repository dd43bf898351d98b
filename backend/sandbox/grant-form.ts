/** The request of a token endpoint: a form, or the same as JSON, as both marketplaces accept it. */
export type GrantForm = Record<string, string>;

/** Reads it; empty where the body is neither. */
export async function readGrantForm(request: {
  text(): Promise<string>;
  header(name: string): string | undefined;
}): Promise<GrantForm> {
  const text = await request.text();
  if (!request.header('content-type')?.includes('json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return {};
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}

/** The first missing field; null: none. `own` are the fields of the kind of grant in addition to the client's. */
export const missingField = (form: GrantForm, own: string): string | null =>
  ['client_id', 'client_secret', own].find((name) => !form[name]) ?? null;
