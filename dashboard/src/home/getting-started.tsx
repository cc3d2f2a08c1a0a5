import { useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Circle, CircleCheck } from '../ui/icons.ts';
import { Section } from '../ui/section.tsx';
import { useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import classes from './home.module.css';

/** Ticks off each step that is done. Disappears when all steps are done or the person may not see them. */
export function GettingStarted() {
  const { t } = useTexts();
  const world = useWorld()!;
  const keys = useRead('/integrations/{id}/keys', { params: { id: world.integration } });
  const payments = useRead('/payments', { query: { limit: 1 } });
  const links = useRead('/links', { query: { limit: 1 } });
  const webhooks = useRead('/webhooks', { query: { limit: 100 } });
  // The oldest endpoint was made for this step. Later endpoints may have no delivery yet.
  const endpoint = webhooks.data?.data.at(-1)?.id;
  const deliveries = useRead('/webhooks/{id}/deliveries', {
    params: { id: endpoint ?? '' },
    query: { limit: 1, status: 'succeeded' },
    enabled: endpoint !== undefined,
  });
  const isKnown =
    payments.data &&
    webhooks.data &&
    (links.data || links.isError) &&
    (keys.data || keys.isError) &&
    (!endpoint || !deliveries.isPending);
  const steps = [
    { name: t('home.step.key'), to: '/keys', done: (keys.data?.data.length ?? 0) > 0 || keys.isError },
    { name: t('home.step.payment'), to: '/payments', done: (payments.data?.data.length ?? 0) > 0 },
    {
      name: t('home.step.link'),
      to: '/links',
      search: { new: '1' },
      done: (links.data?.data.length ?? 0) > 0 || links.isError,
    },
    { name: t('home.step.webhook'), to: '/webhooks', done: endpoint !== undefined },
    {
      name: t('home.step.delivery'),
      to: endpoint ? `/webhooks/${endpoint}` : '/webhooks',
      done: (deliveries.data?.data.length ?? 0) > 0,
    },
  ];
  if (!isKnown || steps.every(({ done }) => done)) return null;
  return (
    <Section title={t('home.start')}>
      <ol className={classes.steps}>
        {steps.map(({ name, to, search, done }) => (
          <li key={name} {...(done ? { 'data-done': true } : {})}>
            {done ? <CircleCheck size={18} aria-label={t('ui.done')} /> : <Circle size={18} aria-hidden />}
            <Go to={to} {...(search && !done ? { search } : {})}>
              {name}
            </Go>
          </li>
        ))}
      </ol>
    </Section>
  );
}
