import { market as marketEndpoint } from '@primazia/backend/monitoring/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useFormat, useQueryCall, useTranslation } from '@primazia/kit';
import { CheckboxGroup } from '@primazia/kit/form';
import { Checkbox, ErrorState, Help, Skeleton } from '@primazia/kit/ui';
import { type Control, Controller } from 'react-hook-form';
import type { RuleValues } from './fields.ts';

interface ExceptionsProps {
  control: Control<RuleValues>;
  /** The sellers that are left alone now. */
  chosen: readonly string[];
  listing: PricedListing;
}

/** The competitors now in the market of the listing, to be left alone by the rule. */
export function Exceptions({ control, chosen, listing }: ExceptionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQueryCall(marketEndpoint, {
    params: { listingId: listing.id },
  });
  const seen = (data?.offers ?? []).filter(({ isOwn }) => !isOwn);
  const competitors = [...new Map(seen.map((offer) => [offer.sellerId, offer])).values()];
  const gone = chosen.filter((id) => !competitors.some(({ sellerId }) => sellerId === id));
  const choices = [
    ...competitors.map(({ sellerId, sellerName, price }) => ({
      sellerId,
      label: `${sellerName || t('kit:seller.unnamed_id', { sellerId })} · ${format.money(price, listing.currencyCode)}`,
    })),
    ...gone.map((sellerId) => ({ sellerId, label: t('rule.exception_gone', { sellerId }) })),
  ];
  if (data === undefined && choices.length === 0)
    return error === null ? <Skeleton rows={2} /> : <ErrorState error={error} onRetry={refetch} />;
  if (choices.length === 0) return <p className="hint">{t('rule.no_competitors_seen')}</p>;
  return (
    <Controller
      control={control}
      name="exceptions"
      render={({ field }) => (
        <CheckboxGroup
          label={t('field.buyboxExceptions.name')}
          contextualHelp={<Help term="exceptions" />}
          value={field.value}
          onChange={field.onChange}
        >
          {choices.map(({ sellerId, label }) => (
            <Checkbox key={sellerId} value={sellerId}>
              {label}
            </Checkbox>
          ))}
        </CheckboxGroup>
      )}
    />
  );
}
