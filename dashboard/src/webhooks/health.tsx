import type { WebhookHealth } from '../../../contract/src/webhook-health.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { Distance } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import classes from './webhooks.module.css';

const EVERY_MS = 10_000;

/** The health of all endpoints of this integration, by id. */
export function useHealth(): ReadonlyMap<string, WebhookHealth> {
  const health = useRead('/webhook_health', { refetchInterval: EVERY_MS });
  return new Map(health.data?.data.map((one) => [one.endpoint, one]));
}

function useRate(): (rate: number | null) => string {
  const { language } = useTexts();
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (rate) => (rate === null ? '–' : format.format(rate));
}

const BAR = 4;
const HEIGHT = 24;

/** A bar for each six hours: the failed part on top. A quiet time has a dot, so that the axis is seen. */
function Sparkline({ health, large = false }: { health: WebhookHealth; large?: boolean }) {
  const { t } = useTexts();
  const { periods, succeeded_count: succeeded, failed_count: failed } = health;
  const most = Math.max(1, ...periods.map((one) => one.succeeded_count + one.failed_count));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT));
  return (
    <svg
      className={large ? classes.sparkLarge : classes.spark}
      viewBox={`0 0 ${periods.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('health.chart', { succeeded, failed })}
    >
      {periods.map((one, index) => {
        const [well, ill] = [heightOf(one.succeeded_count), heightOf(one.failed_count)];
        const x = index * BAR;
        return (
          <g key={one.at}>
            {well + ill === 0 && <rect x={x} y={HEIGHT - 1} width={BAR - 1} height={1} data-kind="none" />}
            <rect x={x} y={HEIGHT - Math.min(well, HEIGHT)} width={BAR - 1} height={well} data-kind="ok" />
            <rect x={x} y={Math.max(0, HEIGHT - well - ill)} width={BAR - 1} height={ill} data-kind="bad" />
          </g>
        );
      })}
    </svg>
  );
}

/** In a list: the rate, its course, and the last attempt. */
export function HealthCell({ health }: { health: WebhookHealth | undefined }) {
  const rate = useRate();
  if (!health?.last_attempt_at) return <span>–</span>;
  return (
    <span className={classes.health}>
      <span>{rate(health.success_rate)}</span>
      <Sparkline health={health} />
    </span>
  );
}

export function LastAttempt({ health }: { health: WebhookHealth | undefined }) {
  if (!health?.last_attempt_at) return <span>–</span>;
  return (
    <span className={classes.health}>
      <Status status={health.last_succeeded ? 'succeeded' : 'failed'} />
      <Distance at={health.last_attempt_at} />
    </span>
  );
}

/** On the endpoint's own page. */
export function EndpointHealth({ endpoint }: { endpoint: string }) {
  const { t } = useTexts();
  const rate = useRate();
  const health = useHealth().get(endpoint);
  if (!health) return null;
  const { succeeded_count: succeeded, failed_count: failed } = health;
  return (
    <Section title={t('health.title')}>
      {health.last_attempt_at === null ? (
        <p className={classes.lead}>{t('health.never')}</p>
      ) : (
        <div className={classes.healthBox}>
          <dl className={classes.figures}>
            <div>
              <dt>{t('home.successRate')}</dt>
              <dd>{rate(health.success_rate)}</dd>
              <dd className={classes.small}>{t('health.counts', { succeeded, failed })}</dd>
            </div>
            <div>
              <dt>{t('health.last')}</dt>
              <dd className={classes.small}>
                <LastAttempt health={health} />
              </dd>
            </div>
          </dl>
          <Sparkline health={health} large />
        </div>
      )}
    </Section>
  );
}
