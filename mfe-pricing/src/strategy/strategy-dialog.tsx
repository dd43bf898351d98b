import { market } from '@primazia/backend/monitoring/contract';
import { getRule, type PricedListing, type Rule } from '@primazia/backend/pricing/contract';
import { errorText, useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
  Help,
  Skeleton,
} from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { RuleStatusTag } from '../rule/rule-cell.tsx';
import { ruleSentence } from '../rule/sentence.ts';
import { toValues } from '../rule/values.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { namesSellers, ruleFacts } from './facts.ts';

/** Of the window; never so narrow that a line holds two words. */
const WIDTH = 'max(30vw, min(440px, 90vw))';

interface StrategyDialogProps {
  /** A listing under a rule. */
  listing: PricedListing;
  onClose: () => void;
}

/** The rule of a listing in words, to be read and not to be changed. */
export function StrategyDialog({ listing, onClose }: StrategyDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog width={WIDTH}>
      <Heading>{t('strategy.title')}</Heading>
      <Divider />
      <Content>
        {listing.rule !== null && <RuleOf listing={listing} ruleId={listing.rule.id} />}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('strategy.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

function RuleOf({ listing, ruleId }: { listing: PricedListing; ruleId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(
    getRule,
    { params: { ruleId } },
    { staleTime: 0, keepPrevious: false },
  );
  useLiveRefetch(['rules'], refetch, ({ ids }) => ids.includes(ruleId));
  if (data !== undefined) return <RuleInWords listing={listing} rule={data} />;
  if (error === null) return <Skeleton rows={8} />;
  return <LoadFailure title={t('strategy.failure')} text={errorText(t, error)} onRetry={refetch} />;
}

/** The names of the sellers in the listing's market, by their ids. */
function useSellers(listingId: number, isNeeded: boolean): ReadonlyMap<string, string> {
  const { data } = useQueryCall(market, { params: { listingId } }, { enabled: isNeeded });
  const { t } = useTranslation();
  return new Map(
    data?.offers.map(({ sellerId, sellerName }) => [
      sellerId,
      sellerName || t('kit:seller.unnamed_id', { sellerId }),
    ]),
  );
}

function RuleInWords({ listing, rule }: { listing: PricedListing; rule: Rule }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sellers = useSellers(listing.id, namesSellers(rule));
  const { currencyCode } = listing;
  const minimum = rule.minimumBy === 'AMOUNT' ? null : (listing.rule?.minPrice ?? null);
  return (
    <div className="strategy">
      <p className="strategy__rule">
        <Link to="/regras-de-precificacao/$ruleId" params={{ ruleId: rule.id }}>
          {rule.name}
        </Link>
        <RuleStatusTag status={rule.status} />
      </p>
      <p className="strategy__sentence">
        {ruleSentence(t, format, toValues(rule), { currencyCode, minimum })}
      </p>
      {ruleFacts(t, format, rule, { currencyCode, minimum, sellers }).map(({ id, facts }) => (
        <section key={id} aria-labelledby={`strategy-${id}`}>
          <h3 id={`strategy-${id}`}>{t(`strategy.section.${id}`)}</h3>
          <dl>
            {facts.map((fact) => (
              <div key={fact.id}>
                <dt>
                  {fact.label}
                  {fact.help !== undefined && <Help term={fact.help} />}
                </dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
