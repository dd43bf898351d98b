import { Role } from '@primazia/backend/identity/contract';
import { useSession, useTranslation } from '@primazia/kit';
import { faultsToForm, RadioControl, TextControl } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  Heading,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EmailField } from '../session/email-field.tsx';
import { FormFailure } from '../session/form-failure.tsx';
import type { Team } from './use-team.ts';

interface Values {
  email: string;
  name: string;
  role: Role;
}

function Invite({ add, onClose }: { add: Team['add']; onClose: () => void }) {
  const { t } = useTranslation();
  const { locale } = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: { email: '', name: '', role: 'analyst' },
  });
  const submit = handleSubmit(({ email, name, role }) => {
    setFailure(null);
    const body = { email: email.trim(), name: name.trim(), role, locale };
    add.mutate(
      { body },
      {
        onSuccess: (member) => {
          toast(
            'positive',
            t(member.invited ? 'team.invited' : 'team.added', {
              name: member.name,
              email: body.email,
            }),
          );
          onClose();
        },
        onError: (error) => {
          const homeless = faultsToForm(error, setError, t, { fields: ['email', 'name', 'role'] });
          if (homeless.length === error.faults.length) setFailure(error);
        },
      },
    );
  });
  return (
    <Dialog size="M">
      <Heading>{t('team.invite')}</Heading>
      <Divider />
      <Content>
        <form id="invite" className="form" noValidate onSubmit={submit}>
          <EmailField control={control} name="email" isAnothers />
          <TextControl control={control} name="name" label={t('team.name')} isRequired />
          <RadioControl
            control={control}
            name="role"
            label={t('team.role')}
            options={Role.options.toReversed().map((role) => ({
              value: role,
              label: t(`team.roles.${role}`),
              description: t(`team.may.${role}`),
            }))}
          />
          <FormFailure error={failure} />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('team.back')}
        </Button>
        <Button variant="accent" type="submit" form="invite" isPending={add.isPending}>
          {t('team.invite_confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** Adds a person to the company. */
export function InviteDialog({
  isOpen,
  add,
  onClose,
}: {
  isOpen: boolean;
  add: Team['add'];
  onClose: () => void;
}) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Invite add={add} onClose={onClose} />}
    </DialogContainer>
  );
}
