import { kindOf, optionsOf, RULE_COLUMNS, SheetField } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { Disclosure, DisclosurePanel, DisclosureTitle } from '@primazia/kit/form';
import { Help } from '@primazia/kit/ui';
import { helpOf, wordsOf } from '../rule/fields.ts';

/** What a column is called and what it takes. */
function useColumnWords() {
  const { t, i18n } = useTranslation();
  return (column: SheetField) => {
    const field = RULE_COLUMNS.find((one) => one === column);
    if (field === undefined) {
      const texts = `sheets.column.${column}`;
      return { name: t(`${texts}.name`), text: t(`${texts}.text`) };
    }
    const options = kindOf(field) === 'word' ? optionsOf(field, 'form') : [];
    const values = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
      options.map((value) => t(`${wordsOf(field)}.${value}`)),
    );
    const texts = `field.${field}.column`;
    const [name, text] = [t(`${texts}.name`), t(`${texts}.text`, { values })];
    return { name, text, term: helpOf(field) };
  };
}

/** What each column means and what it takes. */
export function ColumnsGuide() {
  const { t } = useTranslation();
  const wordsOfColumn = useColumnWords();
  return (
    <Disclosure isQuiet UNSAFE_className="sheets__guide">
      <DisclosureTitle>{t('sheets.columns.title')}</DisclosureTitle>
      <DisclosurePanel>
        <p className="hint">{t('sheets.columns.text')}</p>
        <dl className="sheets__columns">
          {SheetField.options.map((field) => {
            const { name, text, term } = wordsOfColumn(field);
            return (
              <div key={field}>
                <dt>
                  {name}
                  {term !== undefined && <Help term={term} />}
                </dt>
                <dd>{text}</dd>
              </div>
            );
          })}
        </dl>
      </DisclosurePanel>
    </Disclosure>
  );
}
