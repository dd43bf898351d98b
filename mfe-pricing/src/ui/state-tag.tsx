import { knownOf } from '@primazia/backend/kernel/open-enum';
import { useTranslation } from '@primazia/kit';
import { ClockIcon, StatusTag } from '@primazia/kit/ui';
import type { ComponentProps } from 'react';

type TagStyle = Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>;
/** How each of some states looks. */
export type TagStyles<State extends string> = Readonly<Record<State, TagStyle>>;

/** Of a state that the server has and this page does not know. */
const UNKNOWN: TagStyle = { tone: 'neutral', icon: ClockIcon };

interface StateTagProps {
  state: string;
  styles: TagStyles<string>;
  /** The key below which each state has its word. */
  words: string;
}

/** A state in one word. */
export function StateTag({ state, styles, words }: StateTagProps) {
  const { t } = useTranslation();
  const key: string = `${words}.${state}`;
  return <StatusTag {...(knownOf(styles, state) ?? UNKNOWN)}>{t(key)}</StatusTag>;
}
