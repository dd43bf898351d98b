import type { SelectionItem, SelectionPreview } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { AlertIcon, ErrorState, Item, Picker, Skeleton, StatusTag } from '@primazia/kit/ui';
import { useState } from 'react';
import { keepText, stopText } from '../rule/verdict.tsx';
import { Facts } from '../ui/facts.tsx';
import type { RuleAnswers } from './rule-answers.ts';
import { outcomeFilters, outcomeKey } from './selection-filters.ts';

const ALL = 'all';
const UNDER_COST = 'under_cost';
/** How many listings are shown at first, and how many more with each press. */
const STEP = 10;

interface ExampleProps {
  /** The listing by which the rule is shown. */
  shownId: number;
  /** Shows the rule by another listing; absent: it stays with this one. */
  onExample?: (listingId: number) => void;
}

interface SelectionViewProps extends ExampleProps {
  answers: RuleAnswers;
}

/** What a rule would do with all of its listings now: how many change, by how much, and what stops the others. */
export function SelectionView({ answers, ...example }: SelectionViewProps) {
  const { t } = useTranslation();
  const { selection, selectionError, retrySelection } = answers;
  return (
    <section className="selection" aria-label={t('selection.title')}>
      <h4>{t('selection.title')}</h4>
      {selection === undefined ? (
        selectionError === null ? (
          <Skeleton rows={4} />
        ) : (
          <ErrorState error={selectionError} onRetry={retrySelection} />
        )
      ) : (
        <>
          <Figures selection={selection} />
          <Listings selection={selection} {...example} />
        </>
      )}
    </section>
  );
}

function Figures({ selection }: { selection: SelectionPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, changes, raises, lowers, averageChangePercent, stopped } = selection;
  const facts: [label: string, value: string][] = [
    [t('selection.changes'), t('selection.of', { count: changes, total })],
    [t('selection.raises'), format.integer(raises)],
    [t('selection.lowers'), format.integer(lowers)],
    [
      t('selection.average'),
      averageChangePercent === null ? MISSING : format.signedPercent(averageChangePercent / 100),
    ],
  ];
  return (
    <>
      <Facts facts={facts} />
      {stopped.length > 0 && (
        <>
          <h5>{t('selection.in_the_way')}</h5>
          <ul className="selection__stops">
            {stopped.map(({ code, count }) => (
              <li key={code}>
                <strong>{format.integer(count)}</strong> {stopText(t, code)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Listings({ selection, ...example }: ExampleProps & { selection: SelectionPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [filter, setFilter] = useState(ALL);
  const [shown, setShown] = useState(STEP);
  const label = (key: string) =>
    key === 'CHANGE' || key === 'PAUSE_RULE' ? t(`selection.outcome.${key}`) : keepText(t, key);
  const underCost = selection.warnings.find(({ code }) => code === UNDER_COST)?.count ?? 0;
  const options = [
    { id: ALL, label: t('selection.outcome.all', { count: selection.total }) },
    ...(underCost === 0
      ? []
      : [{ id: UNDER_COST, label: t('rules.under_cost_count', { count: underCost }) }]),
    ...outcomeFilters(selection).map(({ key, count }) => ({
      id: key,
      label: `${label(key)} (${format.integer(count)})`,
    })),
  ];
  // The chosen outcome may no longer exist under the present rule.
  const chosen = options.some(({ id }) => id === filter) ? filter : ALL;
  const items = selection.items.filter(
    (item) =>
      chosen === ALL ||
      outcomeKey(item) === chosen ||
      item.warnings.some((warning) => warning === chosen),
  );
  return (
    <>
      <Picker
        label={t('selection.filter')}
        items={options}
        selectedKey={chosen}
        onSelectionChange={(key) => setFilter(String(key))}
        width="100%"
      >
        {(option) => <Item key={option.id}>{option.label}</Item>}
      </Picker>
      <ul className="selection__listings">
        {items.slice(0, shown).map((item) => (
          <ListingItem key={item.listingId} item={item} {...example} />
        ))}
      </ul>
      {items.length > shown && (
        <button
          type="button"
          className="pz-text-button"
          onClick={() => setShown((before) => before + STEP)}
        >
          {t('selection.more', { count: items.length - shown })}
        </button>
      )}
      {selection.total > selection.items.length && (
        <p className="hint">{t('selection.cut', { count: selection.items.length })}</p>
      )}
    </>
  );
}

/** One listing: its price, its new price, and the obstacle. */
function ListingItem({ item, shownId, onExample }: ExampleProps & { item: SelectionItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { listingId, title, price, newPrice, currencyCode, code, stoppedBy, warnings } = item;
  const note =
    stoppedBy === null ? (newPrice === null ? keepText(t, code) : null) : stopText(t, stoppedBy);
  return (
    <li>
      {onExample === undefined || listingId === shownId ? (
        <span className="selection__title">{title}</span>
      ) : (
        <button
          type="button"
          className="pz-text-button selection__title"
          title={t('rules.show_with', { title })}
          onClick={() => onExample(listingId)}
        >
          {title}
        </button>
      )}
      <span className="price-change">
        <span className={newPrice === null ? '' : 'price-change__old'}>
          {format.money(price, currencyCode)}
        </span>
        {newPrice !== null && (
          <>
            <span aria-hidden="true">→</span>
            <strong>{format.money(newPrice, currencyCode)}</strong>
            <span className="price-change__difference">
              {format.signedPercent((newPrice - price) / price)}
            </span>
          </>
        )}
      </span>
      {note !== null && <span className="hint">{note}</span>}
      {warnings.includes(UNDER_COST) && (
        <StatusTag tone="negative" icon={AlertIcon}>
          {t('rules.under_cost')}
        </StatusTag>
      )}
    </li>
  );
}
