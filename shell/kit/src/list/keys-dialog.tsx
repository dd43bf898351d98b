import { useTranslation } from '../i18n/i18n.ts';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '../spectrum.ts';

const KEYS = ['/', 'j', 'k', 'Enter', '?'] as const;
const TEXTS = {
  '/': 'keys.search',
  j: 'keys.next',
  k: 'keys.previous',
  Enter: 'keys.open',
  '?': 'keys.help',
} as const satisfies Record<(typeof KEYS)[number], string>;

/** The list of keys. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <DialogContainer onDismiss={onClose}>
      {isOpen && (
        <Dialog size="S">
          <Heading>{t('keys.title')}</Heading>
          <Content>
            <dl className="pz-keys">
              {KEYS.map((key) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
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
