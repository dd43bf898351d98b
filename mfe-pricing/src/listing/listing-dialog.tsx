import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import type { ReactNode } from 'react';
import { ListingTitle } from './listing-title.tsx';

interface ListingDialogProps {
  title: string;
  /** In px. */
  width: number;
  listing: PricedListing;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog about one listing, which is named under the title. */
export function ListingDialog({ title, width, listing, onClose, children }: ListingDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog width={width}>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <ListingTitle listing={listing} />
        {children}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('listing.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
