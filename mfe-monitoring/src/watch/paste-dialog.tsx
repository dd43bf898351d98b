import {
  type AddedLink,
  MAX_LINKS,
  watchedCompetitors,
  watchLinks,
} from '@primazia/backend/monitoring/contract';
import { showError, useMarketplaces, useMutateCall, useTranslation } from '@primazia/kit';
import { TextArea } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { useState } from 'react';

/** Adds pasted links, one a line, and shows the result of each. */
export function PasteDialog({ listingId, onClose }: { listingId: number; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const taking = useMarketplaces().all.filter(({ traits }) => traits.takesCompetitorLinks);
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly AddedLink[] | null>(null);
  const { mutate, isPending } = useMutateCall(watchLinks, {
    invalidates: [watchedCompetitors],
    onSuccess: (answer) => {
      setResults(answer.results);
      setText(
        answer.results
          .filter(({ outcome }) => outcome === 'refused')
          .map(({ link }) => link)
          .join('\n'),
      );
    },
    onError: (error) => showError(t, error),
  });
  const links = text.split(/\s+/).filter(Boolean);
  const isTooMany = links.length > MAX_LINKS;
  return (
    <Dialog size="L">
      <Heading>{t('watch.paste_title')}</Heading>
      <Divider />
      <Content>
        <TextArea
          label={t('watch.links')}
          description={t('watch.links_hint', {
            marketplaces: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
              taking.map(({ name }) => name),
            ),
            most: MAX_LINKS,
          })}
          value={text}
          onChange={setText}
          width="100%"
          autoFocus
          {...(isTooMany && {
            validationState: 'invalid' as const,
            errorMessage: t('watch.too_many', { most: MAX_LINKS }),
          })}
        />
        {results !== null && (
          <>
            <p role="status">
              {t('watch.added', {
                count: results.filter(({ outcome }) => outcome === 'added').length,
                all: results.length,
              })}
            </p>
            <ul className="watched-results">
              {results.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same link may have been pasted twice
                <li key={index}>
                  <code>{one.link}</code>
                  <span>{one.text ?? t(`watch.outcome.${one.outcome}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('watch.close')}
        </Button>
        <Button
          variant="primary"
          isPending={isPending}
          isDisabled={links.length === 0 || isTooMany}
          onPress={() => mutate({ params: { listingId }, body: { links } })}
        >
          {t('watch.add')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
