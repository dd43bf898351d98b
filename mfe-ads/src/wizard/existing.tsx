// What a group has already: its targets, its negatives and its ads, each running or paused.
import type { CampaignDetails } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { PriceControl, SwitchControl } from '@primazia/kit/form';
import { TwoLines } from '@primazia/kit/ui';
import { useWatch } from 'react-hook-form';
import type { FormTarget, WizardControl } from './values.ts';

interface ExistingProps {
  base: `groups.${number}`;
  control: WizardControl;
}

interface ExistingTargetsProps extends ExistingProps {
  currency: string;
  capabilities: CampaignDetails['capabilities'];
  isNegative: boolean;
}

function useTargetName() {
  const { t } = useTranslation();
  return ({ kind, text, matchType }: FormTarget): { name: string; about: string } => ({
    name: kind === 'AUTO' ? t(`target.auto.${text}`, { defaultValue: text }) : text,
    about:
      kind === 'KEYWORD' || kind === 'PRODUCT'
        ? `${t(`ads.target.${kind}`)}, ${t(`target.match.${matchType}`, { defaultValue: matchType })}`
        : t(`ads.target.${kind}`),
  });
}

/** The targets or the negatives of a group; what is removed is paused, and can be brought back. */
export function ExistingTargets({
  base,
  control,
  currency,
  capabilities,
  isNegative,
}: ExistingTargetsProps) {
  const { t } = useTranslation();
  const nameOf = useTargetName();
  const targets = useWatch({ control, name: `${base}.targets` });
  const own = targets.flatMap((target, at) =>
    target.isNegative === isNegative ? [{ target, at }] : [],
  );
  if (own.length === 0) return null;
  return (
    <div className="wizard__list">
      <h3>{t(isNegative ? 'edit.negatives' : 'edit.targets')}</h3>
      {own.map(({ target, at }) => {
        const { name, about } = nameOf(target);
        return (
          <div key={target.id} className="wizard__row">
            <TwoLines small={about}>{name}</TwoLines>
            {!isNegative && capabilities.bid !== null && (
              <PriceControl
                control={control}
                name={`${base}.targets.${at}.bid`}
                label={t('edit.bid_of', { name })}
                currency={currency}
              />
            )}
            <SwitchControl
              control={control}
              name={`${base}.targets.${at}.isEnabled`}
              label={t('edit.runs', { name })}
              isDisabled={!capabilities.edits.includes('targetStatus')}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The ads of a group. */
export function ExistingAds({ base, control, isFixed }: ExistingProps & { isFixed: boolean }) {
  const { t } = useTranslation();
  const ads = useWatch({ control, name: `${base}.ads` });
  if (ads.length === 0) return null;
  return (
    <div className="wizard__list">
      <h3>{t('edit.ads')}</h3>
      {ads.map(({ id, title, skuMarketplace, isEnabled }, at) => (
        <div key={id} className="wizard__row">
          <TwoLines small={skuMarketplace}>{title}</TwoLines>
          {isFixed ? (
            <span>{t(`ads.status.${isEnabled ? 'ENABLED' : 'PAUSED'}`)}</span>
          ) : (
            <SwitchControl
              control={control}
              name={`${base}.ads.${at}.isEnabled`}
              label={t('edit.runs', { name: title })}
            />
          )}
        </div>
      ))}
    </div>
  );
}
