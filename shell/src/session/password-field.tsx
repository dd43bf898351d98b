import { useTranslation } from '@primazia/kit';
import { ActionButton, TextField } from '@primazia/kit/ui';
import { type KeyboardEvent, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';

export interface PasswordFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  autoFocus?: boolean;
  /** Its label, where it is not the password for signing in. */
  label?: string;
  /** A new password: password managers offer to generate one. */
  isNew?: boolean;
  /** Another error in it; true: none. */
  validate?: (password: string) => string | true;
  /** The id of the element with its rules. */
  describedBy?: string;
}

/** A password that can be made visible, with a warning while Caps Lock is on. */
export function PasswordField<Values extends FieldValues>({
  control,
  name,
  autoFocus = false,
  label,
  isNew = false,
  validate = () => true,
  describedBy,
}: PasswordFieldProps<Values>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { required: t('login.password_missing'), validate },
  });
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const error = fieldState.error?.message;
  const own = label ?? t('login.password');
  return (
    <div className="password">
      <TextField
        ref={field.ref}
        width="100%"
        label={own}
        name={field.name}
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoFocus={autoFocus}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        description={capsLock ? t('login.caps_lock') : undefined}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        {...(error === undefined ? {} : { validationState: 'invalid', errorMessage: error })}
      />
      <ActionButton
        isQuiet
        UNSAFE_className="password-reveal"
        aria-label={t(shown ? 'login.password_hide_label' : 'login.password_show_label', {
          field: own.toLocaleLowerCase(),
        })}
        onPress={() => setShown(!shown)}
      >
        {t(shown ? 'login.password_hide' : 'login.password_show')}
      </ActionButton>
    </div>
  );
}
