import { faultText, useTranslation } from '@primazia/kit';
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
  return useCallback(
    (values: Values) => {
      const { error } = schema.safeParse(toInput(values));
      if (error === undefined) return { values, errors: {} };
      const errors = error.issues.map(({ path, message: code }) => {
        const field = String(path[0]);
        return [field, { type: code, message: faultText(t, { path: field, code, message: code }) }];
      });
      return { values: {}, errors: Object.fromEntries(errors) };
    },
    [schema, toInput, t],
  ) as Resolver<Values>;
}
