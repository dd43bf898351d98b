import { parseLinks } from '@primazia/backend/monitoring/contract';
import { errorText, MISSING, useMarketplaces, useMutateCall, useTranslation } from '@primazia/kit';
import { Button, TextField } from '@primazia/kit/ui';
import { useState } from 'react';
import { Facts } from './test-facts.tsx';

/** What a link names, as competitors' links are read; no page is opened. */
export function LinkTest() {
  const { t } = useTranslation();
  const marketplaces = useMarketplaces();
  const [link, setLink] = useState('');
  const { mutate, data, error, isPending } = useMutateCall(parseLinks);
  const [read] = data?.results ?? [];
  const code = (value: string | null) => (value === null ? MISSING : <code>{value}</code>);
  return (
    <section className="test-page__part">
      <h2>{t('test_page.link.title')}</h2>
      <form
        className="test-page__form"
        onSubmit={(event) => {
          event.preventDefault();
          if (link.trim() !== '') mutate({ body: { links: [link.trim()] } });
        }}
      >
        <TextField
          label={t('test_page.link.label')}
          inputMode="url"
          autoComplete="off"
          value={link}
          onChange={setLink}
          width="100%"
        />
        <Button variant="primary" type="submit" isDisabled={link.trim() === '' || isPending}>
          {t('test_page.link.read')}
        </Button>
      </form>
      {error !== null && <p role="alert">{errorText(t, error)}</p>}
      {read && (
        <div role="status">
          <Facts
            facts={[
              [t('test_page.link.kind'), t(`test_page.link.kinds.${read.kind}`)],
              [
                t('test_page.link.marketplace'),
                (read.marketplaceId !== null && marketplaces.of(read.marketplaceId)?.name) ||
                  MISSING,
              ],
              [t('test_page.link.id'), code(read.id)],
              [t('test_page.link.item'), code(read.itemId)],
              [t('test_page.link.seller'), code(read.sellerId)],
              [t('test_page.link.canonical'), code(read.canonical)],
            ]}
          />
        </div>
      )}
    </section>
  );
}
