import { passwordFaults } from '@primazia/backend/identity/contract';
import { useTranslation } from '@primazia/kit';
import { CheckmarkCircleIcon, VisuallyHidden } from '@primazia/kit/ui';
import { useId } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { PasswordField } from './password-field.tsx';

export interface NewPasswordValues {
  current: string;
  password: string;
  confirmation: string;
}

/** All rules, in the order in which they are shown: an empty password breaks each. */
const RULES = passwordFaults('');

function Rules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  const broken = passwordFaults(password);
  const kept = RULES.length - broken.length;
  return (
    <div className="password-rules">
      <ul id={id} className="password-rule-list">
        {RULES.map((rule) => {
          const isMet = !broken.includes(rule);
          return (
            <li key={rule} className="password-rule" data-kept={isMet}>
              {isMet ? (
                <CheckmarkCircleIcon size="XS" aria-hidden="true" />
              ) : (
                <span className="password-rule-open" aria-hidden="true" />
              )}
              {t(`password.rules.${rule}`)}
              <VisuallyHidden elementType="span">
                {t(isMet ? 'password.kept' : 'password.missing')}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">
          {password === '' ? '' : t('password.progress', { kept, all: RULES.length })}
        </span>
      </VisuallyHidden>
    </div>
  );
}

/** A new password, typed twice, with its rules ticked off while the person types. */
export function NewPassword({
  control,
  autoFocus = false,
}: {
  control: Control<NewPasswordValues>;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const rules = useId();
  const password = useWatch({ control, name: 'password' });
  return (
    <>
      <div>
        <PasswordField
          control={control}
          name="password"
          label={t('password.new')}
          isNew
          autoFocus={autoFocus}
          describedBy={rules}
          validate={(typed) => passwordFaults(typed).length === 0 || t('password.weak')}
        />
        <Rules id={rules} password={password} />
      </div>
      <PasswordField
        control={control}
        name="confirmation"
        label={t('password.confirmation')}
        isNew
        validate={(typed) => typed === password || t('password.differs')}
      />
    </>
  );
}
