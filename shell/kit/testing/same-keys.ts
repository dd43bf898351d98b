type Texts = object;

/** Every text below a group, by its path: `states.error.title`. */
function textsOf(group: Texts, path = ''): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  for (const [name, value] of Object.entries(group)) {
    const key = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of textsOf(value, key)) texts.set(inner, text);
    } else texts.set(key, value);
  }
  return texts;
}

const variablesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

/**
 * What is wrong between the texts of several languages: a key that one lacks, a text that is empty, a variable that
 * only some of them use. Empty where all is well.
 */
export function sameKeys(languages: Readonly<Record<string, Texts>>): string[] {
  const [first, ...others] = Object.entries(languages).map(
    ([language, texts]) => [language, textsOf(texts)] as const,
  );
  if (first === undefined) return [];
  const faults: string[] = [];
  for (const [language, texts] of [first, ...others]) {
    for (const [key, text] of texts) {
      if (typeof text !== 'string' || text.trim() === '') {
        faults.push(`${language}: ${key} is empty`);
      }
    }
  }
  const [language, texts] = first;
  for (const [other, theirs] of others) {
    for (const key of texts.keys())
      if (!theirs.has(key)) faults.push(`${other}: ${key} is missing`);
    for (const [key, text] of theirs) {
      const ours = texts.get(key);
      if (ours === undefined) faults.push(`${language}: ${key} is missing`);
      else if (variablesOf(String(ours)).join() !== variablesOf(String(text)).join()) {
        faults.push(`${other}: ${key} uses other variables than ${language}`);
      }
    }
  }
  return faults;
}

/** The paths of a `first.json` that match none of the texts beside it. */
export function namingNothing(paths: readonly string[], texts: Texts): string[] {
  const keys = [...textsOf(texts).keys()];
  return paths.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^.]*')}(\\.|$)`);
    return !keys.some((key) => pattern.test(key));
  });
}
