/** The text of a file as spreadsheets save it: UTF-8, or what Windows used before, in which accents are other bytes. */
export function readText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Its only error: a byte is not valid UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
