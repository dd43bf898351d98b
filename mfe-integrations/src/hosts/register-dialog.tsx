import {
  type Host,
  hosts,
  type PublicKey,
  registerHost,
} from '@primazia/backend/identity/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import {
  Disclosure,
  DisclosurePanel,
  DisclosureTitle,
  faultsToForm,
  LeaveGuard,
  TextControl,
} from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '@primazia/kit/ui';
import { useForm } from 'react-hook-form';
import { CodeBlock } from './code-block.tsx';
import { LinesField, OriginsField, ShowsField } from './host-fields.tsx';
import { EMPTY, type HostValues, modulesOf, originsOf } from './host-values.ts';
import { readPublicKey } from './public-key.ts';
import { KEY_LINES } from './snippets.ts';
import { useHostFaults } from './use-host-faults.ts';

interface RegisterDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onRegistered: (host: Host) => void;
}

/** Registers a system whose pages show parts of the product. */
export function RegisterDialog({ isOpen, ...more }: RegisterDialogProps) {
  return (
    <DialogContainer onDismiss={more.onClose}>{isOpen && <Register {...more} />}</DialogContainer>
  );
}

const FORM = 'register-host';

function Register({ onClose, onRegistered }: Omit<RegisterDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const faults = useHostFaults();
  const { control, formState, handleSubmit, setError } = useForm<HostValues>({
    defaultValues: EMPTY,
    resolver: async (values) => {
      const read = await readPublicKey(values.publicKey);
      return faults(values, {
        ...(values.issuer.trim() === '' && { issuer: { code: 'issuer_missing' } }),
        ...(!read.ok && { publicKey: { code: `key_${read.code}` } }),
      });
    },
  });
  const register = useMutateCall(registerHost, {
    invalidates: [hosts],
    onSuccess: onRegistered,
    onError: (error) => {
      const fields = ['issuer', 'publicKey', 'origins', 'modules'] as const;
      const homeless = faultsToForm(error, setError, t, { fields: [...fields] });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  const send = (values: HostValues, publicKey: PublicKey) =>
    register.mutate({
      body: {
        issuer: values.issuer.trim(),
        publicKey,
        modules: modulesOf(values),
        origins: originsOf(values.origins),
      },
    });
  const submit = async (values: HostValues) => {
    const read = await readPublicKey(values.publicKey);
    if (read.ok) send(values, read.key);
  };
  return (
    <Dialog size="L" UNSAFE_className="dialog">
      <Heading>{t('hosts.register.title')}</Heading>
      <Content>
        <LeaveGuard when={formState.isDirty && !register.isSuccess} />
        <form id={FORM} noValidate onSubmit={handleSubmit(submit)}>
          <TextControl
            control={control}
            name="issuer"
            label={t('hosts.issuer')}
            description={t('hosts.issuer_text')}
            isRequired
            autoFocus
          />
          <LinesField
            control={control}
            name="publicKey"
            label={t('hosts.key')}
            description={t('hosts.key_text')}
            isRequired
          />
          <Disclosure isQuiet UNSAFE_className="host-keys">
            <DisclosureTitle>{t('hosts.make_key.title')}</DisclosureTitle>
            <DisclosurePanel>
              <p className="remark">{t('hosts.make_key.text')}</p>
              <CodeBlock title={t('hosts.make_key.lines')} code={KEY_LINES} />
            </DisclosurePanel>
          </Disclosure>
          <ShowsField control={control} />
          <OriginsField control={control} />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM} isPending={register.isPending}>
          {t('hosts.register.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
