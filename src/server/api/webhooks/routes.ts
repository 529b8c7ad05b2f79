import { Elysia } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { endpoints, SESSION_ONLY } from '@/server/http/endpoints'
import { created, noContent, ok } from '@/server/http/responses/envelope'
import { presentDelivery, presentWebhook } from '@/server/responses/accounts/webhook'
import type { AppContext } from '@/services/context'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listEvents,
  listWebhooks,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@/use-cases/apps/manage-webhooks'
import { deliveryParams, docs, webhookChanges, webhookInput, webhookParams } from './schema'

/** The caller's webhooks. They outlive the access of an app, so that apps and personal tokens cannot manage them. */
const managementRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/webhooks', tags: ['Webhooks'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller }) => {
        const webhooks = (await listWebhooks(ctx, caller)).map(presentWebhook)
        return ok({ data: { available_events: listEvents(caller), webhooks } })
      },
      { access: { scope: 'profile:read' }, detail: docs.listWebhooks },
    )
    .post(
      '',
      async ({ caller, body, set, status }) => {
        const { webhook, secret } = await createWebhook(ctx, caller, body)
        Object.assign(set.headers, NO_STORE)
        return status(201, created({ data: { webhook: { ...presentWebhook(webhook), secret } } }))
      },
      { access: SESSION_ONLY, body: webhookInput, detail: docs.createWebhook },
    )
    .patch(
      '/:webhook_id',
      async ({ caller, params: { webhook_id: id }, body: changes }) =>
        ok({ data: { webhook: presentWebhook(await editWebhook(ctx, caller, { id, changes })) } }),
      {
        access: SESSION_ONLY,
        params: webhookParams,
        body: webhookChanges,
        detail: docs.editWebhook,
      },
    )
    .delete(
      '/:webhook_id',
      async ({ caller, params }) => {
        await deleteWebhook(ctx, caller, params.webhook_id)
        return noContent()
      },
      { access: SESSION_ONLY, params: webhookParams, detail: docs.deleteWebhook },
    )
    .post(
      '/:webhook_id/secret',
      async ({ caller, params, set }) => {
        const { webhook, secret } = await rotateWebhookSecret(ctx, caller, params.webhook_id)
        Object.assign(set.headers, NO_STORE)
        return ok({ data: { webhook: { ...presentWebhook(webhook), secret } } })
      },
      { access: SESSION_ONLY, params: webhookParams, detail: docs.rotateWebhookSecret },
    )

/** What was delivered to the caller's webhooks. */
const deliveryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/webhooks/:webhook_id', tags: ['Webhooks'] })
    .use(endpoints(ctx))
    .post(
      '/test',
      async ({ caller, params, status }) => {
        const delivery = await testWebhook(ctx, caller, params.webhook_id)
        return status(201, created({ data: { delivery: presentDelivery(delivery) } }))
      },
      { access: SESSION_ONLY, params: webhookParams, detail: docs.testWebhook },
    )
    .get(
      '/deliveries',
      async ({ caller, params }) => {
        const deliveries = await listDeliveries(ctx, caller, params.webhook_id)
        return ok({ data: { deliveries: deliveries.map(presentDelivery) } })
      },
      {
        access: { scope: 'profile:read' },
        params: webhookParams,
        detail: docs.listWebhookDeliveries,
      },
    )
    .post(
      '/deliveries/:delivery_id/retry',
      async ({ caller, params: { webhook_id: id, delivery_id: deliveryId } }) => {
        await retryDelivery(ctx, caller, { id, deliveryId })
        return ok({})
      },
      { access: SESSION_ONLY, params: deliveryParams, detail: docs.retryWebhookDelivery },
    )

export const webhookRoutes = (ctx: AppContext) =>
  new Elysia().use(managementRoutes(ctx)).use(deliveryRoutes(ctx))
