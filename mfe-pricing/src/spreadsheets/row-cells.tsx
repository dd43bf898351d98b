import {
  kindOf,
  type SheetFault,
  type SheetRow,
  Strategy,
} from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import {
  AddIcon,
  AlertCircleIcon,
  CheckmarkCircleIcon,
  EditIcon,
  InfoIcon,
  RemoveCircleIcon,
  StatusTag,
  UndoIcon,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { wordsOf } from '../rule/fields.ts';
import { type Change, changeOf, isChanged, type Value, wordChanges } from './changes.ts';

type Look = Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>;

const APPEARANCE = {
  made: { tone: 'info', icon: AddIcon },
  changed: { tone: 'info', icon: EditIcon },
  unchanged: { tone: 'neutral', icon: InfoIcon },
  wrong: { tone: 'negative', icon: AlertCircleIcon },
  written: { tone: 'positive', icon: CheckmarkCircleIcon },
  restored: { tone: 'neutral', icon: UndoIcon },
  kept: { tone: 'notice', icon: RemoveCircleIcon },
} as const satisfies Record<string, Look>;

type Outcome = keyof typeof APPEARANCE;

/** What a row would do, or did. */
function outcomeOf({ kind, isWritten, restored }: SheetRow): Outcome {
  if (restored !== null) return restored ? 'restored' : 'kept';
  return isWritten ? 'written' : kind;
}

/** The listing that a row names, and where the row is in the file. */
export function RowListing({ row }: { row: SheetRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const codes = [...new Set([row.sku, row.skuMarketplace])].filter((code) => code !== null);
  return (
    <span className="pz-two-lines">
      {row.listingId === null || row.title === null ? (
        <span className="muted">{t('sheets.row.no_listing')}</span>
      ) : (
        <Link
          className="sheets__link"
          to="/precificacao-automatica"
          search={{ listingId: row.listingId }}
        >
          {row.title}
        </Link>
      )}
      <span className="pz-two-lines-small">
        {[t('sheets.row.line', { line: format.integer(row.line) }), ...codes].join(' · ')}
      </span>
    </span>
  );
}

/** The outcome of a row; for a wrong one each reason, with its cell. */
export function RowOutcome({ row }: { row: SheetRow }) {
  const { t } = useTranslation();
  const outcome = outcomeOf(row);
  return (
    <div className="sheets__outcome">
      <StatusTag {...APPEARANCE[outcome]}>{t(`sheets.outcome.${outcome}`)}</StatusTag>
      {row.faults.length > 0 && (
        <ul>
          {row.faults.map((fault) => (
            <li key={`${fault.column} ${fault.code}`}>
              <FaultText fault={fault} currency={row.currencyCode} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FaultTextProps {
  fault: SheetFault;
  /** Of the listing; null: no listing is known, and so no currency. */
  currency: string | null;
}

/** Column, value and reason; where a number can be read in two ways, both. */
export function FaultText({ fault, currency }: FaultTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, column, value, readings } = fault;
  const read = (number: number) => format.exactMoney(number, currency);
  const strategies = Strategy.options.map((key) => t(`rule.strategy.${key}`)).join(', ');
  return (
    <>
      {column !== null && <strong>{column}</strong>}
      {value !== null && value !== '' && <code>{value}</code>}
      <span>
        {t(`sheets.fault.${code}`, { strategies })}
        {readings !== null &&
          ` ${t('sheets.row.readings', { one: read(readings[0]), other: read(readings[1]) })}`}
      </span>
    </>
  );
}

/** What a value of a rule is called. */
function useWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ field }: Pick<Change, 'field'>, value: Value): string => {
    if (value === null) return MISSING;
    if (typeof value === 'boolean') return t(value ? 'listings.yes' : 'listings.no');
    if (typeof value === 'string') return t(`${wordsOf(field)}.${value}`);
    const isPercent = kindOf(field) === 'percent';
    return isPercent ? format.exactPercent(value / 100) : format.decimal(value, 2);
  };
}

/** A limit before and after. */
export function RowLimit({ row, field }: { row: SheetRow; field: 'minPrice' | 'maxPrice' }) {
  const format = useFormat();
  const change = changeOf(row, field);
  if (change === null) return MISSING;
  const write = (value: Change['after']) =>
    format.exactMoney(typeof value === 'number' ? value : null, row.currencyCode);
  return (
    <FromTo
      {...(change.before !== undefined && isChanged(change) && { from: write(change.before) })}
      to={write(change.after)}
      isNew={isChanged(change)}
    />
  );
}

/** What else a row sets. */
export function RowWords({ row }: { row: SheetRow }) {
  const { t } = useTranslation();
  const say = useWords();
  const changes = wordChanges(row);
  if (changes.length === 0) return MISSING;
  return (
    <ul className="sheets__words">
      {changes.map((change) => (
        <li key={change.field}>
          <span className="muted">{t(`field.${change.field}.column.name`)}: </span>
          <FromTo
            {...(change.before !== undefined &&
              change.before !== null && { from: say(change, change.before) })}
            to={say(change, change.after)}
            isNew
          />
        </li>
      ))}
    </ul>
  );
}

interface FromToProps {
  /** Absent: there was nothing, or it stays. */
  from?: string;
  to: string;
  isNew: boolean;
}

function FromTo({ from, to, isNew }: FromToProps) {
  return (
    <span className="sheets__from-to">
      {from !== undefined && (
        <>
          <del>{from}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {isNew ? <strong>{to}</strong> : to}
    </span>
  );
}
