import { useTranslation } from '@primazia/kit';
import { ActionButton, TextField } from '@primazia/kit/ui';
import { type KeyboardEvent, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';

export interface PasswordFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  autoFocus?: boolean;
  /** What it is called where it is not the password that one signs in with. */
  label?: string;
  /** It is being made: a password manager offers to think of one. */
  isNew?: boolean;
  /** What else is wrong with it; true: nothing. */
  validate?: (password: string) => string | true;
  /** The element that says what it has to be like. */
  describedBy?: string;
}

/** A password that one may look at, and that says when Caps Lock would spoil it. */
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
