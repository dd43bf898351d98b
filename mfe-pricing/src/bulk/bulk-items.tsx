import type { BulkItem, RuleGlance } from '@primazia/backend/pricing/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { StatusTag, UndoIcon } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { changedParts, type GlancePart } from './glance.ts';

/** The listings of a bulk action: how the rule of each changes, or why it does not. */
export function BulkItems({ items }: { items: readonly BulkItem[] }) {
  return (
    <ul className="bulk__items">
      {items.map((item) => (
        <Item key={item.listingId} item={item} />
      ))}
    </ul>
  );
}

function Item({ item }: { item: BulkItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, listingId, price, currencyCode, outcome, code, reason } = item;
  return (
    <li>
      <span className="bulk__listing">
        {title === null ? (
          <span className="bulk__title">{t('bulk.unknown_listing', { id: listingId })}</span>
        ) : (
          // In a new tab: this dialog stays open.
          <Link
            className="bulk__title"
            to="/precificacao-automatica"
            search={{ listingId }}
            target="_blank"
            aria-label={`${title} (${t('kit:listing.external')})`}
          >
            {title}
          </Link>
        )}
        {currencyCode !== null && <span className="hint">{format.money(price, currencyCode)}</span>}
      </span>
      {outcome === 'refused' ? (
        <span className="bulk__refused">
          {t(`bulk.code.${reason ?? code ?? 'listing_not_found'}`)}
        </span>
      ) : (
        <Change item={item} />
      )}
      <Undone item={item} />
    </li>
  );
}

function Change({ item: { outcome, before, after, currencyCode } }: { item: BulkItem }) {
  const { t } = useTranslation();
  const changed = changedParts(before, after);
  if (outcome === 'unchanged') return <span className="hint">{t('bulk.stays')}</span>;
  return (
    <span className="bulk__moves">
      {outcome === 'made' && <strong>{t('bulk.new_rule')}</strong>}
      {changed.map(({ part, from, to }) => (
        <span key={part}>
          <span className="bulk__part">{t(`bulk.part.${part}`)}</span>{' '}
          {outcome === 'changed' && (
            <>
              <span className="bulk__from">
                <Value part={part} value={from} currencyCode={currencyCode} />
              </span>{' '}
              <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <Value part={part} value={to} currencyCode={currencyCode} />
        </span>
      ))}
      {outcome === 'changed' && changed.length === 0 && <span>{t('bulk.other_fields')}</span>}
    </span>
  );
}

interface ValueProps {
  part: GlancePart;
  value: RuleGlance[GlancePart];
  currencyCode: string | null;
}

function Value({ part, value, currencyCode }: ValueProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (value === null) return MISSING;
  if (typeof value === 'string') return t(`rule.${part}.${value}`);
  return currencyCode === null ? format.decimal(value, 2) : format.money(value, currencyCode);
}

/** The result of an undo for a listing's rule; nothing where there was none. */
function Undone({ item: { restored, undoCode } }: { item: BulkItem }) {
  const { t } = useTranslation();
  if (restored === null) return null;
  if (restored) {
    return (
      <StatusTag tone="neutral" icon={UndoIcon}>
        {t('bulk.restored')}
      </StatusTag>
    );
  }
  return (
    <span className="bulk__refused">
      {t('bulk.not_restored')} {t(`bulk.code.${undoCode ?? 'rule_changed'}`)}
    </span>
  );
}
