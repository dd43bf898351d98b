import type { RecordKind, ShippingRecord } from '@primazia/backend/sales/contract';
import type { Choice } from '@primazia/kit/list';

/** A record as it is typed; its fields have the names of the API's. */
export interface RecordValues {
  kind: RecordKind;
  name: string;
  taxNumber: string;
  phone: string;
  cep: string;
  street: string;
  cityId: Choice | null;
  website: string;
  isActive: boolean;
}

export const cityChoice = ({ id, name, uf }: { id: number; name: string; uf: string }): Choice => ({
  value: String(id),
  label: `${name} (${uf})`,
});

export const newRecord = (kind: RecordKind): RecordValues => ({
  kind,
  name: '',
  taxNumber: '',
  phone: '',
  cep: '',
  street: '',
  cityId: null,
  website: '',
  isActive: true,
});

export const recordValues = (record: ShippingRecord): RecordValues => ({
  kind: record.kind,
  name: record.name,
  taxNumber: record.taxNumber ?? '',
  phone: record.phone ?? '',
  cep: record.cep ?? '',
  street: record.street ?? '',
  cityId: record.city && cityChoice(record.city),
  website: record.website ?? '',
  isActive: record.status === 'active',
});

const orNull = (text: string) => text.trim() || null;

/** What is sent; of a shipping company the address is left out, and of the others the website. */
export function toRecordInput(values: RecordValues) {
  const { kind, name } = values;
  const common = {
    kind,
    name,
    status: values.isActive ? 'active' : 'inactive',
    taxNumber: orNull(values.taxNumber),
    phone: orNull(values.phone),
  };
  if (kind === 'shipping_company') return { ...common, website: orNull(values.website) };
  const cityId = values.cityId === null ? null : Number(values.cityId.value);
  return { ...common, cep: orNull(values.cep), street: orNull(values.street), cityId };
}
