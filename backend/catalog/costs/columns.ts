// What the columns of an imported file are, by names that people give them. Pure.
import { plainName } from '../../kernel/plain-name.ts';
import type { CostFaultCode, CostField } from '../contract.ts';

/** In Portuguese, English and Spanish. */
const NAMES: Readonly<Record<CostField, readonly string[]>> = {
  sku: [
    'sku',
    'seu sku',
    'seller sku',
    'sku do vendedor',
    'sku vendedor',
    'sku del vendedor',
    'codigo',
    'codigo sku',
    'codigo do produto',
    'codigo del producto',
    'referencia',
    'product code',
  ],
  skuMarketplace: [
    'sku marketplace',
    'marketplace sku',
    'sku no marketplace',
    'sku del marketplace',
    'sku en el marketplace',
    'anuncio',
    'codigo do anuncio',
    'numero do anuncio',
    'publicacion',
    'numero de publicacion',
    'item',
    'id do anuncio',
    'id del anuncio',
    'id de la publicacion',
    'item id',
  ],
  listingId: ['listing id', 'id'],
  cost: [
    'cost',
    'custo',
    'costo',
    'unit cost',
    'product cost',
    'cogs',
    'custo unitario',
    'custo do produto',
    'preco de custo',
    'costo unitario',
    'costo del producto',
    'precio de costo',
  ],
  taxPercent: [
    'tax percent',
    'tax',
    'taxes',
    'tax rate',
    'imposto',
    'impostos',
    'imposto percentual',
    'imposto percent',
    'aliquota',
    'impuesto',
    'impuestos',
    'impuesto porcentual',
    'tasa de impuesto',
  ],
  feePercent: [
    'fee percent',
    'fee',
    'commission',
    'commission percent',
    'taxa',
    'taxa percentual',
    'comissao',
    'comissao percentual',
    'tarifa',
    'tarifa percentual',
    'tarifa porcentual',
    'comision',
    'comision porcentual',
  ],
  feeFixed: [
    'fee fixed',
    'fixed fee',
    'taxa fixa',
    'tarifa fixa',
    'custo fixo',
    'tarifa fija',
    'comision fija',
    'costo fijo',
    'cargo fijo',
  ],
};

const FIELD_OF = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    names.map((name) => [name, field as CostField] as const),
  ),
);

export const KEY_FIELDS = ['sku', 'skuMarketplace', 'listingId'] as const satisfies CostField[];
export const VALUE_FIELDS = [
  'cost',
  'taxPercent',
  'feePercent',
  'feeFixed',
] as const satisfies CostField[];
export type KeyField = (typeof KEY_FIELDS)[number];
export type ValueField = (typeof VALUE_FIELDS)[number];

export interface Column {
  /** As the file has it. */
  name: string;
  /** Null: ignored. */
  field: CostField | null;
}

/** @param codeNames what marketplaces call the code of a listing */
export const columnsOf = (header: readonly string[], codeNames: readonly string[]): Column[] =>
  header.map((name) => {
    const plain = plainName(name);
    const code = codeNames.includes(plain) ? 'skuMarketplace' : null;
    return { name: name.trim(), field: FIELD_OF.get(plain) ?? code };
  });

/** Why nothing can be read by these columns; null: it can. */
export function faultOfColumns(
  columns: readonly Column[],
): { code: CostFaultCode; column: string | null } | null {
  const fields = columns.map(({ field }) => field);
  const twice = columns.find(({ field }, at) => field !== null && fields.indexOf(field) !== at);
  if (twice !== undefined) return { code: 'column_twice', column: twice.name };
  if (!KEY_FIELDS.some((field) => fields.includes(field)))
    return { code: 'no_key_column', column: null };
  if (!VALUE_FIELDS.some((field) => fields.includes(field)))
    return { code: 'no_value_column', column: null };
  return null;
}
