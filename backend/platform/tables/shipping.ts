import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of shipping. */
export interface ShippingTables {
  city: { id: number; name: string; plain_name: string; uf: string };
  shipping_record: {
    company_id: number;
    id: GeneratedAlways<number>;
    kind: string;
    name: string;
    plain_name: string;
    status: string;
    tax_number: string | null;
    phone: string | null;
    cep: string | null;
    street: string | null;
    city_id: number | null;
    website: string | null;
    version: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  /** Append-only; the database sets `id` and `balance`. */
  shipping_credit: {
    company_id: number;
    id: Generated<number>;
    at: Date;
    operation: string;
    amount: number;
    balance: Generated<number>;
    currency_code: string;
    note: string;
    reference: string;
    reverses: number | null;
    person_id: number | null;
    person_name: string | null;
  };
}
