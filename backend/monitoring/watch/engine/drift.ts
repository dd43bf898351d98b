// Whether a page is still about the product that it was about when it was matched. Pure.
import { plainName } from '../../../kernel/plain-name.ts';
import { plainTitle, similarity } from '../../matching/engine/title.ts';

interface Identity {
  title: string;
  brand: string | null;
  gtin: string | null;
}

/** Titles that are less similar than this are of different products. */
const ALIKE = 0.5;

/** Another number or brand is another product; so is another title, where no number says that it is the same. */
export function hasDrifted(before: Identity, now: Identity): boolean {
  if (before.gtin !== null && now.gtin !== null) return before.gtin !== now.gtin;
  const isOtherBrand =
    before.brand !== null && now.brand !== null && plainName(before.brand) !== plainName(now.brand);
  return isOtherBrand || similarity(plainTitle(before.title), plainTitle(now.title)) < ALIKE;
}
