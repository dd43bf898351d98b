/** The sentences of one language: a template for each `step.code`, and the words for values. */
export interface Explanations {
  lines: Record<string, string>;
  words: Record<string, string>;
}
