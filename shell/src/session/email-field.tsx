import { useTranslation } from '@primazia/kit';
import { TextField } from '@primazia/kit/ui';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import * as z from 'zod';

const Email = z.email();

export interface EmailFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** Another user's e-mail: the browser does not autofill the own one, and faults name it so. */
  isAnothers?: boolean;
}

/** The e-mail for signing in; the field is the first of the page. */
export function EmailField<Values extends FieldValues>({
  control,
  name,
  isAnothers = false,
}: EmailFieldProps<Values>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (email: string) => {
        if (email.trim() === '')
          return t(isAnothers ? 'team.email_missing' : 'login.email_missing');
        return Email.safeParse(email.trim()).success || t('login.email_invalid');
      },
    },
  });
  const error = fieldState.error?.message;
  return (
    <TextField
      ref={field.ref}
      width="100%"
      label={t('login.email')}
      name={field.name}
      type="email"
      inputMode="email"
      autoComplete={isAnothers ? 'off' : 'username'}
      autoFocus
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      {...(error === undefined ? {} : { validationState: 'invalid', errorMessage: error })}
    />
  );
}
