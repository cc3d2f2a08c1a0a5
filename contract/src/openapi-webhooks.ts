import { Event, type EventKind, eventKinds } from './events.ts';
import { eventExamples } from './examples.ts';
import { prefixes } from './fields.ts';
import { webhookIntroduction } from './guide.ts';
import { type Json, lift, pascal, ref } from './openapi-schemas.ts';

function webhookHeaders() {
  const header = (name: string, description: string, schema: Json = { type: 'string' }) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  });
  return [
    header('Service-Signature', '`t=<unix seconds>,v1=<hex>`, computed for each attempt.'),
    header('Service-Webhook-Id', 'The id of the endpoint.', { type: 'string', pattern: '^wbk_' }),
    header('Service-Event-Id', "The event's id, the same at every attempt.", {
      type: 'string',
      pattern: `^${prefixes.event}_`,
    }),
    header('Service-Delivery-Id', "The delivery's id.", {
      type: 'string',
      pattern: `^${prefixes.delivery}_`,
    }),
    header('Service-Delivery-Attempt', '1 for the first attempt; a resend continues the count.', {
      type: 'integer',
      minimum: 1,
    }),
    header('webhook-id', "Standard Webhooks: the event's id."),
    header('webhook-timestamp', 'Standard Webhooks: unix seconds.'),
    header(
      'webhook-signature',
      'Standard Webhooks: `v1,<base64>`; two, separated by a space, while a secret is rolled.',
    ),
    {
      ...header(
        'Service-Signature-Next',
        'While a secret is rolled: the same as `Service-Signature`, with the new secret.',
      ),
      required: false,
    },
  ];
}

/** The body of a kind of event: the envelope with its kind and its record. */
function eventOf(kind: EventKind, record: unknown): Json {
  const { data, ...fields } = Event.properties;
  const object = { ...data.properties, object: record };
  const properties = { ...fields, type: { const: kind }, data: { ...data, properties: object } };
  return { ...Event, title: `${kind} event`, properties };
}

/** The requests to webhook endpoints, one for each kind of event. */
export function webhooksOf(components: Json): Json {
  lift(Event, components);
  return Object.fromEntries(
    eventKinds.map(({ kind, object, emittedWhen, ...more }) => {
      const name = pascal(object);
      const known = name in components ? ref('schemas', name) : Event.properties.data.properties.object;
      const record = 'record' in more ? more.record : known;
      return [
        kind,
        {
          post: {
            operationId: `on${pascal(kind)}`,
            summary: kind,
            description: `${emittedWhen}\n\n${webhookIntroduction}`,
            security: [],
            parameters: webhookHeaders(),
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: lift(eventOf(kind, record), components), example: eventExamples[kind] },
              },
            },
            responses: { '2XX': { description: 'Accepted. Any other status is a failure and is retried.' } },
          },
        },
      ];
    }),
  );
}
