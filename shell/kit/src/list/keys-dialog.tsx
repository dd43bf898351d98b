import { useTranslation } from '../i18n/i18n.ts';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '../spectrum.ts';

const TEXTS = {
  '/': 'keys.search',
  j: 'keys.next',
  k: 'keys.previous',
  Space: 'keys.tick',
  Enter: 'keys.open',
  '?': 'keys.help',
} as const;
export type ListKey = keyof typeof TEXTS;

interface KeysDialogProps {
  /** The keys that have a function in this list. */
  keys: readonly ListKey[];
  isOpen: boolean;
  onClose: () => void;
}

/** The list of keys. */
export function KeysDialog({ keys, isOpen, onClose }: KeysDialogProps) {
  const { t } = useTranslation('kit');
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && (
        <Dialog size="S">
          <Heading>{t('keys.title')}</Heading>
          <Content>
            <dl className="pz-keys">
              {keys.map((key) => (
                <div key={key}>
                  <dt>
                    <kbd>{key === 'Space' ? t('keys.space') : key}</kbd>
                  </dt>
                  <dd>{t(TEXTS[key])}</dd>
                </div>
              ))}
            </dl>
          </Content>
          <ButtonGroup>
            <Button variant="secondary" onPress={onClose}>
              {t('keys.close')}
            </Button>
          </ButtonGroup>
        </Dialog>
      )}
    </DialogContainer>
  );
}
