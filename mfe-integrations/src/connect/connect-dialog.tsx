import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { type MarketplaceChoice, marketplaces } from '@primazia/backend/integrations/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  ErrorState,
  Heading,
  LinkOutIcon,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { namedIn } from '../marketplace/named-in.ts';
import { MarketplaceField, RegionField } from './choice-fields.tsx';
import { useConsent } from './use-consent.ts';

interface ConnectDialogProps {
  /** The account to connect again; absent: a new one. */
  account?: AccountIntegration;
  /** The marketplace to begin with. */
  slug?: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses the account to connect, explains the next steps, and redirects to the marketplace. */
export function ConnectDialog({ isOpen, onClose, ...more }: ConnectDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && <Connect {...more} onClose={onClose} />}
    </DialogContainer>
  );
}

const FIRST_PLACE = 'BR';

/** The preselected country of a marketplace. */
const placeOf = (choice: MarketplaceChoice | undefined, wished: string | null): string | null => {
  const countries = choice?.countries ?? [];
  return (
    [wished, FIRST_PLACE].find((code) => code !== null && countries.includes(code)) ??
    countries[0] ??
    null
  );
};

function Connect({ account, slug: first, onClose }: Omit<ConnectDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(marketplaces, {});
  const [chosen, setChosen] = useState(first ?? null);
  const [region, setRegion] = useState(account?.countryCode ?? null);
  const { begin, isPending, address } = useConsent();
  const choice = data?.find(({ id, slug }) =>
    account === undefined ? slug === chosen : id === account.marketplaceId,
  );
  const countryCode = placeOf(choice, region);
  const isReady = choice?.offer === 'offered' && countryCode !== null;
  const go = () =>
    isReady && begin({ marketplace: choice.slug, countryCode, accountId: account?.id ?? null });
  return (
    <Dialog size="M" UNSAFE_className="dialog">
      <Heading>{account ? t('connect.anew', { name: account.name }) : t('connect.title')}</Heading>
      <Content>
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={4} />
          ) : (
            <ErrorState error={error} onRetry={refetch} />
          )
        ) : (
          <div className="dialog__fields">
            {account ? (
              <p>{t('connect.sign_in_as', { name: account.name, seller: account.sellerId })}</p>
            ) : (
              <MarketplaceField choices={data} value={chosen} onChange={setChosen} />
            )}
            {choice && !account && (
              <RegionField choice={choice} value={countryCode} onChange={setRegion} />
            )}
            {choice && <WhatFollows choice={choice} />}
            {choice && address !== null && (
              <p role="status">
                <a href={address} target="_blank" rel="noreferrer" onClick={onClose}>
                  {t('connect.open', namedIn(choice))} <LinkOutIcon size="XS" />
                </a>
              </p>
            )}
          </div>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        {address === null && (
          <Button variant="accent" isDisabled={!isReady} isPending={isPending} onPress={go}>
            {choice ? t('connect.go', namedIn(choice)) : t('connect.go_on')}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}

/** What the marketplace will show, and what the product may do afterwards. */
function WhatFollows({ choice }: { choice: MarketplaceChoice }) {
  const { t } = useTranslation();
  return (
    <ol className="connect__steps">
      <li>{t('connect.step.sign_in', namedIn(choice))}</li>
      <li>{t('connect.step.agree')}</li>
      <li>{t('connect.step.name')}</li>
    </ol>
  );
}
