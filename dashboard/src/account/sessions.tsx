import { Button } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Failure, FormError, Loading } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, useRead } from '../world/read.ts';

/** The session has already ended elsewhere. This is the wanted result, so the other sessions still end. */
const isOver = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The sessions of this account. */
export function Sessions() {
  const { t } = useTexts();
  const sessions = useRead('/auth/sessions');
  const end = useChange('DELETE', '/auth/sessions/{id}', ['/auth/sessions']);
  const failure = failureOf(sessions);
  if (failure) return <Failure error={failure} />;
  if (!sessions.data) return <Loading rows={2} />;
  const others = sessions.data.data.filter(({ current }) => !current);
  const endAll = async () => {
    for (const { id } of others) {
      const failed = await end.run({ params: { id } }).catch((error: unknown) => error);
      if (failed instanceof Error && !isOver(failed)) return;
    }
  };
  return (
    <>
      <Table
        rows={sessions.data.data}
        to={undefined}
        columns={[
          {
            head: t('account.browser'),
            line: 'name',
            cell: ({ user_agent }) => <span title={user_agent ?? ''}>{browserOf(user_agent)}</span>,
          },
          { head: t('account.address'), line: 'state', cell: ({ address }) => address ?? '–' },
          {
            head: t('account.lastUsed'),
            line: 'when',
            cell: ({ last_used_at }) => <Time at={last_used_at} />,
            wide: true,
          },
          {
            head: t('keys.acts'),
            line: 'much',
            end: true,
            cell: ({ id, current, address }) =>
              current ? (
                t('account.thisOne')
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('account.endOne', { address: address ?? '' })}
                  onClick={() => end.run({ params: { id } }).catch(() => undefined)}
                >
                  {t('account.end')}
                </Button>
              ),
          },
        ]}
      />
      <FormError error={isOver(end.error) ? null : end.error} />
      {others.length > 1 && (
        <Button size="xs" variant="default" mt="sm" loading={end.isPending} onClick={endAll}>
          {t('account.endOthers')}
        </Button>
      )}
    </>
  );
}

/** Enough for people to recognise their own browser. */
function browserOf(agent: string | null): string {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\/\d+/
    .exec(agent ?? '')?.[0]
    .replace('Edg/', 'Edge/')
    .replace('/', ' ');
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent ?? '')?.[0];
  return [name, system].filter(Boolean).join(' · ') || (agent ?? '–').slice(0, 40);
}
