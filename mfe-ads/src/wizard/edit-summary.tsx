import type { EditLine, EditPlan } from '@primazia/backend/ads/contract';
import { MISSING, useTranslation } from '@primazia/kit';
import { ScrollRegion, TwoLines } from '@primazia/kit/ui';
import { useChangeValue } from '../change-list/values.ts';

/** What an edit changes, each with its value before and after; nothing of it was sent. */
export function EditSummary({ plan }: { plan: EditPlan }) {
  const { t } = useTranslation();
  const { lines, writes, requiresApproval, currencyCode } = plan;
  if (lines.length === 0) return <p>{t('edit.nothing')}</p>;
  const note = !writes
    ? 'edit.note.suggests'
    : requiresApproval
      ? 'edit.note.waits'
      : 'edit.note.sends';
  return (
    <div className="wizard__fields">
      <p role="status">{t('edit.count', { count: lines.length })}</p>
      <ScrollRegion label={t('edit.lines')}>
        <table className="edit__lines">
          <thead>
            <tr>
              <th scope="col">{t('edit.column.what')}</th>
              <th scope="col">{t('edit.column.field')}</th>
              <th scope="col">{t('edit.column.before')}</th>
              <th scope="col">{t('edit.column.after')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={keyOf(line)} line={line} currencyCode={currencyCode} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p>{t(note)}</p>
    </div>
  );
}

const keyOf = ({ object, name, parent, field, isNegative, isElsewhere }: EditLine) =>
  JSON.stringify([object, name, parent, field, isNegative, isElsewhere]);

function Line({ line, currencyCode }: { line: EditLine; currencyCode: string }) {
  const { t } = useTranslation();
  const show = useChangeValue();
  const { object, name, parent, field, before, after, isNegative, isElsewhere } = line;
  const kind = isNegative ? t('edit.negative') : t(`ads.object.${object}`);
  const known = object === 'target' ? t(`target.auto.${name}`, { defaultValue: name }) : name;
  const value = (one: EditLine['before']) =>
    field === null
      ? one.amount === null
        ? MISSING
        : t('edit.bid', { bid: show({ field: 'bid', currencyCode }, one) })
      : show({ field, currencyCode }, one);
  return (
    <tr>
      <th scope="row">
        <TwoLines small={[kind, parent].filter(Boolean).join(' · ')}>{known}</TwoLines>
      </th>
      <td>
        {field === null ? t('edit.added') : isElsewhere ? t('edit.moved') : t(`ads.field.${field}`)}
      </td>
      <td>{field === null ? MISSING : value(before)}</td>
      <td>{value(after)}</td>
    </tr>
  );
}
