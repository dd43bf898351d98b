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
  /** Continues from the saved version, with the changes of this form on top. */
  onKeep?: () => void;
}

/** Another person saved meanwhile, as the form of a rule shows it. */
export interface EditConflict extends Omit<ConflictNoticeProps, 'onKeep'> {
  /** Continues from there with the changes of the form; absent: that is not possible. */
  onKeep?: (mine: Partial<RuleValues>) => void;
}

/** Another person saved meanwhile: what they changed, and the choices to continue. */
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
