import { AccountName } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { TextControl } from '@primazia/kit/form';
import { useForm } from 'react-hook-form';

/** The limit of the contract. */
const MOST_LETTERS = 60;

interface NameFormProps {
  /** The id by which a button outside the form submits it. */
  id: string;
  name: string;
  onSubmit: (name: string) => void;
}

/** The company's name for an account. */
export function NameForm({ id, name, onSubmit }: NameFormProps) {
  const { t } = useTranslation();
  const { control, handleSubmit } = useForm({
    defaultValues: { name },
    resolver: (values) => {
      const read = AccountName.safeParse(values.name);
      if (read.success) return { values: { name: read.data }, errors: {} };
      const code = values.name.trim() === '' ? 'required' : 'name_invalid';
      return { values: {}, errors: { name: { type: code, message: t(`accounts.name.${code}`) } } };
    },
  });
  return (
    <form id={id} noValidate onSubmit={handleSubmit((values) => onSubmit(values.name))}>
      <TextControl
        control={control}
        name="name"
        label={t('accounts.name.label')}
        description={t('accounts.name.text')}
        maxLength={MOST_LETTERS}
        isRequired
        autoFocus
      />
    </form>
  );
}
