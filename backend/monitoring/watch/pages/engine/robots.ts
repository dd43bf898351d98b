// What a host's robots.txt (RFC 9309) lets programs read. Pure.

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** The product token by which a robots.txt names us. */
export const AGENT = 'Primazia';

/** The rules of all groups that name an agent; where none does, those of the groups for everybody. */
function rulesFor(text: string, agent: string): Rule[] {
  const groups = new Map<string, Rule[]>();
  let named: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const found = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line);
    if (found === null) continue;
    const [, field = '', value = ''] = found;
    const pattern = value.trim();
    switch (field.toLowerCase()) {
      case 'user-agent':
        // Names that follow one another share the rules that come after them.
        named = isOpen ? [...named, pattern.toLowerCase()] : [pattern.toLowerCase()];
        isOpen = true;
        for (const name of named) if (!groups.has(name)) groups.set(name, []);
        break;
      case 'allow':
      case 'disallow':
        isOpen = false;
        if (pattern !== '')
          for (const name of named)
            groups.get(name)!.push({ isAllowed: field.toLowerCase() === 'allow', pattern });
        break;
    }
  }
  return groups.get(agent.toLowerCase()) ?? groups.get('*') ?? [];
}

/** Whether a path begins with a pattern, in which `*` stands for anything, and a final `$` for the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = parts.pop();
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last === undefined) return !isWhole || at === path.length;
  return isWhole
    ? path.length - last.length >= at && path.endsWith(last)
    : path.indexOf(last, at) >= 0;
}

/** Whether we may read a path, with its query: the longest rule that matches decides, of two equally long ones the one that allows. */
export function mayRead(robots: string, path: string, agent = AGENT): boolean {
  const [strongest] = rulesFor(robots, agent)
    .filter(({ pattern }) => matches(pattern, path))
    .sort(
      (a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed),
    );
  return strongest?.isAllowed ?? true;
}
