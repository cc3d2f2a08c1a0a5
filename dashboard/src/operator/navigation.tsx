import { VisuallyHidden } from '@mantine/core';
import { type Me, useMe } from '../session/me.ts';
import { needsSetUp } from '../session/needs-set-up.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useRead } from '../world/read.ts';
import own from './operator.module.css';
import { operatorPages } from './pages.ts';
import { FindAnything } from './pick-party.tsx';
import { may } from './rights.ts';

type Classes = { readonly [name: string]: string };

/** An operator's pages. They belong to no integration, and only those that the role may see are listed. */
export function OperatorNavigation({ role, classes }: { role: Me['role']; classes: Classes }) {
  const { t } = useTexts();
  const me = useMe().data;
  const waiting = useRead('/operator/waiting', { refetchInterval: 30_000, enabled: !needsSetUp(me) }).data;
  const counts: Record<string, number | null | undefined> = { ...waiting, object: null };
  const groups = operatorPages.map(({ group, pages }) => (
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
                <Count of={counts[name]} />
              </PageLink>
            </li>
          ))}
      </ul>
    </div>
  ));
  return (
    <>
      <div className={own.find}>
        <FindAnything />
      </div>
      {groups}
    </>
  );
}

/** Counting stops here (MOST_WAITING of the contract). */
const MOST = 100;

/** How many items wait; nothing if none does. */
function Count({ of: count }: { of: number | null | undefined }) {
  const { t } = useTexts();
  if (!count) return null;
  return (
    <span className={own.count}>
      <span aria-hidden>{count >= MOST ? `${MOST}+` : count}</span>
      <VisuallyHidden>
        {t(count >= MOST ? 'operator.desk.mostWaiting' : 'operator.desk.waitingCount', { count })}
      </VisuallyHidden>
    </span>
  );
}
