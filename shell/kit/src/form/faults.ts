import type { Fault } from '@primazia/backend/kernel/problem';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/error.ts';
import { faultText, type Translate } from '../errors/error-text.ts';

interface FaultOptions<Values extends FieldValues> {
  /** The form's fields; a fault of a part (`adjustment.amount`) finds the field of the same path or the one above it. */
  fields: readonly FieldPath<Values>[];
  /** Where the form's values are in the body: `rule`. */
  prefix?: string;
  /** Fields that are called otherwise in the body: `{ 'adjustment.amount': 'amount' }`. */
  aliases?: Readonly<Record<string, FieldPath<Values>>>;
}

/** The field that shows a fault: its own, else the nearest above it. */
function fieldOf<Path extends string>(
  path: string,
  fields: readonly Path[],
  aliases: Readonly<Record<string, Path>>,
): Path | undefined {
  const own = aliases[path] ?? fields.find((field) => field === path);
  if (own !== undefined || !path.includes('.')) return own;
  return fieldOf(path.slice(0, path.lastIndexOf('.')), fields, aliases);
}

/**
 * Shows what the server found wrong beside the fields it is about, and moves the focus to the first.
 * @returns the faults that no field of the form can show
 */
export function faultsToForm<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  t: Translate,
  { fields, prefix, aliases = {} }: FaultOptions<Values>,
): Fault[] {
  if (!(error instanceof ApiError)) return [];
  const homeless: Fault[] = [];
  let shouldFocus = true;
  for (const fault of error.faults) {
    const start = prefix === undefined ? '' : `${prefix}.`;
    const path = fault.path.startsWith(start) ? fault.path.slice(start.length) : fault.path;
    const field = fieldOf(path, fields, aliases);
    if (field === undefined) homeless.push(fault);
    else {
      setError(field, { type: 'server', message: faultText(t, fault) }, { shouldFocus });
      shouldFocus = false;
    }
  }
  return homeless;
}
