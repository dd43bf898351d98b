import { accounts } from '@primazia/backend/catalog/contract';
import { useMarketplaces, useQueryCall, useTranslation } from '@primazia/kit';
import { DayRangeField } from '@primazia/kit/form';
import { ActionButton, Checkbox, Item, Menu, MenuTrigger, Text } from '@primazia/kit/ui';
import { type Question, useSetQuestion } from './question.ts';
import { lengthOf, MOST_DAYS, PRESETS, type Preset } from './range.ts';

interface QuestionBarProps {
  question: Question;
  presets?: readonly Preset[];
}

/** The range, what it is compared with, and the marketplaces and accounts of a page. It is kept in the address. */
export function QuestionBar({ question, presets = PRESETS }: QuestionBarProps) {
  const { t } = useTranslation();
  const ask = useSetQuestion();
  const { range, compare } = question;
  const NO_DAYS = { from: undefined, to: undefined, range: undefined };
  return (
    <div className="question">
      <fieldset className="question__presets">
        <legend>{t('question.range')}</legend>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={range.preset === preset}
            onClick={() => ask({ ...NO_DAYS, range: preset })}
          >
            {t(`question.preset.${preset}`)}
          </button>
        ))}
      </fieldset>
      <DayRangeField
        label={t('question.days')}
        value={range}
        onChange={({ from, to }) => ask({ range: undefined, from, to })}
        errorMessage={
          lengthOf(range) > MOST_DAYS ? t('question.too_long', { days: MOST_DAYS }) : undefined
        }
      />
      <div className="question__filters">
        <Filters question={question} />
        <Checkbox
          isSelected={compare === 'previous'}
          onChange={(isCompared) => ask({ compare: isCompared ? undefined : 'none' })}
        >
          {t('question.compare')}
        </Checkbox>
      </div>
    </div>
  );
}

interface Choice {
  id: number;
  name: string;
}

interface ChoiceMenuProps {
  label: string;
  choices: readonly Choice[];
  chosen: readonly number[] | undefined;
  onChoose: (ids: number[] | undefined) => void;
}

/** A choice of several options; none means all. */
function ChoiceMenu({ label, choices, chosen = [], onChoose }: ChoiceMenuProps) {
  const { t } = useTranslation();
  const [only] = chosen;
  const shown =
    only === undefined
      ? t('question.all')
      : chosen.length === 1
        ? (choices.find(({ id }) => id === only)?.name ?? t('question.chosen', { count: 1 }))
        : t('question.chosen', { count: chosen.length });
  return (
    <MenuTrigger closeOnSelect={false}>
      <ActionButton>
        <Text>{`${label}: ${shown}`}</Text>
      </ActionButton>
      <Menu
        aria-label={label}
        items={choices}
        selectionMode="multiple"
        selectedKeys={chosen.map(String)}
        onSelectionChange={(keys) => {
          const ids = keys === 'all' ? [] : [...keys].map(Number).sort((a, b) => a - b);
          onChoose(ids.length === 0 ? undefined : ids);
        }}
      >
        {({ id, name }) => <Item key={String(id)}>{name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}

function Filters({ question: { filters } }: { question: Question }) {
  const { t } = useTranslation();
  const ask = useSetQuestion();
  const marketplaces = useMarketplaces();
  const { data: all = [] } = useQueryCall(accounts, {});
  const has = new Set(all.map(({ marketplaceId }) => marketplaceId));
  return (
    <>
      <ChoiceMenu
        label={t('question.marketplaces')}
        choices={marketplaces.all.filter(({ id }) => has.has(id))}
        chosen={filters.marketplaceIds}
        onChoose={(ids) => ask({ marketplaces: ids })}
      />
      <ChoiceMenu
        label={t('question.accounts')}
        choices={all}
        chosen={filters.accountIds}
        onChoose={(ids) => ask({ accounts: ids })}
      />
    </>
  );
}
