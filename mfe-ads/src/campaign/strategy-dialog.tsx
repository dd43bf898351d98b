import {
  adsChanges,
  CAMPAIGN_STRATEGIES,
  type Campaign,
  type CampaignStrategyBody,
  getCampaign,
  setCampaignStrategy,
} from '@primazia/backend/ads/contract';
import { showError, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, LeaveGuard, PercentControl, RadioControl } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading, toast } from '@primazia/kit/ui';
import { useForm, useWatch } from 'react-hook-form';

type Strategy = CampaignStrategyBody['strategy'];
type Automation = CampaignStrategyBody['automation'];

interface StrategyValues {
  strategy: string;
  goalAcos: number | null;
  automation: string;
}

interface StrategyDialogProps {
  campaign: Campaign;
  /** Whether the marketplace lets bids be changed. */
  writes: boolean;
  onClose: () => void;
}

const FORM = 'campaign-strategy';
const STRATEGIES = Object.keys(CAMPAIGN_STRATEGIES) as Strategy[];
const AUTOMATIONS: readonly Automation[] = ['off', 'proposed', 'automatic'];

/** The strategy of a campaign, and what happens with the bids that follow from it. */
export function StrategyDialog({ campaign, writes, onClose }: StrategyDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { control, formState, handleSubmit, setError } = useForm<StrategyValues>({
    defaultValues: {
      strategy: campaign.strategy,
      goalAcos: campaign.goalAcos,
      automation: campaign.automation,
    },
  });
  const strategy = useWatch({ control, name: 'strategy' }) as Strategy;
  const isNone = strategy === 'none';
  const { goal } = CAMPAIGN_STRATEGIES[strategy];
  const range = {
    from: format.percent(goal.initialValue / 100),
    to: format.percent(goal.finalValue / 100),
  };
  const { mutate, isPending, isSuccess } = useMutateCall(setCampaignStrategy, {
    invalidates: [getCampaign, adsChanges],
    onSuccess: ({ automation }) => {
      toast('positive', t(automation === 'off' ? 'strategy.saved' : 'strategy.decides'));
      onClose();
    },
    onError: (error) => {
      const fields = ['strategy', 'goalAcos', 'automation'] as const;
      const homeless = faultsToForm(error, setError, t, { fields: [...fields] });
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  const save = ({ goalAcos, automation }: StrategyValues) =>
    mutate({
      params: { campaignId: campaign.id },
      body: {
        strategy,
        goalAcos: isNone ? null : goalAcos,
        automation: isNone || !writes ? 'off' : (automation as Automation),
      },
    });
  return (
    <Dialog size="M">
      <Heading>{t('strategy.title', { name: campaign.name })}</Heading>
      <Divider />
      <Content>
        <LeaveGuard when={formState.isDirty && !isSuccess} staysOnPage />
        <form id={FORM} className="campaign-strategy" noValidate onSubmit={handleSubmit(save)}>
          <RadioControl
            control={control}
            name="strategy"
            label={t('campaigns.column.strategy')}
            options={STRATEGIES.map((value) => ({
              value,
              label: t(`ads.strategy.${value}`),
              description: t(`strategy.text.${value}`),
            }))}
          />
          {!isNone && (
            <PercentControl
              control={control}
              name="goalAcos"
              label={t('strategy.goal', range)}
              description={t('strategy.goal_text')}
            />
          )}
          {!isNone && writes && (
            <RadioControl
              control={control}
              name="automation"
              label={t('strategy.automation')}
              options={AUTOMATIONS.map((value) => ({
                value,
                label: t(`ads.automation.${value}`),
                description: t(`strategy.automation_text.${value}`),
              }))}
            />
          )}
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('change.keep')}
        </Button>
        <Button variant="accent" type="submit" form={FORM} isPending={isPending}>
          {t('strategy.save')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
