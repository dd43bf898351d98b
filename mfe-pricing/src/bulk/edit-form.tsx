import type { BulkChange } from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Checkbox,
  Content,
  Dialog,
  Divider,
  faultText,
  Heading,
  useTranslation,
} from '@primazia/kit';
import { PercentControl, PickerControl, PriceControl, RadioControl } from '@primazia/kit/form';
import { type Control, useForm } from 'react-hook-form';
import { STRATEGIES } from '../rule/fields.ts';
import {
  EDIT_FIELDS,
  type EditControl,
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
        const message = t(`rule.fault.${field}.${code}`, {
          defaultValue: faultText(t, { path: field, code, message: code }),
        });
        return [field === 'set' ? 'root' : field, { type: code, message }];
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
              <fieldset key={field} className="bulk__field" aria-label={t(`bulk.field.${field}`)}>
                <Checkbox
                  isSelected={set[field]}
                  onChange={(isSet) => setValue(`set.${field}`, isSet)}
                >
                  {t(`bulk.field.${field}`)}
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

interface FieldControlsProps {
  field: EditField;
  control: Control<EditValues>;
  currencyCode: string;
  adjustmentType: EditValues['adjustmentType'];
}

const YES_NO = ['true', 'false'] as const;

/** The value that a ticked field is set to. */
function FieldControls({ field, control, currencyCode, adjustmentType }: FieldControlsProps) {
  const { t } = useTranslation();
  const label = t('bulk.edit.to');
  const one = (name: EditControl, group: string, values: readonly string[]) => (
    <PickerControl
      control={control}
      name={name}
      label={label}
      options={values.map((value) => ({ value, label: t(`rule.${group}.${value}`) }))}
    />
  );
  switch (field) {
    case 'strategy':
      return one(field, 'strategy', STRATEGIES);
    case 'competition':
      return one(field, 'competition', ['BUYBOX', 'EXTERNAL']);
    case 'baseOn':
      return one(field, 'base_on', ['LOWEST_PRICE', 'WINNER']);
    case 'control':
      return one(field, 'control', ['REGAIN', 'LOSE']);
    case 'adjustment':
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
              label={t('rule.adjustment.amount')}
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
    case 'minPrice':
    case 'maxPrice':
      return (
        <PriceControl
          control={control}
          name={field}
          label={label}
          currency={currencyCode}
          description={t(`bulk.edit.${field}_text`)}
        />
      );
    case 'safeMargin':
      return (
        <PercentControl control={control} name={field} label={t('rule.safe_margin')} isRequired />
      );
    default:
      return (
        <RadioControl
          control={control}
          name={field}
          label={label}
          orientation="horizontal"
          options={YES_NO.map((value) => ({
            value,
            label: t(`listings.${value === 'true' ? 'yes' : 'no'}`),
          }))}
        />
      );
  }
}
