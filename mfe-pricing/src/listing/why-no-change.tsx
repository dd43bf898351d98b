import {
  getPricingSettings,
  getRule,
  type PricedListing,
  preview,
} from '@primazia/backend/pricing/contract';
import { useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';
import { Verdict } from '../rule/verdict.tsx';
import { Facts } from '../ui/facts.tsx';
import { Explanation } from '../update/explanation.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';

interface WhyNoChangeProps {
  listing: PricedListing;
  onClose: () => void;
}

/** Why the price of a listing stays: what its rule makes of the market as it is now, by the same steps as a change. */
export function WhyNoChange({ listing, onClose }: WhyNoChangeProps) {
  const { t } = useTranslation();
  return (
    <Dialog width={800}>
      <Heading>{t('why.no_change')}</Heading>
      <Divider />
      <Content>
        <p className="why__listing">{listing.title}</p>
        {listing.rule === null ? (
          <p>{t('why.no_rule')}</p>
        ) : (
          <Reasons listing={listing} ruleId={listing.rule.id} />
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

function Reasons({ listing, ruleId }: { listing: PricedListing; ruleId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rule = useQueryCall(getRule, { params: { ruleId } }, { staleTime: 0 });
  const settings = useQueryCall(getPricingSettings, {}, { staleTime: 0 });
  const decision = useQueryCall(
    preview,
    { body: { rule: rule.data ?? NO_RULE, listingId: listing.id, settings: settings.data } },
    { enabled: rule.data !== undefined && settings.data !== undefined, staleTime: 0 },
  );
  useLiveRefetch(['markets'], decision.refetch, ({ ids }) => ids.includes(listing.id));
  const failed = [rule, settings, decision].find(({ error }) => error !== null);
  if (decision.data === undefined || rule.data === undefined) {
    if (failed === undefined || failed.error === null) return <Skeleton rows={6} />;
    return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  }
  const { currencyCode, price, waitingUpdate, held, marketObservedAt } = listing;
  const money = (amount: number | null) => format.money(amount, currencyCode);
  const { minPrice, explanation } = decision.data;
  const facts: [label: string, value: string][] = [
    [t('why.price_now'), money(price)],
    [t('why.rule'), rule.data.name],
    [t('why.limits'), `${money(minPrice)} – ${money(rule.data.maxPrice)}`],
    [t('why.market_seen'), format.dateTime(marketObservedAt)],
  ];
  return (
    <div className="why">
      <section>
        <h2>{t('why.now')}</h2>
        <p>
          <Verdict answer={decision.data} listing={listing} />
        </p>
        {waitingUpdate !== null && (
          <p className="why__waits">
            <UpdateStateTag state={waitingUpdate.state} />
            {t('why.waits', { price: money(waitingUpdate.newPrice) })}
          </p>
        )}
        {held !== null && <p>{t('why.held', { time: format.dateTime(held.until) })}</p>}
        <Explanation lines={explanation} />
      </section>
      <section>
        <h2>{t('why.facts')}</h2>
        <Facts facts={facts} />
      </section>
    </div>
  );
}

/** Never sent: nothing is asked before the rule is known. */
const NO_RULE = { strategy: 'WIN' } as const;
