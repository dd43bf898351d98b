import { SheetField } from '@primazia/backend/pricing/contract';
import { Help, type Term, useTranslation } from '@primazia/kit';
import { Disclosure, DisclosurePanel, DisclosureTitle } from '@primazia/kit/form';

/** The words of the trade that the columns are about. */
const TERMS: Partial<Record<SheetField, Term>> = {
  minPrice: 'minimum',
  maxPrice: 'maximum',
  strategy: 'strategy',
  requiresApproval: 'approval',
  control: 'regain_control',
  safeMargin: 'safe_margin',
  competition: 'competition_buybox',
  status: 'rule',
};

/** What each column means and what it takes. */
export function ColumnsGuide() {
  const { t } = useTranslation();
  return (
    <Disclosure isQuiet UNSAFE_className="sheets__guide">
      <DisclosureTitle>{t('sheets.columns.title')}</DisclosureTitle>
      <DisclosurePanel>
        <p className="hint">{t('sheets.columns.text')}</p>
        <dl className="sheets__columns">
          {SheetField.options.map((field) => {
            const term = TERMS[field];
            return (
              <div key={field}>
                <dt>
                  {t(`sheets.column.${field}.name`)}
                  {term !== undefined && <Help term={term} />}
                </dt>
                <dd>{t(`sheets.column.${field}.text`)}</dd>
              </div>
            );
          })}
        </dl>
      </DisclosurePanel>
    </Disclosure>
  );
}
