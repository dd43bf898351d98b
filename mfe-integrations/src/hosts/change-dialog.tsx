import { changeHost, type Host, hosts } from '@primazia/backend/identity/contract';
import { showError, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import { faultsToForm, LeaveGuard, useFollowStored } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  InlineAlert,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { OriginsField, ShowsField } from './host-fields.tsx';
import { type HostValues, modulesOf, originsOf, toValues } from './host-values.ts';
import { useHostFaults } from './use-host-faults.ts';

export interface HostDialogProps {
  host: Host;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes which parts a host may show, and on which pages. */
export function ChangeDialog({ host, isOpen, onClose }: HostDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Change host={host} onClose={onClose} />}
    </DialogContainer>
  );
}

const FORM = 'change-host';

function Change({ host, onClose }: Omit<HostDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const faults = useHostFaults();
  const latest = useQueryCall(hosts, {});
  const [isOvertaken, setOvertaken] = useState(false);
  const { control, formState, handleSubmit, setError, reset } = useForm<HostValues>({
    defaultValues: toValues(host),
    resolver: (values) => faults(values),
  });
  const change = useMutateCall(changeHost, {
    invalidates: [hosts],
    onSuccess: () => {
      onClose();
      toast('positive', t('hosts.changed', { issuer: host.issuer }));
    },
    onError: (error) => {
      if (error.code === 'conflict') {
        setOvertaken(true);
        void latest.refetch();
        return;
      }
      const homeless = faultsToForm(error, setError, t, { fields: ['origins', 'modules'] });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  // The form is saved as a whole: what a colleague saved is shown here, except in edited fields.
  useFollowStored(reset, host, toValues);
  const submit = (values: HostValues) => {
    setOvertaken(false);
    change.mutate({
      params: { hostId: host.id },
      body: {
        origins: originsOf(values.origins),
        modules: modulesOf(values),
        version: host.version,
      },
    });
  };
  return (
    <Dialog size="M" UNSAFE_className="dialog">
      <Heading>{t('hosts.change.title', { issuer: host.issuer })}</Heading>
      <Content>
        <LeaveGuard when={formState.isDirty && !change.isSuccess} />
        {isOvertaken && (
          <InlineAlert variant="notice" autoFocus>
            <Heading>{t('hosts.change.overtaken')}</Heading>
            <Content>{t('hosts.change.overtaken_text')}</Content>
          </InlineAlert>
        )}
        <form id={FORM} noValidate onSubmit={handleSubmit(submit)}>
          <ShowsField control={control} />
          <OriginsField control={control} />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM} isPending={change.isPending}>
          {t('hosts.change.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
