import { useEffect, useState } from 'react';
import { useRestOfTexts } from '../../deferred/rest-of-texts.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { ClockIcon, CloudDisconnectedIcon, LockClosedIcon } from '../../icons.ts';
import { Button } from '../../spectrum.ts';
import type { EmbedFault } from '../embedding.ts';

/** The notice above the module; a broken page shows its own notice. */
export type ReportedFault = Exclude<EmbedFault, 'render'>;

const ICONS = {
  'unauthorised-origin': LockClosedIcon,
  'session-ended': LockClosedIcon,
  'other-company': LockClosedIcon,
  offline: CloudDisconnectedIcon,
  maintenance: ClockIcon,
} as const;

interface FaultNoticeProps {
  fault: ReportedFault;
  /** Nothing has been shown yet that could be lost. */
  isFirst: boolean;
  onRetry: () => Promise<void>;
}

/** Shows the fault above the present content, which stays: nothing that was typed is lost. */
export function FaultNotice({ fault, isFirst, onRetry }: FaultNoticeProps) {
  const { t } = useTranslation('kit');
  const [isTrying, setTrying] = useState(false);
  const fetchTexts = useRestOfTexts();
  // Its texts are deferred until a page is shown: without a session none is.
  useEffect(() => {
    void fetchTexts?.();
  }, [fetchTexts]);
  const Icon = ICONS[fault];
  const retry = () => {
    setTrying(true);
    void onRetry().finally(() => setTrying(false));
  };
  const { origin, host } = window.location;
  const said = fault === 'session-ended' && isFirst ? 'no-access' : fault;
  return (
    <div className="pz-embed-notice" role="alert">
      <Icon size="S" aria-hidden="true" />
      <div>
        <p>{t(`embed.${said}.title`)}</p>
        <p>{t(`embed.${said}.text`, { origin, host })}</p>
      </div>
      <Button variant="secondary" onPress={retry} isPending={isTrying}>
        {t('states.retry')}
      </Button>
    </div>
  );
}
