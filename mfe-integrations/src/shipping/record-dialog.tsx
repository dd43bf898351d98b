import {
  cities,
  createShippingRecord,
  editShippingRecord,
  type RecordKind,
  type ShippingRecord,
  ShippingRecordInput,
  shippingRecords,
} from '@primazia/backend/sales/contract';
import { type ApiError, showError, useApi, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, LeaveGuard, SwitchControl, TextControl } from '@primazia/kit/form';
import type { SearchChoices } from '@primazia/kit/list';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Heading,
  SearchSelect,
  toast,
} from '@primazia/kit/ui';
import { useCallback } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { useContractResolver } from './contract-resolver.ts';
import {
  cityChoice,
  newRecord,
  type RecordValues,
  recordValues,
  toRecordInput,
} from './record-values.ts';

/** A record that is edited, or the kind of a new one. */
export type EditedRecord = { record: ShippingRecord } | { kind: RecordKind };

interface RecordDialogProps {
  edited: EditedRecord | null;
  onClose: () => void;
}

/** Enters a sender, recipient or shipping company, or edits one. */
export function RecordDialog({ edited, onClose }: RecordDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {edited !== null && <Edit edited={edited} onClose={onClose} />}
    </DialogContainer>
  );
}

const FORM = 'shipping-record';
const FIELDS = ['name', 'taxNumber', 'phone', 'cep', 'street', 'cityId', 'website'] as const;

function Edit({ edited, onClose }: { edited: EditedRecord; onClose: () => void }) {
  const { t } = useTranslation();
  const record = 'record' in edited ? edited.record : null;
  const { control, formState, getValues, handleSubmit, setError } = useForm<RecordValues>({
    defaultValues: 'record' in edited ? recordValues(edited.record) : newRecord(edited.kind),
    resolver: useContractResolver(ShippingRecordInput, toRecordInput),
  });
  const options = {
    invalidates: [shippingRecords],
    onSuccess: ({ name }: ShippingRecord) => {
      onClose();
      toast('positive', t('records.saved', { name }));
    },
    onError: (error: ApiError) => {
      const homeless = faultsToForm(error, setError, t, {
        fields: FIELDS,
        ...(record !== null && { prefix: 'record' }),
      });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  };
  const create = useMutateCall(createShippingRecord, options);
  const edit = useMutateCall(editShippingRecord, options);
  const submit = () => {
    const input = ShippingRecordInput.parse(toRecordInput(getValues()));
    if (record === null) create.mutate({ body: input });
    else {
      const { id: recordId, version } = record;
      edit.mutate({ params: { recordId }, body: { record: input, version } });
    }
  };
  const { kind } = getValues();
  const isCompany = kind === 'shipping_company';
  const isSaved = create.isSuccess || edit.isSuccess;
  return (
    <Dialog size="M" UNSAFE_className="dialog">
      <Heading>{t(`records.${record === null ? 'new' : 'edit'}.${kind}`)}</Heading>
      <Content>
        <LeaveGuard when={formState.isDirty && !isSaved} staysOnPage />
        <form id={FORM} className="record-form" noValidate onSubmit={handleSubmit(submit)}>
          <TextControl
            control={control}
            name="name"
            label={t('records.column.name')}
            isRequired
            autoFocus
          />
          <TextControl
            control={control}
            name="taxNumber"
            label={t(isCompany ? 'records.cnpj' : 'records.column.taxNumber')}
          />
          <TextControl control={control} name="phone" label={t('records.column.phone')} />
          {isCompany ? (
            <TextControl
              control={control}
              name="website"
              label={t('records.website')}
              description={t('records.website_text')}
            />
          ) : (
            <>
              <TextControl control={control} name="cep" label={t('records.cep')} />
              <TextControl
                control={control}
                name="street"
                label={t('records.street')}
                description={t('records.street_text')}
              />
              <CityField control={control} />
            </>
          )}
          <SwitchControl
            control={control}
            name="isActive"
            label={t('records.active')}
            description={t('records.active_text')}
          />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          type="submit"
          form={FORM}
          isPending={create.isPending || edit.isPending}
        >
          {t('records.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** One of the municipalities of Brazil, found by a part of its name. */
function CityField({ control }: { control: Control<RecordValues> }) {
  const { t } = useTranslation();
  const api = useApi();
  const { field, fieldState } = useController({ control, name: 'cityId' });
  const search = useCallback<SearchChoices>(
    async ({ search: name, page, limit }, signal) => {
      const found = await api.call(cities, { query: { name, page, limit } }, { signal });
      return { ...found, content: found.content.map(cityChoice) };
    },
    [api],
  );
  return (
    <SearchSelect
      label={t('records.column.city')}
      name="city"
      search={search}
      chosen={field.value === null ? [] : [field.value]}
      onChange={(choices) => field.onChange(choices[0] ?? null)}
      isMany={false}
      errorMessage={fieldState.error?.message}
    />
  );
}
