import type { MetricInfo, MetricName } from '@primazia/backend/insights/contract';
import { useTranslation } from '@primazia/kit';
import { ActionButton, Item, Menu, MenuTrigger, Section, Text } from '@primazia/kit/ui';
import { MOST_METRICS } from './choice.ts';

interface MetricPickerProps {
  offered: readonly MetricInfo[];
  chosen: readonly MetricName[];
  onChoose: (metrics: MetricName[]) => void;
}

/** Chooses up to six figures, by subject. */
export function MetricPicker({ offered, chosen, onChoose }: MetricPickerProps) {
  const { t } = useTranslation();
  const groups = [...new Set(offered.map(({ group }) => group))].map((id) => ({
    id,
    infos: offered.filter(({ group }) => group === id),
  }));
  const isFull = chosen.length >= MOST_METRICS;
  return (
    <MenuTrigger closeOnSelect={false}>
      <ActionButton>
        <Text>{t('indicators.figures', { chosen: chosen.length, most: MOST_METRICS })}</Text>
      </ActionButton>
      <Menu
        aria-label={t('indicators.choose')}
        items={groups}
        selectionMode="multiple"
        disallowEmptySelection
        selectedKeys={chosen}
        {...(isFull && {
          disabledKeys: offered.flatMap(({ metric }) =>
            chosen.includes(metric as MetricName) ? [] : [metric],
          ),
        })}
        onSelectionChange={(keys) => {
          if (keys === 'all') return;
          // In the order of the menu, not of the presses.
          const names = offered.flatMap(({ metric }) =>
            keys.has(metric) ? [metric as MetricName] : [],
          );
          if (names.length <= MOST_METRICS) onChoose(names);
        }}
      >
        {({ id, infos }) => (
          <Section key={id} items={infos} title={t(`indicators.group.${id}`)}>
            {({ metric, label }) => <Item key={metric}>{label}</Item>}
          </Section>
        )}
      </Menu>
    </MenuTrigger>
  );
}
