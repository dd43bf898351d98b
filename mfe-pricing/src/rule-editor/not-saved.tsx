import type { Fault } from '@primazia/backend/kernel/problem';
import { type ApiError, errorText, faultText, useTranslation } from '@primazia/kit';
import { Content, Heading, InlineAlert } from '@primazia/kit/ui';
import type { RuleValues } from '../rule/fields.ts';
import { ConflictNotice, type EditConflict } from './edit-conflict.tsx';

const UNAUTHORIZED = 401;

interface NotSavedProps {
  /** Why the last saving failed. */
  error: ApiError | null;
  /** The faults of it without a field in the form. */
  homeless: readonly Fault[];
  /** Null: no other person saved meanwhile. */
  conflict: EditConflict | null;
  /** What was changed in the form. */
  mine: () => Partial<RuleValues>;
}

/** Shows that the rule could not be saved, and why; nothing where its fields show it. */
export function NotSaved({ error, homeless, conflict, mine }: NotSavedProps) {
  const { t } = useTranslation();
  if (conflict !== null) {
    const { onKeep, ...shown } = conflict;
    return (
      <ConflictNotice
        key={String(error)}
        {...shown}
        {...(onKeep === undefined ? {} : { onKeep: () => onKeep(mine()) })}
        autoFocus={error !== null}
      />
    );
  }
  if (error === null || (error.faults.length > 0 && homeless.length === 0)) return null;
  const refusalText = () => {
    if (error.status === UNAUTHORIZED) return t('rule.session_ended');
    if (homeless.length === 0) return errorText(t, error);
    // A hundred listings may have the same fault.
    return [...new Set(homeless.map((fault) => faultText(t, fault)))].join(' ');
  };
  return (
    <InlineAlert variant="negative" autoFocus>
      <Heading>{t('rule.not_saved')}</Heading>
      <Content>{refusalText()}</Content>
    </InlineAlert>
  );
}
