import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { World } from '../api/request.ts';
import { type Me, useMe } from '../session/me.ts';
import { needsSetUp } from '../session/needs-set-up.ts';
import { useTexts } from '../texts/use-texts.ts';
import { loadFile } from '../ui/load-page.ts';
import { Failure, Loading } from '../ui/states.tsx';
import { useLive } from '../world/live.ts';
import { useRole } from '../world/may-change.ts';
import { firstPage, mayOpen } from '../world/may-open.ts';
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
import { PhoneBar } from './phone-bar.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { useEnded } from './use-ended.ts';
import { useFocusOnPage } from './use-focus-on-page.ts';
import { useHeldBack } from './use-held-back.ts';
import { UserMenu } from './user-menu.tsx';

/** Loaded later than the first page. */
const SignInAgain = lazy(() =>
  loadFile(() => import('../session/sign-in-again.tsx')).then((file) => ({ default: file.SignInAgain })),
);

/** When a session ends, the page is hidden, but the typed text is kept. */
export function Shell() {
  const { whose, goOn } = useEnded();
  return (
    <>
      <Activity mode={whose ? 'hidden' : 'visible'}>
        <Inside />
      </Activity>
      {whose && (
        <Suspense fallback={<Loading rows={3} />}>
          <SignInAgain me={whose} onDone={goOn} />
        </Suspense>
      )}
    </>
  );
}

/** The frame around every page for signed-in people. */
function Inside() {
  const { t } = useTexts();
  const me = useMe();
  const current = useCurrentWorld();
  const isOwn = useIsOwnWorld();
  const [opened, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The page on the screen, which stays there until the next one has loaded.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  // An operator belongs to no integration, even if someone else used one in this browser.
  const world = me.data && me.data.type !== 'operator' && isOwn !== false ? current.world : null;
  const role = useRole(world);
  useLive(current.here && isOwn ? world : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu on a phone
  useEffect(close, [path, close]);
  useFocusOnPage(path);
  const held = useHeldBack(needsSetUp(me.data), path);

  const failure = failureOf(me);
  if (failure && !(failure instanceof ApiError && failure.status === 401)) {
    return <Failure error={failure} retry={() => me.refetch()} />;
  }
  if (!me.data || isOwn === undefined) return <Loading rows={3} />;
  // The service would refuse the records of this page to this role.
  const away =
    current.here && world && !mayOpen(role, shown.slice(shown.indexOf(`/${world.mode}`) + world.mode.length + 1));
  const first = away && <Navigate to={`/${world.integration}/${world.mode}/${firstPage(role)}`} replace />;
  // Before the role of a member is known, a page would ask for records that the role may not see.
  const isMember = me.data.type === 'developer' && world !== null;
  const page = first || (held || (isMember && role === undefined) ? <Loading rows={3} /> : <Outlet />);
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
        header={{ height: world ? 60 : 56 }}
        footer={{ height: { base: world ? 56 : 0, sm: 0 } }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        {/* Its open menus hang over the navigation, which has 101. */}
        <AppShell.Header zIndex={102}>
          <Header world={world} me={me.data} opened={opened} onMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar}>
          <Navigation world={world} me={me.data} />
        </AppShell.Navbar>
        {world && (
          <AppShell.Footer hiddenFrom="sm">
            <PhoneBar world={world} opened={opened} onMenu={toggle} />
          </AppShell.Footer>
        )}
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

type HeaderProps = { world: World | null; me: Me; opened: boolean; onMenu: () => void };

function Header({ world, me, opened, onMenu }: HeaderProps) {
  const { t } = useTexts();
  return (
    <Group h={56} mt={world ? 4 : 0} px="md" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" className={classes.start}>
        {world ? (
          <IntegrationPicker world={world} me={me} />
        ) : (
          <Burger
            opened={opened}
            onClick={onMenu}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? t('shell.closeMenu') : t('shell.openMenu')}
          />
        )}
      </Group>
      <SearchBox world={world} />
      <Group gap="sm" wrap="nowrap">
        {world && <ModeBand mode={world.mode} />}
        {world && <ModeSwitch world={world} />}
        <UserMenu me={me} />
      </Group>
    </Group>
  );
}
