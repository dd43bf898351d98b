import { Locale } from '@primazia/backend/kernel/id';
import {
  ActionButton,
  GlobeIcon,
  Item,
  Menu,
  MenuTrigger,
  Text,
  useSession,
  useTranslation,
  VisuallyHidden,
} from '@primazia/kit';
import { useShell } from '../shell-context.ts';

/** Changes the language of everything on the page, now and for later. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { session } = useShell();
  const { locale } = useSession();
  return (
    <MenuTrigger>
      <ActionButton isQuiet>
        <GlobeIcon />
        <Text>
          <VisuallyHidden elementType="span">{t('languages.label')}: </VisuallyHidden>
          {locale.toUpperCase()}
        </Text>
      </ActionButton>
      <Menu
        aria-label={t('languages.label')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[locale]}
        onAction={(key) => {
          session.locale = Locale.parse(key);
        }}
      >
        {Locale.options.map((option) => (
          <Item key={option}>{t(`languages.${option}`)}</Item>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
