import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
  useTranslation,
} from '@primazia/kit';
import type { ReactNode } from 'react';
import { AdTitle } from './ad-title.tsx';

interface AdDialogProps {
  title: string;
  /** In px. */
  width: number;
  listing: PricedListing;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that tells of one ad, named under its title. */
export function AdDialog({ title, width, listing, onClose, children }: AdDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog width={width}>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <AdTitle listing={listing} />
        {children}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('ad.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
