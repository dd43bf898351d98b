import {
  ActionButton,
  Item,
  LogOutIcon,
  Menu,
  MenuTrigger,
  Section,
  Text,
  useSession,
  useTranslation,
  VisuallyHidden,
} from '@primazia/kit';
import { initials, shortName } from '../person/short-name.ts';
import { logOut } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const shell = useShell();
  const { name, email } = useSession();
  return (
    <MenuTrigger align="end">
      <ActionButton isQuiet>
        <Text>
          <VisuallyHidden elementType="span">{t('header.user', { name })}</VisuallyHidden>
          <span className="user" aria-hidden="true">
            <span className="user-letters">{initials(name)}</span>
            <span className="user-name">{shortName(name)}</span>
          </span>
        </Text>
      </ActionButton>
      <Menu aria-label={t('header.user', { name })} onAction={() => logOut(shell)}>
        <Section title={email}>
          <Item key="logout" textValue={t('header.logout')}>
            <LogOutIcon />
            <Text>{t('header.logout')}</Text>
          </Item>
        </Section>
      </Menu>
    </MenuTrigger>
  );
}
