import { lazy, Suspense } from 'react';
import icon from '../../icon.svg';
import type { World } from '../api/request.ts';
import { service } from '../page.ts';
import type { Me } from '../session/me.ts';
import { loadTexts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { loadFile } from '../ui/load-page.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useRole } from '../world/may-change.ts';
import { pages, tillPages } from './pages.ts';
import classes from './shell.module.css';

/** Loaded for operators only. */
const OperatorNavigation = lazy(() =>
  loadFile(() => Promise.all([import('../operator/navigation.tsx'), loadTexts('operator')])).then(([file]) => ({
    default: file.OperatorNavigation,
  })),
);

export function Navigation({ world, me }: { world: World | null; me: Me }) {
  const { t } = useTexts();
  const role = useRole(world);
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
        {world &&
          role !== undefined &&
          (role === 'till' ? tillPages : pages).map(({ group, links }) => (
            <div key={group} className={classes.group}>
              <div className={classes.groupName} id={`group-${group}`}>
                {t(`shell.group.${group}`)}
              </div>
              <ul aria-labelledby={`group-${group}`}>
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
            </div>
          ))}
      </nav>
    </>
  );
}
