import {
  type BulkChange,
  type BulkField,
  optionsOf,
  RULE_TABLE,
} from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import {
  NumberControl,
  PercentControl,
  PickerControl,
  PriceControl,
  RadioControl,
} from '@primazia/kit/form';
import { Button, ButtonGroup, Checkbox, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { type Control, useForm } from 'react-hook-form';
import { ruleFaultText } from '../rule/faults.ts';
import { FORM_FIELDS, labelOf, wordsOf } from '../rule/fields.ts';
import {
  EDIT_FIELDS,
  type EditField,
  type EditValues,
  editFaults,
  toFields,
} from './edit-values.ts';

interface EditFormProps {
  initial: EditValues;
  currencyCode: string;
  onClose: () => void;
  onNext: (change: BulkChange, values: EditValues) => void;
}

const FORM = 'bulk-edit';

/** Which fields of the rules are set, and to what; what is not ticked stays as each rule has it. */
export function EditForm({ initial, currencyCode, onClose, onNext }: EditFormProps) {
  const { t } = useTranslation();
  const { control, handleSubmit, watch, setValue, formState } = useForm<EditValues>({
    defaultValues: initial,
    resolver: (values) => {
      const faults = editFaults(values);
      if (faults.length === 0) return { values, errors: {} };
      const errors = faults.map(({ field, code }) => {
        if (field === 'set') return ['root', { type: code }];
        return [field, { type: code, message: ruleFaultText(t, { field, code }) }];
      });
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { set, adjustmentType } = watch();
  const isNothing = EDIT_FIELDS.every((field) => !set[field]);
  const submit = handleSubmit((values) =>
    onNext({ action: 'edit', fields: toFields(values) }, values),
  );
  return (
    <Dialog size="L">
      <Heading>{t('bulk.action.edit')}</Heading>
      <Divider />
      <Content>
        <form id={FORM} className="bulk" noValidate onSubmit={submit}>
          <p>{t('bulk.edit.text')}</p>
          <div>
            {EDIT_FIELDS.map((field) => (
              <fieldset key={field} className="bulk__field" aria-label={t(`field.${field}.name`)}>
                <Checkbox
                  isSelected={set[field]}
                  onChange={(isSet) => setValue(`set.${field}`, isSet)}
                >
                  {t(`field.${field}.name`)}
                </Checkbox>
                {set[field] && (
                  <div className="bulk__controls">
                    <FieldControls {...{ field, control, currencyCode, adjustmentType }} />
                  </div>
                )}
              </fieldset>
            ))}
          </div>
          {formState.isSubmitted && isNothing && (
            <p className="pz-help pz-help-invalid" role="alert">
              {t('bulk.edit.nothing')}
            </p>
          )}
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        <Button variant="accent" type="submit" form={FORM}>
          {t('bulk.next')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

interface FieldControlsProps<Field> {
  field: Field;
  control: Control<EditValues>;
  currencyCode: string;
  adjustmentType: EditValues['adjustmentType'];
}

/** The value that a ticked field is set to. */
function FieldControls({ field, ...props }: FieldControlsProps<BulkField>) {
  return field === 'adjustment' ? (
    <AdjustmentControls {...props} />
  ) : (
    <StandardControl {...props} field={field} />
  );
}

function AdjustmentControls({
  control,
  currencyCode,
  adjustmentType,
}: Omit<FieldControlsProps<never>, 'field'>) {
  const { t } = useTranslation();
  return (
    <>
      <PickerControl
        control={control}
        name="adjustmentType"
        label={t('rule.adjustment.label')}
        options={['VALUE', 'PERCENTAGE'].map((value) => ({
          value,
          label: t(`rule.adjustment.${value}`),
        }))}
      />
      {adjustmentType === 'VALUE' ? (
        <PriceControl
          control={control}
          name="adjustmentAmount"
          label={t('field.adjustment.name')}
          currency={currencyCode}
          isRequired
        />
      ) : (
        <PercentControl
          control={control}
          name="adjustmentPercent"
          label={t('rule.adjustment.percent')}
          isRequired
        />
      )}
    </>
  );
}

const YES_NO = ['true', 'false'] as const;

/** The control of a field by what the table of rule fields says of it. */
function StandardControl({ field, control, currencyCode }: FieldControlsProps<EditField>) {
  const { t, i18n } = useTranslation();
  const common = { control, name: field, label: t('bulk.edit.to') };
  const number = {
    ...common,
    label: labelOf(t, field),
    isRequired: RULE_TABLE[field].byDefault !== null,
  };
  const text = `bulk.edit.${field}_text`;
  switch (FORM_FIELDS[field].kind) {
    case 'word':
      return (
        <PickerControl
          {...common}
          options={optionsOf(field, 'bulk').map((value) => ({
            value,
            label: t(`${wordsOf(field)}.${value}`),
          }))}
        />
      );
    case 'money':
      return (
        <PriceControl
          {...common}
          currency={currencyCode}
          {...(i18n.exists(text) && { description: t(text) })}
        />
      );
    case 'percent':
      return <PercentControl {...number} />;
    case 'number':
      return <NumberControl {...number} />;
    default:
      return (
        <RadioControl
          {...common}
          orientation="horizontal"
          options={YES_NO.map((value) => ({
            value,
            label: t(`listings.${value === 'true' ? 'yes' : 'no'}`),
          }))}
        />
      );
  }
}
