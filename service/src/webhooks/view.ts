import { Delivery, Replay, WebhookEndpoint } from '../../../contract/src/webhooks.ts';
import { serialiser } from '../http/serialise.ts';
import { maskHeaders } from './own-headers.ts';
import type { DeliveryRow, EndpointRow, ReplayRow } from './store.ts';

/** `secret` is given only at creation and roll. */
export function viewEndpoint(row: EndpointRow, secret?: string): WebhookEndpoint {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    url: row.url,
    events: row.events,
    description: row.description,
    headers: maskHeaders(row.header_names),
    status: row.status,
    disabled_reason: row.disabled_reason,
    api_version: 'v1',
    ...(secret === undefined ? {} : { secret }),
  };
}

const serialiseEndpoint = serialiser<WebhookEndpoint>(WebhookEndpoint);

export function renderEndpoint(row: EndpointRow, secret?: string): string {
  return serialiseEndpoint(viewEndpoint(row, secret));
}

export function viewDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    object: 'delivery',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: {},
    event: row.event_id,
    endpoint: row.endpoint_id,
    endpoint_url: row.endpoint_url,
    event_type: row.event_type,
    payload: row.payload,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}

const serialiseDelivery = serialiser<Delivery>(Delivery);

export function renderDelivery(row: DeliveryRow): string {
  return serialiseDelivery(viewDelivery(row));
}

export function viewReplay(row: ReplayRow): Replay {
  return {
    id: row.id,
    object: 'replay',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: {},
    endpoint: row.endpoint_id,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    types: row.types,
    delivery_status: row.delivery_status,
    status: row.completed_at ? 'completed' : 'running',
    resent_count: row.resent_count,
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

const serialiseReplay = serialiser<Replay>(Replay);

export function renderReplay(row: ReplayRow): string {
  return serialiseReplay(viewReplay(row));
}
