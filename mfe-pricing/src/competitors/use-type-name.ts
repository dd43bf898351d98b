import { LISTING_TYPES } from '@primazia/backend/kernel/listing';
import { MISSING, useTranslation } from '@primazia/kit';

/** The name of a listing type; an unknown one keeps the marketplace's word. */
export function useTypeName(): (listingTypeId: string | null | undefined) => string {
  const { t } = useTranslation();
  return (id) => {
    const known = LISTING_TYPES.find((type) => type.id === id);
    return known === undefined ? (id ?? MISSING) : t(`competitors.type.${known.id}`);
  };
}
