import {
  createRule,
  getRule,
  type PricedListing,
  type PriceUpdate,
  type Rule,
  undoUpdate,
  updateRule,
} from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  DialogContainer,
  ErrorState,
  Skeleton,
  toast,
  useFormat,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { newRule, type RuleValues, toRuleInput, toValues } from './values.ts';

export interface RulePanelProps {
  listing: PricedListing;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
}

/** Makes the rule of an ad that has none, or edits the one that it has. */
export function RulePanel({ listing, undoes, onClose }: RulePanelProps) {
  return (
    <DialogContainer type="fullscreen" isDismissable={false} onDismiss={onClose}>
      {listing.rule === null ? (
        <NewRule listing={listing} onClose={onClose} />
      ) : (
        <StoredRule
          listing={listing}
          ruleId={listing.rule.id}
          onClose={onClose}
          {...(undoes === undefined ? {} : { undoes })}
        />
      )}
    </DialogContainer>
  );
}

function NewRule({ listing, onClose }: Omit<RulePanelProps, 'undoes'>) {
  const { t } = useTranslation();
  const create = useMutateCall(createRule, {
    invalidates: UPDATE_ENDPOINTS,
    onSuccess: () => {
      toast('positive', t('rule.created'));
      onClose();
    },
  });
  return (
    <RuleDialog
      title={t('rule.title_new')}
      listing={listing}
      initial={newRule(listing.title.slice(0, 120))}
      saveLabel={t('rule.save_new')}
      error={create.error}
      isSaving={create.isPending}
      onSave={(values) => create.mutate({ body: toRuleInput(values, [listing.id]) })}
      onClose={onClose}
    />
  );
}

function StoredRule({ ruleId, ...props }: RulePanelProps & { ruleId: number }) {
  const rule = useQueryCall(getRule, { params: { ruleId } }, { staleTime: 0 });
  if (rule.error !== null) return <ErrorState error={rule.error} onRetry={() => rule.refetch()} />;
  if (rule.data === undefined || rule.isFetching) return <Skeleton rows={8} />;
  return <EditRule key={rule.data.version} rule={rule.data} {...props} />;
}

function EditRule({ rule, listing, undoes, onClose }: RulePanelProps & { rule: Rule }) {
  const { t } = useTranslation();
  const format = useFormat();
  const saved = () => {
    toast(
      'positive',
      undoes === undefined
        ? t('rule.saved')
        : t('update.undo_sent', { price: format.money(undoes.oldPrice, undoes.currencyCode) }),
    );
    onClose();
  };
  const invalidates = [...UPDATE_ENDPOINTS, getRule];
  const update = useMutateCall(updateRule, { invalidates, onSuccess: saved });
  const undo = useMutateCall(undoUpdate, { invalidates, onSuccess: saved });
  const save = (values: RuleValues) => {
    const edit = { rule: toRuleInput(values, rule.listingIds, rule), version: rule.version };
    if (undoes === undefined) update.mutate({ params: { ruleId: rule.id }, body: edit });
    else {
      const params = { ruleId: rule.id, id: undoes.id };
      undo.mutate({ params, body: { choice: 'change_rule', edit } });
    }
  };
  const error: ApiError | null = update.error ?? undo.error;
  return (
    <RuleDialog
      title={t('rule.title_edit')}
      listing={listing}
      stored={rule}
      initial={toValues(rule)}
      saveLabel={
        undoes === undefined
          ? t('rule.save')
          : t('rule.save_and_undo', { price: format.money(undoes.oldPrice, undoes.currencyCode) })
      }
      error={error}
      faultPrefix={undoes === undefined ? 'rule' : 'edit.rule'}
      isSaving={update.isPending || undo.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}
