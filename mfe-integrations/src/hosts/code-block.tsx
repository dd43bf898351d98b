import { useTranslation } from '@primazia/kit';
import { ActionButton, CopyIcon, Text, toast } from '@primazia/kit/ui';
import { useId } from 'react';

interface CodeBlockProps {
  title: string;
  code: string;
}

/** Lines to copy. */
export function CodeBlock({ title, code }: CodeBlockProps) {
  const { t } = useTranslation();
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast('positive', t('hosts.code.copied'));
    } catch {
      // No clipboard outside of a secure context, or it was not allowed.
      toast('notice', t('hosts.code.not_copied'));
    }
  };
  return (
    <section className="code" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        <ActionButton
          isQuiet
          aria-label={`${t('hosts.code.copy')}: ${title}`}
          onPress={() => void copy()}
        >
          <CopyIcon />
          <Text>{t('hosts.code.copy')}</Text>
        </ActionButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
