import { Locale } from '@primazia/backend/kernel/id';
import {
  GlobeIcon,
  Item,
  Menu,
  Text,
  useSession,
  useTranslation,
  VisuallyHidden,
} from '@primazia/kit';
import { useShell } from '../shell-context.ts';
import { MenuPopover } from './menu-popover.tsx';

/** Changes the language of everything on the page, now and for later. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { session } = useShell();
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
            session.locale = Locale.parse(key);
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
