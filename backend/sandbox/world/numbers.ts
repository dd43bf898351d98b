// Numbers by which things and people are known outside one marketplace, or on Amazon.
import { type Dice, numberOf } from './dice.ts';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The EAN-13 that belongs to a text, with Brazil's prefix and a check digit that is right. */
export function eanOf(text: string): string {
  const body = `789${String(numberOf(`ean/${text}`) % 1_000_000_000).padStart(9, '0')}`;
  const sum = [...body].reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** The seller id of Amazon that belongs to a number: an A and 13 letters or digits. */
export function amazonIdOf(id: number): string {
  let rest = numberOf(`amazon/${id}`);
  let text = '';
  for (let i = 0; i < 13; i++) {
    text += LETTERS[rest % LETTERS.length] ?? '';
    rest = numberOf(`${rest}/${i}`);
  }
  return `A${text}`;
}

const drawText = (length: number, dice: Dice) =>
  Array.from({ length }, () => dice.pick([...LETTERS])).join('');

const drawDigits = (length: number, dice: Dice) =>
  Array.from({ length }, () => dice.between(0, 9)).join('');

export interface AmazonNumbering {
  asin(): string;
  listing(): string;
}

/** Unique codes of Amazon, without order. */
export function createAmazonNumbering(dice: Dice): AmazonNumbering {
  const given = new Set<string>();
  const once = (draw: () => string): string => {
    for (;;) {
      const drawn = draw();
      if (given.has(drawn)) continue;
      given.add(drawn);
      return drawn;
    }
  };
  return {
    asin: () => once(() => `B0${drawText(8, dice)}`),
    // Four digits, a capital letter and six more digits.
    listing: () =>
      once(() => `${drawDigits(4, dice)}${dice.pick([...'BLNRXZ'])}${drawDigits(6, dice)}`),
  };
}
