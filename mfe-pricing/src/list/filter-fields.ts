import type { FilterField } from '@primazia/kit';

type Field<Kind, Name extends string> = Extract<FilterField, { kind: Kind }> & { field: Name };

/** One of some values, each under the name that people know it by. */
export const selectField = <Name extends string>(
  field: Name,
  label: string,
  values: readonly string[],
  name: (value: string) => string,
): Field<'select', Name> => ({
  kind: 'select',
  field,
  label,
  options: values.map((value) => ({ value, label: name(value) })),
});

export const textField = <Name extends string>(
  field: Name,
  label: string,
): Field<'text', Name> => ({ kind: 'text', field, label });

/** An amount of money. */
export const moneyField = <Name extends string>(
  field: Name,
  label: string,
): Field<'monetary' | 'numeric', Name> => ({ kind: 'monetary', field, label });

/** A whole number. */
export const countField = <Name extends string>(
  field: Name,
  label: string,
): Field<'monetary' | 'numeric', Name> => ({ kind: 'numeric', whole: true, field, label });

export const dateField = <Name extends string>(
  field: Name,
  label: string,
): Field<'date', Name> => ({ kind: 'date', field, label });
