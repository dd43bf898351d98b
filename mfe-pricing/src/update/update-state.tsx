import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { UpdateStateTag } from './state-tag.tsx';
import { waitsFor } from './waits-for.ts';

/** The state of an update, and what it waits for, or who decided it. */
export function UpdateState({ update }: { update: PriceUpdate }) {
  const { t } = useTranslation();
  return (
    <span className="pz-two-lines">
      <UpdateStateTag {...update} />
      <span className="pz-two-lines-small">
        {update.state === 'pending'
          ? t(`update.waits_for.${waitsFor(update)}`)
          : (update.decidedBy ?? t('history.engine'))}
      </span>
    </span>
  );
}
