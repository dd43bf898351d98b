import { type AdTarget, explainBid } from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useQueryCall, useTranslation } from '@primazia/kit';
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
import { DecisionSteps } from './decision-steps.tsx';

interface BidDialogProps {
  campaignId: number;
  target: AdTarget;
  onClose: () => void;
}

/** The reason of the engine's bid: every step, and the bids that were not chosen. */
export function BidDialog({ campaignId, target, onClose }: BidDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQueryCall(explainBid, {
    params: { campaignId, targetId: target.id },
  });
  return (
    <Dialog size="L">
      <Heading>{t('bid.title', { name: target.text })}</Heading>
      <Divider />
      <Content>
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={5} />
          ) : (
            <ErrorState error={error} onRetry={refetch} />
          )
        ) : (
          <div className="bid">
            <dl className="campaign__facts">
              <div>
                <dt>{t('bid.now')}</dt>
                <dd>{format.money(target.bid, data.currencyCode)}</dd>
              </div>
              <div>
                <dt>{t(`ads.outcome.${data.decision.outcome}`)}</dt>
                <dd>{format.money(data.decision.bid, data.currencyCode)}</dd>
              </div>
              <div>
                <dt>{t('bid.would_be')}</dt>
                <dd>{format.money(data.decision.wouldBe, data.currencyCode)}</dd>
              </div>
              <div>
                <dt>{t('bid.break_even')}</dt>
                <dd>
                  {data.decision.margin === null
                    ? MISSING
                    : format.money(data.decision.margin.breakEvenCpc, data.currencyCode)}
                </dd>
              </div>
            </dl>
            <DecisionSteps {...data.decision} currencyCode={data.currencyCode} />
          </div>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('bid.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
