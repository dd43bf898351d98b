import { useTranslation } from '@primazia/kit';
import { CheckboxGroup, RadioControl, TextArea } from '@primazia/kit/form';
import { Checkbox } from '@primazia/kit/ui';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { HostValues } from './host-values.ts';
import { useEmbeddable } from './use-embeddable.ts';

interface FieldProps {
  control: Control<HostValues>;
}

const marks = (message: string | undefined) =>
  message === undefined ? {} : { validationState: 'invalid' as const, errorMessage: message };

/** Several lines of monospaced text. */
export function LinesField({
  control,
  name,
  label,
  description,
  isRequired = false,
}: FieldProps & {
  name: 'publicKey' | 'origins';
  label: string;
  description: string;
  isRequired?: boolean;
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextArea
      ref={field.ref}
      name={field.name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      label={label}
      description={description}
      isRequired={isRequired}
      width="100%"
      UNSAFE_className="host-lines"
      {...marks(fieldState.error?.message)}
    />
  );
}

/** Which parts of the product the host may show. */
export function ShowsField({ control }: FieldProps) {
  const { t } = useTranslation();
  const embeddable = useEmbeddable();
  const shows = useWatch({ control, name: 'shows' });
  const { field, fieldState } = useController({ control, name: 'modules' });
  return (
    <>
      <RadioControl
        control={control}
        name="shows"
        label={t('hosts.shows')}
        options={(['some', 'all'] as const).map((value) => ({
          value,
          label: t(`hosts.shows_${value}`),
          description: t(`hosts.shows_${value}_text`),
        }))}
      />
      {shows === 'some' && (
        <CheckboxGroup
          label={t('hosts.modules')}
          value={field.value}
          onChange={field.onChange}
          {...marks(fieldState.error?.message)}
        >
          {embeddable.map(({ name, label }) => (
            <Checkbox key={name} value={name}>
              {label}
            </Checkbox>
          ))}
        </CheckboxGroup>
      )}
    </>
  );
}

/** The pages on which the host's tokens are valid. */
export function OriginsField({ control }: FieldProps) {
  const { t } = useTranslation();
  return (
    <LinesField
      control={control}
      name="origins"
      label={t('hosts.origins')}
      description={t('hosts.origins_text')}
    />
  );
}
