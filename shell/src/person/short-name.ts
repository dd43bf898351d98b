const LONGEST = 18;

/** The name as the header shows it: the first two words, at most 18 characters and then an ellipsis. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2).join(' ');
  // By graphemes, so that neither an accent nor an emoji is cut in half.
  const letters = [...new Intl.Segmenter().segment(words)].map((part) => part.segment);
  return letters.length <= LONGEST ? words : `${letters.slice(0, LONGEST).join('').trimEnd()}…`;
}

/** One or two letters for the round mark beside the name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
