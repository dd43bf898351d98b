import {
  previewUndo,
  startUndo,
  type Undo,
  UndoRule,
  type UndoScope,
} from '@primazia/backend/pricing/contract';
import { showError, useFormat, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import { Radio, RadioGroup } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { useHeldDialog } from '../ui/held-dialog.tsx';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import { UndoEffects, UndoItems, UndoRefused, UndoWarnings } from './undo-report.tsx';
import { UndoResult } from './undo-result.tsx';

/** How many listings are shown at first, and how many more with each press. */
const STEP = 10;

interface UndoManyProps {
  scope: UndoScope;
  /** What is undone, in words. */
  said: string;
  /** Goes back to where the scope was chosen; absent: it was ticked. */
  onBack?: () => void;
  onStarted?: () => void;
  onClose: () => void;
}

/** What an undo of many updates would restore, before it is done; then its progress. */
export function UndoManyDialog(props: UndoManyProps) {
  const [id, setId] = useState<number | null>(null);
  if (id !== null) return <UndoResult id={id} onClose={props.onClose} />;
  return (
    <Confirm
      {...props}
      onUndo={(undo) => {
        props.onStarted?.();
        setId(undo.id);
      }}
    />
  );
}

function Confirm(props: UndoManyProps & { onUndo: (undo: Undo) => void }) {
  const { scope, said, onBack, onClose, onUndo } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [rule, setRule] = useState<UndoRule | null>(null);
  const preview = useQueryCall(previewUndo, { body: scope }, { keepPrevious: false, staleTime: 0 });
  const { error, refetch } = preview;
  // A cached answer is not shown: it may be out of date.
  const data = preview.isFetchedAfterMount ? preview.data : undefined;
  const start = useMutateCall(startUndo, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: onUndo,
    onError: (failure) => {
      showError(t, failure);
      // The preview is too old to be confirmed: it is fetched again.
      if (failure.code === 'preview_expired') refetch();
    },
  });
  useHeldDialog(start.isPending);
  const count = data?.counts.open ?? 0;
  const number = format.integer(count);
  const confirm = () => {
    if (rule === null || data === undefined) return;
    start.mutate({ body: { ...scope, rule, seenAt: data.seenAt } });
  };
  return (
    <Dialog width={680}>
      <Heading>{t('undo.many.title')}</Heading>
      <Divider />
      <Content>
        <div className="undo-many">
          <p>{said}</p>
          {data === undefined ? (
            error === null ? (
              <Skeleton rows={6} />
            ) : (
              <ErrorState error={error} onRetry={refetch} />
            )
          ) : (
            <>
              <p role="status" className="undo-many__sum">
                {count === 0
                  ? t(data.progress.total === 0 ? 'undo.many.none' : 'undo.many.nothing')
                  : t('undo.many.count', { count, number })}
              </p>
              <UndoEffects effects={data.effects} />
              <UndoWarnings counts={data.counts} />
              {count > 0 && (
                <RadioGroup
                  label={t('undo.many.choice')}
                  value={rule ?? ''}
                  onChange={(value) => setRule(UndoRule.parse(value))}
                >
                  <Radio value="keep">{t('undo.many.keep')}</Radio>
                  <Radio value="disable">
                    {t('undo.many.disable', {
                      count: data.rules.length,
                      rules: rulesText(data.rules),
                    })}
                  </Radio>
                </RadioGroup>
              )}
              <UndoRefused refused={data.refused} />
              <FirstListings undo={data} />
            </>
          )}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" isDisabled={start.isPending} onPress={onBack ?? onClose}>
          {t('action.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={rule === null || count === 0}
          isPending={start.isPending}
          onPress={confirm}
        >
          {count === 0 ? t('action.undo') : t('undo.many.confirm', { count, number })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** How many rules are named; the others are only mentioned. */
const NAMED = 3;

const rulesText = (rules: Undo['rules']): string => {
  const names = rules.slice(0, NAMED).map(({ name }) => name);
  return rules.length > NAMED ? `${names.join(', ')} …` : names.join(', ');
};

/** The first listings, those that stay as they are before the others. */
function FirstListings({ undo }: { undo: Undo }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  const { items, progress } = undo;
  const left = items.length - shown;
  if (items.length === 0) return null;
  return (
    <section className="undo-many__section">
      <h3>{t('undo.many.listings')}</h3>
      <UndoItems items={items.slice(0, shown)} />
      {left > 0 && (
        <button type="button" className="pz-text-button" onClick={() => setShown(shown + STEP)}>
          {t('selection.more', { count: left })}
        </button>
      )}
      {progress.total > items.length && left <= 0 && (
        <p className="hint">{t('undo.many.cut', { number: format.integer(items.length) })}</p>
      )}
    </section>
  );
}
