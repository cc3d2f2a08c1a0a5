import { Navigate } from '@tanstack/react-router';
import { useMe } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { firstPage } from '../world/may-open.ts';
import { useRead } from '../world/read.ts';
import { lastWorld } from './current-world.ts';

/** The first page: of the last integration, or of the first one. */
export function Start() {
  const { t } = useTexts();
  const me = useMe();
  const isOperator = me.data?.type === 'operator';
  const integrations = useRead('/integrations', { query: { limit: 100 }, enabled: me.isSuccess && !isOperator });
  if (isOperator) return <Navigate to="/operator/health" replace />;
  if (integrations.isError) return <Failure error={integrations.error} retry={() => integrations.refetch()} />;
  if (!integrations.data) return <Loading />;
  const rows = integrations.data.data;
  const last = lastWorld();
  const chosen = rows.find(({ id }) => id === last?.integration) ?? rows[0];
  if (!chosen) return <Empty title={t('shell.noIntegration')}>{t('shell.noIntegrationAdvice')}</Empty>;
  const mode = chosen.id === last?.integration ? last.mode : me.data?.livemode ? 'live' : 'test';
  return <Navigate to={`/${chosen.id}/${mode}/${firstPage(chosen.role)}`} replace />;
}
