import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { onSignedOut } from '../api/request.ts';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Failure, Loading } from '../ui/states.tsx';
import { useLive } from '../world/live.ts';
import { failureOf } from '../world/read.ts';
import { WorldProvider } from '../world/world.tsx';
import { useCurrentWorld } from './current-world.ts';
import { IntegrationPicker } from './integration-picker.tsx';
import { useIsOwnWorld } from './is-own-world.ts';
import { ModeBand, ModeSwitch } from './mode.tsx';
import { Navigation } from './navigation.tsx';
import { NoIntegration } from './no-integration.tsx';
import { OfflineBand } from './offline-band.tsx';
import { OldPageBand } from './old-page-band.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';

/** What is around every page for those who are signed in. */
export function Shell() {
  const { t } = useTexts();
  const me = useMe();
  const current = useCurrentWorld();
  const isOwn = useIsOwnWorld();
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useSignIn(me.error);
  // An operator belongs to no integration, whatever somebody else looked at in this browser.
  const world = me.data && me.data.type !== 'operator' && isOwn !== false ? current.world : null;
  useLive(current.here && isOwn ? world : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone to closes the menu of a phone
  useEffect(close, [path, close]);

  const failure = failureOf(me);
  if (failure && !(failure instanceof ApiError && failure.status === 401)) {
    return <Failure error={failure} retry={() => me.refetch()} />;
  }
  if (!me.data || isOwn === undefined) return <Loading rows={3} />;
  const page = <Outlet />;
  const framed = !isOwn ? (
    <NoIntegration />
  ) : current.here && world ? (
    <WorldProvider world={world}>{page}</WorldProvider>
  ) : (
    page
  );
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <AppShell
        header={{ height: world ? 84 : 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <AppShell.Header>
          {world && <ModeBand mode={world.mode} />}
          <Group h={56} px="md" justify="space-between" wrap="nowrap" gap="sm">
            <Group gap="sm" wrap="nowrap" className={classes.start}>
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={opened ? t('shell.closeMenu') : t('shell.openMenu')}
              />
              {world && <IntegrationPicker world={world} />}
            </Group>
            <SearchBox world={world} />
            <Group gap="sm" wrap="nowrap">
              {world && <ModeSwitch world={world} />}
              <UserMenu me={me.data} />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar}>
          <Navigation world={world} me={me.data} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <OfflineBand />
            <OldPageBand />
            {framed}
          </div>
        </AppShell.Main>
      </AppShell>
      <Shortcuts world={world} />
    </>
  );
}

/** Whoever is not signed in, or no longer is, goes to the page for it and comes back to this one. */
function useSignIn(error: unknown) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const href = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => {
    const leave = () => {
      client.clear();
      // Whoever has lines there to lose would be asked at each refusal, and keep nothing that could be sent.
      navigate({ to: '/sign-in', search: { next: href } as never, replace: true, ignoreBlocker: true });
    };
    if (error instanceof ApiError && error.status === 401) leave();
    return onSignedOut(leave);
  }, [error, href, navigate, client]);
}
