/** The text of a file as spreadsheets save it: UTF-8, or what Windows used before, in which accents are other bytes. */
export function readText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}
