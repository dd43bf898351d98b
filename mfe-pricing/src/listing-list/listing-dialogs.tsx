import type { PricedListing } from '@primazia/backend/pricing/contract';
import { lazily } from '@primazia/kit';
import { AdCell, DialogContainer } from '@primazia/kit/ui';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { pickerType } from '../ui/dialog-type.ts';

const CompetitorsDialog = lazily(
  async () => (await import('../competitors/competitors-dialog.tsx')).CompetitorsDialog,
);
const StrategyDialog = lazily(
  async () => (await import('../strategy/strategy-dialog.tsx')).StrategyDialog,
);
const WhyNoChange = lazily(async () => (await import('../listing/why-no-change.tsx')).WhyNoChange);
const HealthDialog = lazily(
  async () => (await import('../listing/health-dialog.tsx')).HealthDialog,
);
const VariationsDialog = lazily(
  async () => (await import('../listing/variations-dialog.tsx')).VariationsDialog,
);

/** Functions that open a dialog about one listing. The functions never change: rows that hold them render once. */
interface OpenListingDialog {
  health: (listing: PricedListing) => void;
  variations: (listing: PricedListing) => void;
  competitors: (listing: PricedListing) => void;
  /** Of a listing under a rule. */
  strategy: (listing: PricedListing) => void;
  /** Why its price stays. */
  why: (listing: PricedListing) => void;
}

const ListingDialogsContext = createContext<OpenListingDialog | null>(null);

/** @throws Error outside of `ListingDialogs` */
export function useListingDialogs(): OpenListingDialog {
  const open = useContext(ListingDialogsContext);
  if (open === null) throw new Error('useAdDialogs stands outside of ListingDialogs');
  return open;
}

interface Opened {
  kind: keyof OpenListingDialog;
  listing: PricedListing;
}

/** A list of listings, and the dialogs about one of them. */
export function ListingDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // Columns need all the room that a narrow screen has.
  const [tableType] = useState(pickerType);
  const open = useMemo(
    (): OpenListingDialog => ({
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
    <ListingDialogsContext value={open}>
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
    </ListingDialogsContext>
  );
}

/** A listing in a list, whose health and variations can be opened. */
export function ListingInList({ listing }: { listing: PricedListing }) {
  const open = useListingDialogs();
  return (
    <AdCell
      listing={listing}
      onHealth={() => open.health(listing)}
      onVariations={() => open.variations(listing)}
    />
  );
}
