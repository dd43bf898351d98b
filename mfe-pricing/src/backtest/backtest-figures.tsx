import type { BacktestFigures, BacktestReport } from '@primazia/backend/pricing/contract';
import { type Format, useFormat, useTranslation } from '@primazia/kit';
import { WAYS } from './ways.ts';

type Figure = 'winningShare' | 'averagePrice' | 'revenue' | 'margin' | 'changes';
const FIGURES: readonly Figure[] = ['winningShare', 'averagePrice', 'revenue', 'margin', 'changes'];

/** A figure as people read it. */
function write(format: Format, figure: Figure, value: number | null, currency: string): string {
  if (figure === 'winningShare') return format.percent(value);
  if (figure === 'changes') return format.integer(value);
  return format.money(value, currency);
}

/** How a figure of the draft differs from what was done, with its sign; null: there is nothing to compare. */
function difference(
  format: Format,
  figure: Figure,
  { draft, done }: Pick<BacktestReport, 'draft' | 'done'>,
  currency: string,
): string | null {
  const [ours, theirs] = [draft[figure], done[figure]];
  if (ours === null || theirs === null || figure === 'changes') return null;
  const by = ours - theirs;
  if (figure === 'winningShare') return format.signedPoints(by);
  return format.signedMoney(by, currency);
}

/** The draft beside what was done and beside doing nothing, figure by figure, with the worst moment of each. */
export function BacktestFigureTable({ report }: { report: BacktestReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currencyCode } = report;
  return (
    <div className="backtest__figures">
      <table aria-label={t('backtest.figures')}>
        <thead>
          <tr>
            <td />
            {WAYS.map((way) => (
              <th key={way} scope="col">
                {t(`backtest.way.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => {
            const by = difference(format, figure, report, currencyCode);
            return (
              <tr key={figure}>
                <th scope="row">{t(`backtest.figure.${figure}`)}</th>
                {WAYS.map((way) => (
                  <td key={way} data-label={t(`backtest.way.${way}`)}>
                    {write(format, figure, report[way][figure], currencyCode)}
                    {way === 'draft' && by !== null && (
                      <span className="hint">
                        {' '}
                        {by} {t('backtest.than_done')}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          <tr>
            <th scope="row">{t('backtest.worst')}</th>
            {WAYS.map((way) => (
              <td key={way} data-label={t(`backtest.way.${way}`)}>
                <Worst figures={report[way]} currencyCode={currencyCode} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

interface WorstProps {
  figures: BacktestFigures;
  currencyCode: string;
}

/** The worst moment: what happened, to which listing, and when. */
function Worst({ figures: { worst }, currencyCode }: WorstProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (worst === null) return t('backtest.no_worst');
  const { reason, value, price, title, at } = worst;
  const isShort = reason === 'longest_loss' && value < 1;
  const said = {
    sold_at_loss: format.money(value, currencyCode),
    deepest_price: format.percent(value / 100),
    longest_loss: format.integer(isShort ? value * 60 : value),
  }[reason];
  return (
    <span className="pz-two-lines backtest__worst">
      <span>
        {t(`backtest.worst_reason.${isShort ? 'short_loss' : reason}`, {
          value: said,
          price: format.money(price, currencyCode),
        })}
      </span>
      <span className="pz-two-lines-small">
        {title} · {format.dateTime(at)}
      </span>
    </span>
  );
}
