import type glossary from '../i18n/glossary/pt.json';
import { useTranslation } from '../i18n/i18n.ts';
import { Content, ContextualHelp, Heading, Text } from '../spectrum.ts';

/** A term that the glossary explains. */
export type Term = keyof typeof glossary;

/** A help mark beside a label: a press opens an explanation of the term in a few plain sentences. */
export function Help({ term }: { term: Term }) {
  const { t } = useTranslation('kit');
  const title = t(`help.${term}.title`);
  return (
    <ContextualHelp
      variant="help"
      placement="bottom start"
      aria-label={t('helpMark.about', { term: title })}
      UNSAFE_className="pz-help-mark"
    >
      <Heading>{title}</Heading>
      <Content>
        <Text>{t(`help.${term}.text`)}</Text>
      </Content>
    </ContextualHelp>
  );
}

/** The same as the `contextualHelp` of Spectrum's fields, beside their label. */
export const helpOf = (term: Term | undefined) =>
  term === undefined ? {} : { contextualHelp: <Help term={term} /> };
