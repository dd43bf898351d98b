import { MAX_BACKTEST_LISTINGS, type PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { AddIcon, Button, CloseIcon, DialogContainer, Text } from '@primazia/kit/ui';
import { useState } from 'react';
import { ListingPicker } from '../listing/listing-picker.tsx';
import { pickerType } from '../ui/dialog-type.ts';

/** How many are shown; the others are counted. */
const SHOWN = 8;

interface ChosenListingsProps {
  chosen: readonly PricedListing[];
  onChange: (chosen: readonly PricedListing[]) => void;
}

/** The listings that a rule is backtested on, chosen by searching. */
export function ChosenListings({ chosen, onChange }: ChosenListingsProps) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [type] = useState(pickerType);
  return (
    <div className="backtest__listings">
      {chosen.length > 0 && (
        <ul aria-label={t('backtest.which_listings')}>
          {chosen.slice(0, SHOWN).map((listing) => (
            <li key={listing.id} className="pz-chip">
              {listing.title}
              <button
                type="button"
                className="pz-chip-remove"
                aria-label={t('kit:list.removeChoice', { choice: listing.title })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== listing.id))}
              >
                <CloseIcon size="XS" />
              </button>
            </li>
          ))}
          {chosen.length > SHOWN && (
            <li className="muted">
              {t('backtest.more_listings', { count: chosen.length - SHOWN })}
            </li>
          )}
        </ul>
      )}
      <Button variant="secondary" onPress={() => setPicking(true)}>
        <AddIcon />
        <Text>{t('rules.listings.choose')}</Text>
      </Button>
      <DialogContainer type={type} onDismiss={() => setPicking(false)}>
        {isPicking && (
          <ListingPicker
            title={t('rules.listings.choose')}
            text={t('backtest.pick_text')}
            tab="all"
            taken={chosen.map(({ id }) => id)}
            countryCode={chosen[0]?.countryCode ?? null}
            most={MAX_BACKTEST_LISTINGS}
            onAdd={(more) => onChange([...chosen, ...more])}
            onClose={() => setPicking(false)}
          />
        )}
      </DialogContainer>
    </div>
  );
}
