import {
  CREDIT_CURRENCY,
  CreditInput,
  enterCredit,
  queryCredit,
} from '@primazia/backend/sales/contract';
import { showError, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, LeaveGuard, PriceControl, TextControl } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  toast,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useContractResolver } from './contract-resolver.ts';

interface TopUpValues {
  amount: number | null;
  note: string;
  reference: string;
}

const toInput = ({ amount, note, reference }: TopUpValues) => ({
  operation: 'credit_top_up' as const,
  amount: amount ?? undefined,
  note,
  reference,
});

interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Adds shipping credit. */
export function TopUpDialog({ isOpen, onClose }: TopUpDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>{isOpen && <TopUp onClose={onClose} />}</DialogContainer>
  );
}

const FORM = 'top-up';

function TopUp({ onClose }: Omit<TopUpDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const format = useFormat();
  // A request that one dialog sends twice is entered once.
  const [reference] = useState(() => crypto.randomUUID());
  const { control, formState, handleSubmit, setError } = useForm<TopUpValues>({
    defaultValues: { amount: null, note: '', reference },
    resolver: useContractResolver(CreditInput, toInput),
  });
  const { isPending, isSuccess, mutate } = useMutateCall(enterCredit, {
    invalidates: [queryCredit],
    onSuccess: ({ amount, balance, currencyCode }) => {
      onClose();
      toast(
        'positive',
        t('credit.added', {
          amount: format.money(amount, currencyCode),
          balance: format.money(balance, currencyCode),
        }),
      );
    },
    onError: (error) => {
      const homeless = faultsToForm(error, setError, t, { fields: ['amount', 'note'] });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  const submit = (values: TopUpValues) => mutate({ body: CreditInput.parse(toInput(values)) });
  return (
    <Dialog size="S" UNSAFE_className="dialog">
      <Heading>{t('credit.top_up.title')}</Heading>
      <Content>
        <LeaveGuard when={formState.isDirty && !isSuccess} staysOnPage />
        <form id={FORM} noValidate onSubmit={handleSubmit(submit)}>
          <PriceControl
            control={control}
            name="amount"
            label={t('credit.top_up.amount')}
            description={t('credit.top_up.least')}
            currency={CREDIT_CURRENCY}
            isRequired
          />
          <TextControl
            control={control}
            name="note"
            label={t('credit.column.note')}
            maxLength={200}
          />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM} isPending={isPending}>
          {t('credit.top_up.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
