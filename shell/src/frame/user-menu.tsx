import { useSession, useTranslation } from '@primazia/kit';
import {
  BellIcon,
  Item,
  LockClosedIcon,
  LogInIcon,
  LogOutIcon,
  Menu,
  PauseIcon,
  PlayIcon,
  Section,
  Text,
  VisuallyHidden,
} from '@primazia/kit/ui';
import { type Key, useState } from 'react';
import { NOTIFICATIONS } from '../navigation/own-paths.ts';
import { remember } from '../navigation/search.ts';
import { WAYS } from '../navigation/sign-in-places.ts';
import { initials, shortName } from '../person/short-name.ts';
import { logOut } from '../session/session-actions.ts';
import { useShell } from '../shell-context.ts';
import { useSite } from '../site/use-site.ts';
import { EverywhereDialog } from './everywhere-dialog.tsx';
import { MenuPopover } from './menu-popover.tsx';
import { SwitchDialog, type SwitchMove } from './switch-dialog.tsx';
import { usePriceSwitch } from './use-price-switch.ts';

type Open = 'everywhere' | SwitchMove;

/** The menu of the signed-in person: with the stop switch of the company, and the sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const shell = useShell();
  const { name, email, companyName } = useSession();
  const { state, mayMove } = usePriceSwitch();
  const [open, setOpen] = useState<Open | null>(null);
  const hasProviders = (useSite()?.signIn.length ?? 0) > 0;
  const close = () => setOpen(null);

  const act = (key: Key) => {
    if (key === 'logout') logOut(shell);
    if (key === 'everywhere' || key === 'stop' || key === 'resume') setOpen(key);
    if (key === 'notifications') shell.history.push(NOTIFICATIONS);
    if (key === 'password') {
      const { pathname, search } = shell.history.location;
      shell.history.push(`/change-password${remember(pathname + search).text}`);
    }
    if (key === 'ways') {
      const { pathname, search } = shell.history.location;
      shell.history.push(`${WAYS}${remember(pathname + search).text}`);
    }
  };

  const personal = (
    <Section key="person" title={email}>
      <Item key="notifications" textValue={t('header.notifications')}>
        <BellIcon />
        <Text>{t('header.notifications')}</Text>
      </Item>
      <Item key="password" textValue={t('header.change_password')}>
        <LockClosedIcon />
        <Text>{t('header.change_password')}</Text>
      </Item>
      {hasProviders ? (
        <Item key="ways" textValue={t('social.ways.title')}>
          <LogInIcon />
          <Text>{t('social.ways.title')}</Text>
        </Item>
      ) : null}
      <Item key="logout" textValue={t('header.logout')}>
        <LogOutIcon />
        <Text>{t('header.logout')}</Text>
      </Item>
      <Item key="everywhere" textValue={t('header.logout_everywhere')}>
        <LogOutIcon />
        <Text>{t('header.logout_everywhere')}</Text>
      </Item>
    </Section>
  );
  const move: SwitchMove = state?.stopped ? 'resume' : 'stop';
  const label = t(`switch.${move}`);
  const company = state !== undefined && mayMove && (
    <Section key="company" title={companyName}>
      <Item key={move} textValue={label}>
        {move === 'stop' ? <PauseIcon /> : <PlayIcon />}
        <Text>{label}</Text>
      </Item>
    </Section>
  );

  return (
    <>
      <MenuPopover
        label={t('header.user', { name })}
        face={
          <Text>
            <VisuallyHidden elementType="span">{t('header.user', { name })}</VisuallyHidden>
            <span className="user" aria-hidden="true">
              <span className="user-letters">{initials(name)}</span>
              <span className="user-name">{shortName(name)}</span>
            </span>
          </Text>
        }
      >
        {(close) => (
          <Menu
            aria-label={t('header.user', { name })}
            autoFocus="first"
            onAction={(key) => {
              close();
              act(key);
            }}
          >
            {company ? [company, personal] : personal}
          </Menu>
        )}
      </MenuPopover>
      <EverywhereDialog isOpen={open === 'everywhere'} onClose={close} />
      <SwitchDialog
        move={open === 'everywhere' ? null : open}
        detail={state?.detail ?? null}
        onClose={close}
      />
    </>
  );
}
