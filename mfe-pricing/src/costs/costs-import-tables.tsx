import type { CostChange, CostImport } from '@primazia/backend/catalog/contract';
import { useFormat, useTranslation } from '@primazia/kit';

type Field = 'cost' | 'taxPercent' | 'feePercent' | 'feeFixed';
const FIELDS: readonly Field[] = ['cost', 'taxPercent', 'feePercent', 'feeFixed'];

const LABELS = {
  cost: 'costs.cost',
  taxPercent: 'costs.tax',
  feePercent: 'costs.fee_percent',
  feeFixed: 'costs.fee_fixed',
} as const satisfies Record<Field, string>;

const isMoney = (field: Field) => field === 'cost' || field === 'feeFixed';

/** Every wrong row: line, column, value, and why it is wrong. */
export function CostsFaults({ result }: { result: CostImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <ul className="import__list">
        {result.faults.map(({ line, column, code, value }) => (
          <li key={`${line} ${column} ${code}`}>
            <strong>
              {column === null
                ? t('import.line', { line: format.integer(line) })
                : t('import.line_column', { line: format.integer(line), column })}
            </strong>{' '}
            {t(`import.fault.${code}`)}
            {value !== null && value !== '' && <code> {value}</code>}
          </li>
        ))}
      </ul>
      {result.faultCount > result.faults.length && (
        <p className="hint">
          {t('import.more', { count: result.faultCount - result.faults.length })}
        </p>
      )}
    </>
  );
}

/** What would change, listing by listing. */
export function CostsChanges({ result }: { result: CostImport }) {
  const { t } = useTranslation();
  return (
    <>
      <ul className="import__list">
        {result.items.map((change) => (
          <Change key={change.listingId} change={change} />
        ))}
      </ul>
      {result.changes > result.items.length && (
        <p className="hint">{t('import.more', { count: result.changes - result.items.length })}</p>
      )}
    </>
  );
}

function Change({ change }: { change: CostChange }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { before, after, currencyCode, title, sku, skuMarketplace } = change;
  const write = (field: Field, value: number | null) =>
    isMoney(field)
      ? format.money(value, currencyCode)
      : format.percent(value === null ? null : value / 100);
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return (
    <li>
      <span className="selection__title">{title}</span>{' '}
      <span className="hint">{sku ?? skuMarketplace}</span>
      {changed.map((field) => (
        <span key={field} className="import__change">
          {t(LABELS[field])}: {write(field, before[field])} <span aria-hidden="true">→</span>{' '}
          <strong>{write(field, after[field])}</strong>
        </span>
      ))}
    </li>
  );
}
