import type { PricedListing } from '@primazia/backend/pricing/contract';
import { AdCell, DialogContainer, lazily } from '@primazia/kit';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { pickerType } from '../rule/panel-type.ts';

const CompetitorsDialog = lazily(
  async () => (await import('../competitors/competitors-dialog.tsx')).CompetitorsDialog,
);
const StrategyDialog = lazily(
  async () => (await import('../strategy/strategy-dialog.tsx')).StrategyDialog,
);
const WhyNoChange = lazily(async () => (await import('../update/why-no-change.tsx')).WhyNoChange);
const HealthDialog = lazily(async () => (await import('./health-dialog.tsx')).HealthDialog);
const VariationsDialog = lazily(
  async () => (await import('./variations-dialog.tsx')).VariationsDialog,
);

/** What opens a dialog about one ad. The same functions for ever: rows that hold them are drawn once. */
interface OpenAdDialog {
  health: (listing: PricedListing) => void;
  variations: (listing: PricedListing) => void;
  competitors: (listing: PricedListing) => void;
  /** Of an ad under a rule. */
  strategy: (listing: PricedListing) => void;
  /** Why its price stays. */
  why: (listing: PricedListing) => void;
}

const OpenAd = createContext<OpenAdDialog | null>(null);

/** @throws Error outside of `AdDialogs` */
export function useAdDialogs(): OpenAdDialog {
  const open = useContext(OpenAd);
  if (open === null) throw new Error('useAdDialogs stands outside of AdDialogs');
  return open;
}

interface Opened {
  kind: keyof OpenAdDialog;
  listing: PricedListing;
}

/** A list of ads, over which the dialogs about one of them open. */
export function AdDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // Columns need all the room that a narrow screen has.
  const [tableType] = useState(pickerType);
  const open = useMemo(
    (): OpenAdDialog => ({
      health: (listing) => setOpened({ kind: 'health', listing }),
      variations: (listing) => setOpened({ kind: 'variations', listing }),
      competitors: (listing) => setOpened({ kind: 'competitors', listing }),
      strategy: (listing) => setOpened({ kind: 'strategy', listing }),
      why: (listing) => setOpened({ kind: 'why', listing }),
    }),
    [],
  );
  const close = () => setOpened(null);
  return (
    <OpenAd value={open}>
      {children}
      <DialogContainer onDismiss={close}>
        {opened?.kind === 'health' && <HealthDialog listing={opened.listing} onClose={close} />}
        {opened?.kind === 'variations' && (
          <VariationsDialog listing={opened.listing} onClose={close} />
        )}
        {opened?.kind === 'strategy' && <StrategyDialog listing={opened.listing} onClose={close} />}
        {opened?.kind === 'why' && <WhyNoChange listing={opened.listing} onClose={close} />}
      </DialogContainer>
      <DialogContainer type={tableType} onDismiss={close}>
        {opened?.kind === 'competitors' && (
          <CompetitorsDialog listing={opened.listing} onClose={close} />
        )}
      </DialogContainer>
    </OpenAd>
  );
}

/** An ad in a list, whose health and variations can be opened. */
export function AdOfList({ listing }: { listing: PricedListing }) {
  const open = useAdDialogs();
  return (
    <AdCell
      listing={listing}
      onHealth={() => open.health(listing)}
      onVariations={() => open.variations(listing)}
    />
  );
}
