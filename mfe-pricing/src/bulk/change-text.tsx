import type { BulkChange, BulkFields } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { EDIT_FIELDS, type EditField } from './edit-values.ts';

interface ChangeTextProps {
  change: BulkChange;
  currencyCode: string;
}

/** What an act does, in words, where its name does not say it all. */
export function ChangeText({ change, currencyCode }: ChangeTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (change.action === 'edit') return <FieldsText {...{ fields: change.fields, currencyCode }} />;
  if (change.action !== 'limits') return <p className="hint">{t(`bulk.what.${change.action}`)}</p>;
  const { of, minBelowPercent, maxAbovePercent } = change;
  const say = (limit: 'min' | 'max', up: number | null) => {
    if (up === null) return [];
    const key = `bulk.limits.said.${of}_${up < 0 ? 'down' : 'up'}`;
    const percent = format.exactPercent(Math.abs(up) / 100);
    return [{ limit, text: t(key, { percent }) }];
  };
  const below = minBelowPercent ?? null;
  const parts = [
    ...say('min', below === null ? null : -below),
    ...say('max', maxAbovePercent ?? null),
  ];
  return (
    <ul className="bulk__said">
      {parts.map(({ limit, text }) => (
        <li key={limit}>
          <strong>{t(`rule.${limit}_price`)}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}

/** Where the words of a field's values stand, where not under its own name. */
const GROUPS: Readonly<Partial<Record<EditField, string>>> = { baseOn: 'base_on' };

function FieldsText({ fields, currencyCode }: { fields: BulkFields; currencyCode: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const said = (field: EditField): string | null => {
    const value = fields[field];
    if (value === undefined) return null;
    if (value === null) return t('bulk.edit.none');
    if (typeof value === 'boolean') return t(`listings.${value ? 'yes' : 'no'}`);
    if (typeof value === 'number') {
      return field === 'safeMargin'
        ? format.exactPercent(value / 100)
        : format.money(value, currencyCode);
    }
    if (typeof value === 'object') {
      return value.type === 'VALUE'
        ? format.money(value.amount, currencyCode)
        : format.exactPercent(value.amount / 100);
    }
    return t(`rule.${GROUPS[field] ?? field}.${value}`);
  };
  return (
    <ul className="bulk__said">
      {EDIT_FIELDS.flatMap((field) => {
        const text = said(field);
        return text === null
          ? []
          : [
              <li key={field}>
                <strong>{t(`bulk.field.${field}`)}:</strong> {text}
              </li>,
            ];
      })}
    </ul>
  );
}
