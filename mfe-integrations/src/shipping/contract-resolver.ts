import { SHIPPING_FAULTS } from '@primazia/backend/sales/contract';
import { faultText, useTranslation, useWords } from '@primazia/kit';
import { useCallback } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';

/**
 * Has a form find what the API would refuse, by the API's own schema. The form's fields have the names of the input.
 * @param toInput what would be sent; a constant of the form's file
 */
export function useContractResolver<Values extends FieldValues>(
  schema: z.ZodType,
  toInput: (values: Values) => unknown,
): Resolver<Values> {
  const { t } = useTranslation();
  const say = useWords();
  return useCallback(
    (values: Values) => {
      const { error } = schema.safeParse(toInput(values));
      if (error === undefined) return { values, errors: {} };
      const errors = error.issues.map(({ path, message: code }) => {
        const field = String(path[0]);
        const words = SHIPPING_FAULTS[code];
        const text = words === undefined ? {} : { text: say(words) };
        return [
          field,
          { type: code, message: faultText(t, { path: field, code, message: code, ...text }) },
        ];
      });
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    [schema, toInput, t, say],
  ) as Resolver<Values>;
}
