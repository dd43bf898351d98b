import { type BulkField, type BulkFields, kindOf } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { wordsOf } from '../rule/fields.ts';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';
import { EDIT_FIELDS } from './edit-values.ts';
import type { Change } from './use-dry-run.ts';

interface ChangeTextProps {
  change: Change;
  currencyCode: string;
}

/** What a bulk action does, in words, where its name does not say it all. */
export function ChangeText({ change, currencyCode }: ChangeTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (change.action === 'edit') return <FieldsText {...{ fields: change.fields, currencyCode }} />;
  if (change.action === 'create') {
    const values = toValues({ ...change.rule, name: '' });
    return (
      <p className="rule__sentence">
        {ruleSentence(t, format, values, { currencyCode, minimum: null })}
      </p>
    );
  }
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
          <strong>{t(`field.${limit}Price.name`)}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}

function FieldsText({ fields, currencyCode }: { fields: BulkFields; currencyCode: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const said = (field: BulkField): string | null => {
    const value = fields[field];
    if (value === undefined) return null;
    if (value === null) return t('bulk.edit.none');
    if (typeof value === 'boolean') return t(`listings.${value ? 'yes' : 'no'}`);
    if (typeof value === 'number') {
      const kind = kindOf(field);
      if (kind === 'money') return format.money(value, currencyCode);
      return kind === 'percent' ? format.exactPercent(value / 100) : format.decimal(value, 0);
    }
    if (typeof value === 'object') {
      return value.type === 'VALUE'
        ? format.money(value.amount, currencyCode)
        : format.exactPercent(value.amount / 100);
    }
    return t(`${wordsOf(field)}.${value}`);
  };
  return (
    <ul className="bulk__said">
      {EDIT_FIELDS.flatMap((field) => {
        const text = said(field);
        return text === null
          ? []
          : [
              <li key={field}>
                <strong>{t(`field.${field}.name`)}:</strong> {text}
              </li>,
            ];
      })}
    </ul>
  );
}
