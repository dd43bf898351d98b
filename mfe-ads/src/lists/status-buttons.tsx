import { type AdsChangeBody, MAX_BULK_CHANGES } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { ActionButton, PauseIcon, PlayIcon, Text } from '@primazia/kit/ui';
import { useBulkChange } from './use-bulk-change.ts';

interface StatusButtonsProps {
  /** The chosen objects, with their status and campaign. */
  chosen: readonly { campaignId: number; objectId: number; status: string }[];
  object: AdsChangeBody['object'];
  onDone: () => void;
}

const NEXT = [
  { from: 'ENABLED', to: 'PAUSED', icon: PauseIcon },
  { from: 'PAUSED', to: 'ENABLED', icon: PlayIcon },
] as const;

/** Pauses or resumes the chosen objects; each button shows how many. */
export function StatusButtons({ chosen, object, onDone }: StatusButtonsProps) {
  const { t } = useTranslation();
  const { change, isPending } = useBulkChange(onDone);
  return NEXT.map(({ from, to, icon: Icon }) => {
    const its = chosen.filter(({ status }) => status === from);
    return (
      its.length > 0 && (
        <ActionButton
          key={to}
          isDisabled={isPending || its.length > MAX_BULK_CHANGES}
          onPress={() =>
            change(
              its.map(({ campaignId, objectId }) => ({
                campaignId,
                change: { object, objectId, status: to },
              })),
            )
          }
        >
          <Icon />
          <Text>{t(`bulk.to.${to}`, { count: its.length })}</Text>
        </ActionButton>
      )
    );
  });
}
