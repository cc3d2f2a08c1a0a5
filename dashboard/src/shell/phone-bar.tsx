import { UnstyledButton } from '@mantine/core';
import type { World } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Menu, X } from '../ui/icons.ts';
import { PageLink } from '../ui/page-link.tsx';
import { usePages } from './navigation.tsx';
import classes from './shell.module.css';

/** The bar at the bottom of a phone: the main pages, and the menu of all pages. */
export function PhoneBar({ world, opened, onMenu }: { world: World; opened: boolean; onMenu: () => void }) {
  const { t } = useTexts();
  const [main] = usePages(world);
  return (
    <nav aria-label={t('shell.bar')} className={classes.bar}>
      {main?.links.map(({ name, path, Icon }) => (
        <PageLink
          key={name}
          to={`/${world.integration}/${world.mode}${path}`}
          className={classes.barItem}
          activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        >
          <Icon size={20} aria-hidden />
          <span>{t(`shell.page.${name}`)}</span>
        </PageLink>
      ))}
      <UnstyledButton
        className={classes.barItem}
        onClick={onMenu}
        aria-expanded={opened}
        aria-label={opened ? t('shell.closeMenu') : t('shell.openMenu')}
      >
        {opened ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
        <span>{t('shell.menu')}</span>
      </UnstyledButton>
    </nav>
  );
}
