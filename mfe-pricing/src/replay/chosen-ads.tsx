import { MAX_BACKTEST_LISTINGS, type PricedListing } from '@primazia/backend/pricing/contract';
import { AddIcon, Button, CloseIcon, DialogContainer, Text, useTranslation } from '@primazia/kit';
import { useState } from 'react';
import { AdPicker } from '../rule/ad-picker.tsx';
import { pickerType } from '../rule/panel-type.ts';

/** So many stand in sight; the others are counted. */
const SHOWN = 8;

interface ChosenAdsProps {
  chosen: readonly PricedListing[];
  onChange: (chosen: readonly PricedListing[]) => void;
}

/** The ads that a rule is tried on, chosen by searching. */
export function ChosenAds({ chosen, onChange }: ChosenAdsProps) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [type] = useState(pickerType);
  return (
    <div className="replay__ads">
      {chosen.length > 0 && (
        <ul aria-label={t('replay.which_ads')}>
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
            <li className="muted">{t('replay.more_ads', { count: chosen.length - SHOWN })}</li>
          )}
        </ul>
      )}
      <Button variant="secondary" onPress={() => setPicking(true)}>
        <AddIcon />
        <Text>{t('rules.ads.choose')}</Text>
      </Button>
      <DialogContainer type={type} onDismiss={() => setPicking(false)}>
        {isPicking && (
          <AdPicker
            title={t('rules.ads.choose')}
            text={t('replay.pick_text')}
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
