import { t } from 'elysia'
import { operations } from '@/server/http/operation'
import {
  createdResponse,
  EMPTY,
  okResponse,
  statusResponse,
} from '@/server/http/responses/envelope'
import { webhook, webhookDelivery, webhookWithSecret } from '@/server/responses/accounts/webhook'
import { oneOf } from '@/server/responses/fields'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@/store/db/schema/columns'
import { MAX_LISTED_DELIVERIES, MAX_URL_LENGTH } from '@/use-cases/apps/manage-webhooks'

const MAX_TOKEN_LENGTH = 200

const event = t.Unsafe<WebhookEvent>(t.Union(WEBHOOK_EVENTS.map((name) => t.Literal(name))))

const fields = {
  url: t.String({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description:
      'An HTTP or HTTPS URL without a password. Hosts in private networks need the setting `WEBHOOK_PRIVATE_HOSTS`.',
  }),
  events: t.Array(event, {
    minItems: 1,
    uniqueItems: true,
    description: '`report.created` is for moderators, `backup.failed` for administrators.',
  }),
}

const ntfy = t.Optional(
  t.Object(
    {
      topic: t.String({ pattern: '^[-_A-Za-z0-9]{1,64}$', description: 'Name of the topic.' }),
      token: t.Optional(
        t.String({
          pattern: '^[\\x21-\\x7e]*$',
          maxLength: MAX_TOKEN_LENGTH,
          description:
            'Access token of the ntfy server, which is never returned. Empty: none. Omitted in a change: as before.',
        }),
      ),
    },
    {
      description:
        'Publishes notifications to a topic of the ntfy server whose root is `url`. The only event is `notification.created`.',
    },
  ),
)

export const webhookParams = t.Object({
  webhook_id: t.Integer({ description: 'Number of the webhook.' }),
})
export const deliveryParams = t.Object({
  ...webhookParams.properties,
  delivery_id: t.String({ description: '`id` of the delivery.' }),
})
export const webhookInput = t.Object({ ...fields, ntfy })
export const webhookChanges = t.Object({
  ...t.Partial(t.Object(fields)).properties,
  ntfy,
  is_active: t.Optional(t.Boolean({ description: 'Turns deliveries off, or on again.' })),
})

const UNKNOWN = 'The caller has no such webhook.'
const TOO_MANY = 'Too many deliveries are waiting.'

export const docs = operations({
  listWebhooks: {
    summary: "List the caller's webhooks",
    description:
      'Each event is posted as JSON (`type`, `timestamp`, `data`) and signed as Standard Webhooks specify: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256). Any 2xx status within ten seconds is a success. Failed deliveries are repeated for about two days; then, or when the receiver answers 410, the webhook is turned off. Redirects are not followed.',
    responses: {
      200: okResponse({
        data: t.Object({
          available_events: t.Array(oneOf(WEBHOOK_EVENTS, 'An event that the caller can choose.')),
          webhooks: t.Array(webhook),
        }),
      }),
    },
  },
  createWebhook: {
    summary: 'Create a webhook',
    description: 'The secret is returned only here; it cannot be retrieved later.',
    responses: { 201: createdResponse({ data: t.Object({ webhook: webhookWithSecret }) }) },
    errors: {
      400: 'The URL is not usable, an event is not for the caller, or there are 10 webhooks.',
    },
  },
  editWebhook: {
    summary: 'Edit a webhook',
    responses: { 200: okResponse({ data: t.Object({ webhook }) }) },
    errors: { 400: 'The URL is not usable, or an event is not for the caller.', 404: UNKNOWN },
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    responses: { 204: EMPTY },
    errors: { 404: UNKNOWN },
  },
  rotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description: 'The previous secret stops working at once.',
    responses: { 200: okResponse({ data: t.Object({ webhook: webhookWithSecret }) }) },
    errors: { 400: 'It is a topic of ntfy, which has no secret.', 404: UNKNOWN },
  },
  testWebhook: {
    summary: 'Send a test event to a webhook',
    description: 'The delivery is queued. Works while the webhook is turned off, too.',
    responses: { 201: createdResponse({ data: t.Object({ delivery: webhookDelivery }) }) },
    errors: { 400: TOO_MANY, 404: UNKNOWN },
  },
  listWebhookDeliveries: {
    summary: 'List the newest deliveries of a webhook',
    description: `Up to ${MAX_LISTED_DELIVERIES}, newest first. Deliveries are kept for 14 days.`,
    responses: { 200: okResponse({ data: t.Object({ deliveries: t.Array(webhookDelivery) }) }) },
    errors: { 404: UNKNOWN },
  },
  retryWebhookDelivery: {
    summary: 'Send a delivery again',
    description: 'It keeps its `webhook-id`, by which receivers recognize a repeated delivery.',
    responses: { 200: statusResponse },
    errors: { 400: TOO_MANY, 404: 'The caller has no such webhook or delivery.' },
  },
})
