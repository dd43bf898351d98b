/** The groups of the sidebar in their order. */
export const GROUPS: readonly string[] = ['insights', 'ads', 'monitoring', 'pricing', 'settings'];

/** The group whose first entry is the home page. */
export const HOME_GROUP = 'insights';

const placeOf = (group: string): number => {
  const place = GROUPS.indexOf(group);
  return place === -1 ? GROUPS.length : place;
};

/** The entries as the sidebar shows them: by group, and those of an unknown group at the end. */
export const inOrder = <Entry extends { readonly group: string }>(
  entries: readonly Entry[],
): Entry[] => entries.toSorted((a, b) => placeOf(a.group) - placeOf(b.group));
