import type { ShippingRecord } from '@primazia/backend/sales/contract';
import { MISSING, useTranslation } from '@primazia/kit';
import type { Column } from '@primazia/kit/list';
import { useMemo } from 'react';
import { cepText, phoneText, taxNumberText } from './numbers.ts';

interface OfRecord {
  record: ShippingRecord;
}

/** Where it is: the street, and under it postal code and city. */
function AddressOfRecord({ record: { street, cep, city } }: OfRecord) {
  const place = [cep && cepText(cep), city && `${city.name} (${city.uf})`]
    .filter(Boolean)
    .join(', ');
  if (street === null && place === '') return MISSING;
  return (
    <span className="shipping__lines">
      {street !== null && <span>{street}</span>}
      {place !== '' && <span className="shipping__small">{place}</span>}
    </span>
  );
}

/** The columns of records of a kind; referentially stable until kind or language changes. */
export function useRecordColumns(isCompany: boolean): readonly Column<ShippingRecord>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('records.column.name'),
        width: 240,
        cell: ({ name, status }: ShippingRecord) => (
          <span className="shipping__lines">
            <span>{name}</span>
            {status === 'inactive' && (
              <span className="shipping__small">{t('records.inactive')}</span>
            )}
          </span>
        ),
      },
      {
        id: 'taxNumber',
        header: t(isCompany ? 'records.cnpj' : 'records.column.taxNumber'),
        cell: ({ taxNumber }: ShippingRecord) =>
          taxNumber === null ? MISSING : taxNumberText(taxNumber),
      },
      {
        id: 'phone',
        header: t('records.column.phone'),
        cell: ({ phone }: ShippingRecord) => (phone === null ? MISSING : phoneText(phone)),
      },
      isCompany
        ? {
            id: 'website',
            header: t('records.website'),
            width: 280,
            cell: ({ website }: ShippingRecord) =>
              website === null ? (
                MISSING
              ) : (
                <a href={website} target="_blank" rel="noreferrer">
                  {website}
                </a>
              ),
          }
        : {
            id: 'address',
            header: t('records.column.address'),
            width: 300,
            cell: (record: ShippingRecord) => <AddressOfRecord record={record} />,
          },
    ],
    [t, isCompany],
  );
}
