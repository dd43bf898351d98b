import { useTranslation } from '@primazia/kit';
import { Button, ButtonGroup, Content, Heading, InlineAlert } from '@primazia/kit/ui';
import type { RuleChange } from '../rule/changes.ts';
import type { RuleValues } from '../rule/fields.ts';

interface ConflictNoticeProps {
  title: string;
  text: string;
  /** What another person changed, where that is known. */
  changes?: readonly RuleChange[];
  action: string;
  onAction: () => void;
  /** Goes on from what was saved, with what was changed here on top of it. */
  onKeep?: () => void;
}

/** Another person saved meanwhile, as the form of a rule shows it. */
export interface EditConflict extends Omit<ConflictNoticeProps, 'onKeep'> {
  /** Goes on from there with what was changed in the form; absent: that cannot be had. */
  onKeep?: (mine: Partial<RuleValues>) => void;
}

/** Another person saved meanwhile: what they changed, and the ways to go on. */
export function ConflictNotice({
  title,
  text,
  changes = [],
  action,
  onAction,
  onKeep,
  autoFocus,
}: ConflictNoticeProps & { autoFocus: boolean }) {
  const { t } = useTranslation();
  return (
    <InlineAlert variant="negative" autoFocus={autoFocus}>
      <Heading>{title}</Heading>
      <Content>
        <p className="rule__notice-text">{text}</p>
        {changes.length > 0 && (
          <dl className="rule__changes" aria-label={t('rules.changed_there')}>
            {changes.map(({ field, label, before, after }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd>
                  {before} <span aria-hidden="true">→</span> <strong>{after}</strong>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <ButtonGroup>
          {onKeep !== undefined && (
            <Button variant="primary" onPress={onKeep}>
              {t('rules.keep_mine')}
            </Button>
          )}
          <Button variant={onKeep === undefined ? 'primary' : 'secondary'} onPress={onAction}>
            {action}
          </Button>
        </ButtonGroup>
      </Content>
    </InlineAlert>
  );
}
