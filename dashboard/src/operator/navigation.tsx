import type { Me } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { operatorPages } from './pages.ts';
import { may } from './rights.ts';

type Classes = { readonly [name: string]: string };

/** An operator's pages. They belong to no integration, and only those that the role may see are listed. */
export function OperatorNavigation({ role, classes }: { role: Me['role']; classes: Classes }) {
  const { t } = useTexts();
  return operatorPages.map(({ group, pages }) => (
    <div key={group} className={classes.group}>
      <div className={classes.groupName} id={`group-${group}`}>
        {t(`operator.group.${group}`)}
      </div>
      <ul aria-labelledby={`group-${group}`}>
        {pages
          .filter(({ right }) => may(role, right))
          .map(({ name, Icon }) => (
            <li key={name}>
              <PageLink
                to={`/operator/${name}`}
                className={classes.link}
                activeProps={{ 'data-active': true, 'aria-current': 'page' }}
              >
                <Icon size={17} aria-hidden />
                {t(`operator.page.${name}`)}
              </PageLink>
            </li>
          ))}
      </ul>
    </div>
  ));
}
