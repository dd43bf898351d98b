// The universal number of a product (EAN, UPC, GTIN), by which listings of different marketplaces are known to sell the same.

/** Lengths in which it is written; shorter ones are padded with zeros in front. */
const LENGTHS = new Set([8, 12, 13, 14]);

/**
 * Whether the check digit is correct.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
function isSound(number: string): boolean {
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return sum % 10 === 0 && /[1-9]/.test(number);
}

/**
 * The first sound number among what a marketplace writes, in its 14 digits: some write several into one text, and
 * sellers write anything. Null: none.
 */
export function gtinOf(texts: readonly (string | null)[]): string | null {
  for (const text of texts) {
    for (const word of (text ?? '').split(/[\s,;]+/)) {
      if (!/^\d+$/.test(word) || !LENGTHS.has(word.length)) continue;
      const number = word.padStart(14, '0');
      if (isSound(number)) return number;
    }
  }
  return null;
}

/** Ranges of 13 digits that name no product of the world: numbers within a shop or a region, coupons, refunds. */
const RESTRICTED = /^(?:02|04|05|2|98[1-4]|99)/;

/**
 * Whether a number of 14 digits is for internal use of shops (restricted circulation), so that equal ones mean nothing.
 * @see https://www.gs1.org/standards/id-keys/company-prefix
 */
export function isRestrictedGtin(gtin: string): boolean {
  if (gtin.startsWith('000000')) return /^[02]/.test(gtin.slice(6));
  return gtin.startsWith('0') && RESTRICTED.test(gtin.slice(1));
}
