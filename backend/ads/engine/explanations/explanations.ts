/** The engine's texts in one language. Values are in single braces. */
export interface Explanations {
  /** By step and code. */
  lines: Readonly<Record<string, string>>;
  /** Why each alternative was not chosen, by its code. */
  alternatives: Readonly<Record<string, string>>;
}
