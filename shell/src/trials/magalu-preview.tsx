import { InfoIcon, TextField, useTranslation } from '@primazia/kit';
import { PriceField } from '@primazia/kit/form';
import { useState } from 'react';
import { magaluPriceCall } from './magalu-call.ts';

/** Stands where the seller's own channel would. */
const CHANNEL = '00000000-0000-0000-0000-000000000000';

/** Shows the call by which a price would go to Magalu. Nothing is sent: nobody is connected there. */
export function MagaluPreview() {
  const { t } = useTranslation();
  const [sku, setSku] = useState('SKU-1');
  const [price, setPrice] = useState<number | null>(94.9);
  const call =
    price === null || sku.trim() === '' ? null : magaluPriceCall(sku.trim(), price, CHANNEL);
  return (
    <section className="trial-part" aria-labelledby="trial-magalu">
      <h2 id="trial-magalu" className="trial-heading">
        {t('trial.magalu.title')}
      </h2>
      <p className="trial-lead">{t('trial.magalu.lead')}</p>
      <div className="trial-fields">
        <TextField label="SKU" value={sku} onChange={setSku} width="100%" maxLength={60} />
        <PriceField
          label={t('trial.magalu.price')}
          currency="BRL"
          value={price}
          onChange={setPrice}
        />
      </div>
      <figure className="trial-figure">
        <figcaption className="trial-name">{t('trial.magalu.call')}</figcaption>
        <pre className="trial-call">
          {call === null
            ? '—'
            : `${call.method} ${call.path}\n\n${JSON.stringify(call.body, null, 2)}`}
        </pre>
      </figure>
      <p className="trial-note">
        <InfoIcon size="S" aria-hidden="true" />
        {t('trial.magalu.note')}
      </p>
    </section>
  );
}
