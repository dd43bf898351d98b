import { AccountName } from '@primazia/backend/catalog/contract';
import { useTranslation } from '@primazia/kit';
import { TextControl } from '@primazia/kit/form';
import { useForm } from 'react-hook-form';

/** As the contract has it. */
const MOST_LETTERS = 60;

interface NameFormProps {
  /** By which a button outside of the form sends it. */
  id: string;
  name: string;
  onSubmit: (name: string) => void;
}

/** What the company calls an account. */
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
