import {
  typePrice,
  type WatchedCompetitor,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { PriceField } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { useState } from 'react';

interface PriceDialogProps {
  competitor: WatchedCompetitor;
  currencyCode: string;
  onClose: () => void;
}

/** Records a competitor's price that a person saw. */
export function PriceDialog({ competitor, currencyCode, onClose }: PriceDialogProps) {
  const { t } = useTranslation();
  const [price, setPrice] = useState(competitor.offer?.price ?? null);
  const [shippingPrice, setShipping] = useState(competitor.offer?.shippingPrice ?? null);
  const { isPending, mutate } = useMutateCall(typePrice, {
    invalidates: [watchedCompetitors],
    onSuccess: onClose,
    onError: (error) => showError(t, error),
  });
  const save = () => {
    if (price === null) return;
    mutate({ params: { competitorId: competitor.id }, body: { price, shippingPrice } });
  };
  return (
    <Dialog size="M">
      <Heading>{t('watch.price_title')}</Heading>
      <Divider />
      <Content>
        <p>{t('watch.price_hint')}</p>
        <PriceField
          label={t('watch.price')}
          value={price}
          onChange={setPrice}
          currency={currencyCode}
          isRequired
          autoFocus
        />
        <PriceField
          label={t('watch.shipping_price')}
          description={t('watch.shipping_hint')}
          value={shippingPrice}
          onChange={setShipping}
          currency={currencyCode}
        />
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('watch.close')}
        </Button>
        <Button variant="primary" isPending={isPending} isDisabled={price === null} onPress={save}>
          {t('watch.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
