import { type ReactNode, useId } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  useController,
} from 'react-hook-form';
import { Help, helpOf, type Term } from '../help/help.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { Item, Picker, Text, TextField } from '../spectrum.ts';
import { Radio, RadioGroup, Switch } from './spectrum.ts';

/** What every control of a form takes: a field of a react-hook-form, its label, and help below it. */
export interface ControlProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  description?: ReactNode;
  /** The entry of the glossary that explains the label, behind a help mark. */
  help?: Term;
  isRequired?: boolean;
  isDisabled?: boolean;
}

export interface Option {
  value: string;
  label: string;
  /** A second line, below the label. */
  description?: string;
}

type Rules<Values extends FieldValues> = Pick<
  RegisterOptions<Values, FieldPath<Values>>,
  'validate'
>;

/** Binds one field, and says in the person's language what is wrong with it. */
export function useField<Values extends FieldValues>(
  { control, name, isRequired }: ControlProps<Values>,
  rules: Rules<Values> = {},
) {
  const { t } = useTranslation('kit');
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      ...(isRequired ? { required: t('faults.required') } : {}),
    },
  });
  const message = fieldState.error?.message;
  return { field, message: message === '' ? undefined : message };
}

const marks = (message: string | undefined) =>
  message === undefined ? {} : { validationState: 'invalid' as const, errorMessage: message };

const common = <Values extends FieldValues>(props: ControlProps<Values>) => ({
  label: props.label,
  description: props.description,
  ...helpOf(props.help),
  isRequired: props.isRequired ?? false,
  isDisabled: props.isDisabled ?? false,
});

interface TextControlProps<Values extends FieldValues> extends ControlProps<Values> {
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  maxLength?: number;
  autoFocus?: boolean;
}

/** A line of text; where it has a limit, it says how much of it is used. */
export function TextControl<Values extends FieldValues>(props: TextControlProps<Values>) {
  const { field, message } = useField(props);
  const { maxLength } = props;
  const written = String(field.value ?? '');
  const text = (
    <TextField
      ref={field.ref}
      {...common(props)}
      {...marks(message)}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      autoFocus={props.autoFocus ?? false}
      width="100%"
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  );
  if (maxLength === undefined) return text;
  return (
    <div className="pz-counted">
      {text}
      <span className="pz-counter">{`${written.length} / ${maxLength}`}</span>
    </div>
  );
}

interface OptionsProps<Values extends FieldValues> extends ControlProps<Values> {
  options: readonly Option[];
}

/** One of many, from a list that drops down. Its value is a string. */
export function PickerControl<Values extends FieldValues>(props: OptionsProps<Values>) {
  const { field, message } = useField(props);
  return (
    <Picker
      {...common(props)}
      {...marks(message)}
      name={field.name}
      items={props.options}
      selectedKey={field.value ?? null}
      onSelectionChange={field.onChange}
      onBlur={field.onBlur}
      width="100%"
    >
      {(option) => (
        <Item key={option.value} textValue={option.label}>
          <Text>{option.label}</Text>
          {option.description === undefined ? null : (
            <Text slot="description">{option.description}</Text>
          )}
        </Item>
      )}
    </Picker>
  );
}

/** One of a few options, all visible. Its value is a string. */
export function RadioControl<Values extends FieldValues>(
  props: OptionsProps<Values> & { orientation?: 'horizontal' | 'vertical' },
) {
  const { field, message } = useField(props);
  return (
    <RadioGroup
      {...common(props)}
      {...marks(message)}
      name={field.name}
      value={field.value ?? null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      orientation={props.orientation ?? 'vertical'}
    >
      {props.options.map((option) => (
        <Radio key={option.value} value={option.value}>
          {option.label}
          {option.description !== undefined && (
            <span className="pz-option-more">{option.description}</span>
          )}
        </Radio>
      ))}
    </RadioGroup>
  );
}

const help = (id: string, description: ReactNode, message: string | undefined) => {
  if (message !== undefined) {
    return (
      <p id={id} className="pz-help pz-help-invalid" role="alert">
        {message}
      </p>
    );
  }
  return description === undefined ? null : (
    <p id={id} className="pz-help">
      {description}
    </p>
  );
};

/** On or off, at once in force when the form is saved. */
export function SwitchControl<Values extends FieldValues>(props: ControlProps<Values>) {
  const { field, message } = useField(props);
  const helpId = useId();
  return (
    <div className="pz-control">
      <span className="pz-with-help">
        <Switch
          {...(props.description === undefined && message === undefined
            ? {}
            : { 'aria-describedby': helpId })}
          name={field.name}
          isSelected={field.value === true}
          onChange={field.onChange}
          isDisabled={props.isDisabled ?? false}
        >
          {props.label}
        </Switch>
        {props.help !== undefined && <Help term={props.help} />}
      </span>
      {help(helpId, props.description, message)}
    </div>
  );
}
