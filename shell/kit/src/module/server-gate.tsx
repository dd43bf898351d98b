import { health } from '@primazia/backend/platform/contract';
import { createElement, type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '../api/error.ts';
import { useKit } from '../context/kit-context.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { ClockIcon } from '../icons.ts';
import { Button } from '../spectrum.ts';
import { Notice } from '../states/states.tsx';

/**
 * Renders a module unless the server is older than the module: then it shows a notice instead. It opens as soon as any answer has
 * the new version.
 */
export function ServerGate({ needs, children }: { needs: number; children: ReactNode }) {
  const { api } = useKit();
  const { server } = useSnapshot(api.connection);
  if (server === undefined || server >= needs) return children;
  return <OlderServer needs={needs} server={server} />;
}

/** The gate around what a router shows (its `InnerWrap`). */
export const gateFor =
  (needs: number) =>
  ({ children }: { children: ReactNode }) =>
    createElement(ServerGate, { needs, children });

function OlderServer({ needs, server }: { needs: number; server: number }) {
  const { t } = useTranslation('kit');
  const { api } = useKit();
  const [state, setState] = useState<'shown' | 'asking' | 'asked'>('shown');
  const ask = async () => {
    setState('asking');
    try {
      // Its answer tells the version, as every answer does.
      await api.call(health, {});
    } catch (error) {
      // An unavailable server is reported at the top of the page.
      if (!(error instanceof ApiError)) throw error;
    }
    setState('asked');
  };
  return (
    <Notice
      role="alert"
      heading="h1"
      icon={<ClockIcon size="L" />}
      title={t('states.older-server.title')}
      text={t('states.older-server.text', { needs, server })}
      more={state === 'asked' ? t('states.older-server.still') : undefined}
      action={
        <Button variant="primary" onPress={() => void ask()} isPending={state === 'asking'}>
          {t('states.retry')}
        </Button>
      }
    />
  );
}
