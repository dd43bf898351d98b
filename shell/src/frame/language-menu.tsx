import { Locale } from '@primazia/backend/kernel/id';
import { ApiError, showError, useSession, useTranslation } from '@primazia/kit';
import { GlobeIcon, Item, Menu, Text, VisuallyHidden } from '@primazia/kit/ui';
import { changeLanguage } from '../session/change-language.ts';
import { useShell } from '../shell-context.ts';
import { MenuPopover } from './menu-popover.tsx';

/** Changes the language of everything on the page, now and for later. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const shell = useShell();
  const { language } = shell;
  const { locale } = useSession();
  return (
    <MenuPopover
      label={t('languages.label')}
      face={
        <>
          <GlobeIcon />
          <Text>
            <VisuallyHidden elementType="span">{t('languages.label')}: </VisuallyHidden>
            {locale.toUpperCase()}
          </Text>
        </>
      }
    >
      {(close) => (
        <Menu
          aria-label={t('languages.label')}
          autoFocus="first"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[locale]}
          onAction={(key) => {
            close();
            changeLanguage(
              {
                shell,
                language,
                storage: localStorage,
                onFailure: (error) => {
                  console.error('The language was not changed.', error);
                  showError(t, new ApiError('offline'), 'language_change');
                },
              },
              Locale.parse(key),
            );
          }}
        >
          {Locale.options.map((option) => (
            <Item key={option}>{t(`languages.${option}`)}</Item>
          ))}
        </Menu>
      )}
    </MenuPopover>
  );
}
