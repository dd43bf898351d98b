import { toCsv } from '@primazia/backend/kernel/csv';
import { saveFile, useFormat, usePlace, useSession, useTranslation } from '@primazia/kit';
import { printTable } from '@primazia/kit/list';
import { ActionButton, DownloadIcon, Item, Picker, Text } from '@primazia/kit/ui';
import { useSearch } from '@tanstack/react-router';
import { Panel } from '../dashboard/panel.tsx';
import { Completeness, useSpan } from '../figures/completeness.tsx';
import { DayChart } from '../figures/day-chart.tsx';
import { mostGroups, useFigures } from '../figures/use-figures.ts';
import { useMetrics } from '../figures/use-metrics.ts';
import {
  ChoiceSearch,
  choiceOf,
  GRANULARITIES,
  GROUPINGS,
  offeredBy,
} from '../indicators/choice.ts';
import { FiguresTable } from '../indicators/figures-table.tsx';
import { MetricPicker } from '../indicators/metric-picker.tsx';
import { linesOf, type FiguresTable as Table, tableOf } from '../indicators/table.ts';
import { useQuestion, useSetQuestion } from '../question/question.ts';
import { QuestionBar } from '../question/question-bar.tsx';

const PRESETS = ['today', 'week', 'month', '7', '15', '30'] as const;

/** Up to six figures over a range of days, drawn and as a table, with the file and the print of what is shown. */
export function IndicatorsPage() {
  const { t } = useTranslation();
  const ask = useSetQuestion();
  const question = useQuestion();
  const choice = choiceOf(ChoiceSearch.parse(useSearch({ strict: false })));
  const { metrics, all } = useMetrics();
  const limit = mostGroups(question, choice.granularity);
  const result = useFigures(question, { ...choice, limit });
  const infos = choice.metrics.flatMap((name) => metrics?.get(name) ?? []);
  return (
    <section className="insights">
      <h1>{t('indicators.title')}</h1>
      <QuestionBar question={question} presets={PRESETS} />
      <div className="question__filters">
        <MetricPicker
          offered={offeredBy(choice.groupBy, all)}
          chosen={choice.metrics}
          onChoose={(chosen) => ask({ metrics: chosen })}
        />
        <Picker
          aria-label={t('indicators.granularity')}
          selectedKey={choice.granularity}
          onSelectionChange={(key) => ask({ by: key })}
          items={GRANULARITIES.map((id) => ({ id }))}
        >
          {({ id }) => <Item key={id}>{t(`indicators.by.${id}`)}</Item>}
        </Picker>
        <Picker
          aria-label={t('indicators.group_by')}
          selectedKey={choice.groupBy}
          onSelectionChange={(key) => ask({ group: key })}
          items={GROUPINGS.map((id) => ({ id }))}
        >
          {({ id }) => <Item key={id}>{t(`indicators.grouped.${id}`)}</Item>}
        </Picker>
      </div>
      <Panel result={result} rows={12}>
        {(answer) => {
          const table = tableOf(answer, infos);
          const [first] = answer.rows;
          return (
            <>
              {choice.granularity === 'total' && choice.groupBy === 'none' && first && (
                <Completeness answer={answer} row={first} />
              )}
              <Outputs table={table} from={answer.from} to={answer.to} asOf={answer.asOf} />
              {choice.groupBy === 'none' && choice.granularity !== 'total' && (
                <div className="drawings">
                  {infos.map((info) => (
                    <DayChart key={info.metric} answer={answer} info={info} />
                  ))}
                </div>
              )}
              <FiguresTable table={table} />
              {answer.totalGroups > limit && (
                <p className="figure__note">
                  {t('indicators.first', { shown: limit, all: answer.totalGroups })}
                </p>
              )}
            </>
          );
        }}
      </Panel>
    </section>
  );
}

interface OutputsProps {
  table: Table;
  from: string;
  to: string;
  asOf: string;
}

/** The file and the print of the table. */
function Outputs({ table, from, to, asOf }: OutputsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const span = useSpan();
  const { locale, companyName } = useSession();
  const { element, root } = usePlace();
  const lines = (isFile: boolean) =>
    linesOf(
      table,
      format,
      {
        group: t('indicators.group_by'),
        from: t('indicators.from'),
        to: t('indicators.to'),
        before: t('indicators.before'),
        difference: t('indicators.difference'),
        state: t('indicators.state'),
        states: { settled: t('indicators.settled'), unsettled: t('indicators.unsettled') },
      },
      isFile,
    );
  const save = () => {
    const [headings = [], ...rows] = lines(true);
    const stamp = asOf.slice(0, 16).replace(/[-:T]/g, '');
    saveFile(
      `${t('indicators.file')}-${stamp}.csv`,
      new Blob([toCsv(headings, rows)], { type: 'text/csv;charset=utf-8' }),
    );
  };
  return (
    <div className="question__filters">
      <ActionButton onPress={save}>
        <DownloadIcon />
        <Text>{t('indicators.csv')}</Text>
      </ActionButton>
      <ActionButton
        onPress={() =>
          printTable(
            {
              title: t('indicators.title'),
              said: t('indicators.printed', {
                company: companyName,
                span: span(from, to),
                at: format.dateTime(asOf),
              }),
              rows: lines(false),
              lang: locale,
            },
            root instanceof ShadowRoot ? element : root.body,
          )
        }
      >
        <Text>{t('indicators.print')}</Text>
      </ActionButton>
    </div>
  );
}
