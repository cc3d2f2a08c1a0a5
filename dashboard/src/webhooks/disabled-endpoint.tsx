import { Alert, Button } from '@mantine/core';
import type { WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { useTexts } from '../texts/use-texts.ts';
import { RotateCcw } from '../ui/icons.ts';
import { FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { afterAll } from './kept.ts';

const stale = ['/webhooks', '/webhooks/{id}', '/webhooks/{id}/deliveries', '/webhooks/{id}/replays'] as const;

type DisabledEndpointProps = { endpoint: WebhookEndpoint; mayChange: boolean };

/** The band of a disabled endpoint: enables it and replays its held and dead deliveries in one step. */
export function DisabledEndpoint({ endpoint, mayChange }: DisabledEndpointProps) {
  const { t } = useTexts();
  const params = { id: endpoint.id };
  const enable = useChange('PATCH', '/webhooks/{id}', stale);
  const replay = useChange('POST', '/webhooks/{id}/replay', stale);
  const isDisabled = endpoint.status === 'disabled';
  // A replay that failed keeps the band: the endpoint is enabled by then, and its deliveries still wait.
  if (!isDisabled && !replay.error) return null;
  const enableAndReplay = async () => {
    if (isDisabled) await enable.run({ params, body: { status: 'enabled' } });
    await replay.run({ params, body: { since: afterAll(), status: 'failed' } });
  };
  return (
    <Alert color="red.8" variant="outline" mt="md" title={isDisabled ? t('webhooks.disabledTitle') : undefined}>
      <FormError error={enable.error ?? replay.error} />
      {mayChange && (
        <Button
          size="sm"
          leftSection={<RotateCcw size={16} />}
          loading={enable.isPending || replay.isPending}
          onClick={() => enableAndReplay().catch(() => undefined)}
        >
          {isDisabled ? t('webhooks.enableAndReplay') : t('webhooks.replayAll')}
        </Button>
      )}
    </Alert>
  );
}
