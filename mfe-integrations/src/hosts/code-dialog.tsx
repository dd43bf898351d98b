import type { Host } from '@primazia/backend/identity/contract';
import { useSession, useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, Content, Dialog, DialogContainer, Heading } from '@primazia/kit/ui';
import { CodeBlock } from './code-block.tsx';
import { pageLines, serverLines } from './snippets.ts';
import { useEmbeddable } from './use-embeddable.ts';

interface CodeDialogProps {
  /** Null: closed. */
  host: Host | null;
  onClose: () => void;
}

/** What a host's page and its server need, ready to copy. */
export function CodeDialog({ host, onClose }: CodeDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {host !== null && <Code host={host} onClose={onClose} />}
    </DialogContainer>
  );
}

function Code({ host, onClose }: { host: Host; onClose: () => void }) {
  const { t } = useTranslation();
  const { companyId } = useSession();
  const embeddable = useEmbeddable();
  const place = { baseUrl: window.location.origin, companyId: companyId ?? 0 };
  const lines = pageLines(host, embeddable, place);
  return (
    <Dialog size="L" UNSAFE_className="dialog">
      <Heading>{t('hosts.code.title', { issuer: host.issuer })}</Heading>
      <Content>
        <div className="dialog__fields">
          <p>{t('hosts.code.text')}</p>
          {lines !== null && <CodeBlock title={t('hosts.code.page')} code={lines} />}
          <CodeBlock title={t('hosts.code.server')} code={serverLines(host, place)} />
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
