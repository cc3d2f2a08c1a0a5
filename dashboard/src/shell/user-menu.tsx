import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, isOfAnother } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { addressAt } from '../page.ts';
import { leaveAllTabs } from '../session/leave.ts';
import type { Me } from '../session/me.ts';
import { signInAddress } from '../session/sign-in-address.ts';
import { type Language, languages } from '../texts/languages.ts';
import { chooseLanguage } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { BookOpen, Check, LogOut, Monitor, Moon, Sun, UserRound } from '../ui/icons.ts';
import { forgetWorld } from './current-world.ts';

const schemes = { auto: Monitor, light: Sun, dark: Moon } as const;

export function UserMenu({ me }: { me: Me }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const name = me.name ?? me.email ?? me.phone ?? '';
  const { signOut, leaving, error, dismiss } = useSignOut();
  return (
    <>
      <Menu position="bottom-end" width={230} closeOnItemClick>
        <Menu.Target>
          <UnstyledButton aria-label={t('shell.you', { name })} title={name}>
            <Avatar radius="xl" size={32} color="teal.8" variant="filled">
              <UserRound size={18} aria-hidden />
            </Avatar>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          <Menu.Item leftSection={<UserRound size={16} />} onClick={() => navigate({ to: '/account' })}>
            {t('shell.account')}
          </Menu.Item>
          <Menu.Item
            leftSection={<BookOpen size={16} />}
            component="a"
            href={addressAt('/docs')}
            target="_blank"
            rel="noreferrer"
          >
            {t('shell.docs')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.colours')}</Menu.Label>
          <ColourItems />
          <Menu.Divider />
          <Menu.Label>{t('ui.language')}</Menu.Label>
          <LanguageItems />
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={signOut}>
            {t('shell.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={error !== null}
        onClose={dismiss}
        title={t('shell.signOut')}
        act={t('ui.retry')}
        danger={false}
        pending={leaving}
        error={error}
        onConfirm={signOut}
      >
        {t('shell.stillSignedIn')}
      </Confirm>
    </>
  );
}

function useSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const signOut = async () => {
    setLeaving(true);
    const failed = await request('POST', '/auth/logout', { body: {} }).then(
      () => null,
      (caught: unknown) => caught,
    );
    setLeaving(false);
    // Only the service ends a session. Without its answer, the next user of the device would find the session open.
    if (isOfAnother(failed)) return;
    if (failed && !(failed instanceof ApiError && failed.status === 401)) return setError(failed);
    client.clear();
    forgetWorld();
    leaveAllTabs();
    await navigate({ to: signInAddress(), ignoreBlocker: true });
  };
  return { signOut, leaving, error, dismiss: () => setError(null) };
}

function ColourItems() {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return Object.entries(schemes).map(([scheme, Icon]) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={16} />}
      rightSection={scheme === colorScheme && <Check size={14} />}
      onClick={() => setColorScheme(scheme as keyof typeof schemes)}
    >
      {t(`shell.scheme.${scheme as keyof typeof schemes}`)}
    </Menu.Item>
  ));
}

function LanguageItems() {
  const { language } = useTexts();
  return Object.entries(languages).map(([code, { name }]) => (
    <Menu.Item
      key={code}
      lang={code}
      rightSection={code === language && <Check size={14} />}
      onClick={() => chooseLanguage(code as Language)}
    >
      {name}
    </Menu.Item>
  ));
}
