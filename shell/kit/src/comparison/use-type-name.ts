import { LISTING_TYPES } from '@primazia/backend/kernel/listing';
import { MISSING } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';

/** The name of a listing type; an unknown one keeps the marketplace's word. */
export function useTypeName(): (listingTypeId: string | null | undefined) => string {
  const { t } = useTranslation('kit');
  return (id) => {
    const known = LISTING_TYPES.find((type) => type.id === id);
    return known === undefined ? (id ?? MISSING) : t(`comparison.type.${known.id}`);
  };
}
