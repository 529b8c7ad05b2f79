import { Elysia, t } from 'elysia'
import { endpoints, SESSION_ONLY } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  ok,
  okResponse,
  statusResponse,
} from '@/server/http/responses/envelope'
import {
  presentPushSubscription,
  pushSubscription,
} from '@/server/responses/accounts/push-subscription'
import type { AppContext } from '@/services/context'
import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
  MAX_PUSH_SUBSCRIPTIONS,
  testPushSubscription,
} from '@/use-cases/apps/manage-push-subscriptions'

const MAX_ENDPOINT_LENGTH = 2000

const subscriptionInput = t.Object({
  endpoint: t.String({
    minLength: 1,
    maxLength: MAX_ENDPOINT_LENGTH,
    description:
      'The HTTPS URL of the push service. Hosts in private networks need the setting `WEBHOOK_PRIVATE_HOSTS`, and may use HTTP.',
  }),
  keys: t.Object({
    p256dh: t.String({
      pattern: '^[-_A-Za-z0-9]{87}$',
      description: 'Public key of the browser: an uncompressed point of P-256 in base64url.',
    }),
    auth: t.String({
      pattern: '^[-_A-Za-z0-9]{22}$',
      description: 'Secret of the subscription: 16 bytes in base64url.',
    }),
  }),
})

const subscriptionParams = t.Object({
  subscription_id: t.Integer({ description: 'Number of the subscription.' }),
})

const UNKNOWN = 'The caller has no such subscription.'

const docs = operations({
  listPushSubscriptions: {
    summary: 'List the devices that get notifications by Web Push',
    description:
      "The caller's devices, oldest first, and the key with which browsers subscribe (`applicationServerKey` of the Push API).",
    responses: {
      200: okResponse({
        data: t.Object({
          public_key: t.String({
            description:
              'Public key of the server (VAPID): an uncompressed point of P-256 in base64url.',
          }),
          subscriptions: t.Array(pushSubscription),
        }),
      }),
    },
  },
  createPushSubscription: {
    summary: 'Send notifications to the device of this session',
    description: `The body is what \`PushSubscription.toJSON()\` of the Push API returns. Replaces a subscription of the same session or endpoint. It is deleted when the session ends, when the push service answers 404 or 410, and when it has failed for two days. Up to ${MAX_PUSH_SUBSCRIPTIONS} devices.`,
    responses: { 201: createdResponse({ data: t.Object({ subscription: pushSubscription }) }) },
    errors: {
      400: 'The endpoint or a key is invalid, there are too many devices, or the session was started by an earlier release of the server.',
    },
  },
  deletePushSubscription: {
    summary: 'Stop notifications on a device',
    responses: { 204: EMPTY },
    errors: { 404: UNKNOWN },
  },
  testPushSubscription: {
    summary: 'Send a test notification to a device',
    description: 'The notification is queued.',
    responses: { 200: statusResponse },
    errors: { 400: 'Five tests are waiting.', 404: UNKNOWN },
  },
})

/** The devices to which the caller's notifications are sent. Each belongs to a session, which alone can manage it. */
export const pushSubscriptionRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/push-subscriptions', tags: ['Notifications'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const subscriptions = (await listPushSubscriptions(ctx, caller)).map(
          presentPushSubscription,
        )
        return ok({ data: { public_key: ctx.vapid.publicKey, subscriptions } })
      },
      { access: SESSION_ONLY, detail: docs.listPushSubscriptions },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        const subscription = await createPushSubscription(ctx, caller, body)
        return status(
          201,
          created({ data: { subscription: presentPushSubscription(subscription) } }),
        )
      },
      { access: SESSION_ONLY, body: subscriptionInput, detail: docs.createPushSubscription },
    )
    .delete(
      '/:subscription_id',
      async ({ caller, params }) => {
        await deletePushSubscription(ctx, caller, params.subscription_id)
        return noContent()
      },
      { access: SESSION_ONLY, params: subscriptionParams, detail: docs.deletePushSubscription },
    )
    .post(
      '/:subscription_id/test',
      async ({ caller, params }) => {
        await testPushSubscription(ctx, caller, params.subscription_id)
        return ok({})
      },
      { access: SESSION_ONLY, params: subscriptionParams, detail: docs.testPushSubscription },
    )
