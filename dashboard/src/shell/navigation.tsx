import { useRouterState } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import icon from '../../icon.svg';
import type { World } from '../api/request.ts';
import { service } from '../page.ts';
import type { Me } from '../session/me.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { ChevronRight } from '../ui/icons.ts';
import { loadFile } from '../ui/load-page.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useRole } from '../world/may-change.ts';
import { mayOpen } from '../world/may-open.ts';
import { type PageLink as Page, type PageGroup, pages } from './pages.ts';
import classes from './shell.module.css';

/** Loaded for operators only. */
const OperatorNavigation = lazy(() =>
  loadFile(() => Promise.all([import('../operator/navigation.tsx'), loadTexts('operator')])).then(([file]) => ({
    default: file.OperatorNavigation,
  })),
);

/** The groups of pages of a world, by the role of the person. Empty until the role is known. */
export function usePages(world: World | null): readonly PageGroup[] {
  const role = useRole(world);
  if (!world || role === undefined) return [];
  const open = pages.map(({ group, links }) => ({ group, links: links.filter(({ path }) => mayOpen(role, path)) }));
  const groups = open.filter(({ links }) => links.length > 0);
  // A role with one page has it in the menu itself.
  return groups.length === 1 ? [{ ...groups[0]!, group: 'main' }] : groups;
}

export function Navigation({ world, me }: { world: World | null; me: Me }) {
  const { t } = useTexts();
  const groups = usePages(world);
  return (
    <>
      <div className={classes.brand}>
        <img src={icon} alt="" width={24} height={24} />
        {service.brand}
      </div>
      <nav aria-label={t('shell.navigation')}>
        {me.type === 'operator' && (
          <Suspense>
            <OperatorNavigation role={me.role} classes={classes} />
          </Suspense>
        )}
        {groups.map(({ group, links }) =>
          group === 'main' ? (
            <Links key={group} world={world!} links={links} />
          ) : (
            <Folded
              key={group}
              name={t(`shell.group.${group}`)}
              world={world!}
              links={links}
              isOpen={group === 'build' && me.type === 'developer'}
            />
          ),
        )}
      </nav>
    </>
  );
}

type LinksProps = { world: World; links: readonly Page[] };

function Links({ world, links }: LinksProps) {
  const { t } = useTexts();
  return (
    <ul>
      {links.map(({ name, path, Icon }) => (
        <li key={name}>
          <PageLink
            to={`/${world.integration}/${world.mode}${path}`}
            className={classes.link}
            activeProps={{ 'data-active': true, 'aria-current': 'page' }}
          >
            <Icon size={17} aria-hidden />
            {t(`shell.page.${name}`)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** A group that is one entry until someone opens it. The group of the page on the screen is open. */
function Folded({ name, world, links, isOpen }: LinksProps & { name: string; isOpen: boolean }) {
  const page = useRouterState({ select: ({ location }) => location.pathname.split('/')[3] });
  const isHere = links.some(({ path }) => path === `/${page}`);
  const [chosen, choose] = useState<boolean>();
  const open = chosen ?? (isHere || isOpen);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    choose(!open);
  };
  return (
    <details className={classes.folded} open={open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
      <summary className={classes.link} onClick={toggle}>
        <ChevronRight size={17} aria-hidden />
        {name}
      </summary>
      <Links world={world} links={links} />
    </details>
  );
}
