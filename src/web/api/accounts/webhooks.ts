import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const { webhooks } = api

/** A webhook of the account. */
export type Webhook = ResponseData<typeof webhooks.get>['data']['webhooks'][number]
/** An event that the account can choose. */
export type WebhookEvent = Webhook['events'][number]

const of = (id: number) => webhooks({ webhook_id: id })

/** A delivery of an event to a webhook. */
export type Delivery = ResponseData<
  ReturnType<typeof of>['deliveries']['get']
>['data']['deliveries'][number]

const KEY = ['webhooks']

/** The webhooks of the account, and the events that it can choose. */
export const webhooksQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await unwrap(webhooks.get())).data,
})

/** The newest deliveries of a webhook. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: async () => (await unwrap(of(id).deliveries.get())).data.deliveries,
  })

/** Creates a webhook and returns its secret, which cannot be retrieved later. */
export async function createWebhook(input: {
  url: string
  events: WebhookEvent[]
}): Promise<string> {
  return (await unwrap(webhooks.post(input))).data.webhook.secret ?? ''
}

/** A topic of an ntfy server. */
export interface NtfyTopic {
  url: string
  topic: string
  /** Access token of the server; empty: none, or the stored one. */
  token: string
}

const NTFY_EVENTS: WebhookEvent[] = ['notification.created']

/** Publishes the notifications of the account to a topic. */
export async function createTopic({ url, topic, token }: NtfyTopic): Promise<void> {
  await unwrap(webhooks.post({ url, events: NTFY_EVENTS, ntfy: { topic, token } }))
}

/** Changes the server or the topic, and the token if there is a new one. */
export async function editTopic(id: number, { url, topic, token }: NtfyTopic): Promise<void> {
  await unwrap(of(id).patch({ url, ntfy: { topic, ...(token !== '' && { token }) } }))
}

/** Replaces the secret of a webhook, and returns the new one. */
export const rotateSecret = async (id: number): Promise<string> =>
  (await unwrap(of(id).secret.post())).data.webhook.secret ?? ''

/** Changes the URL and the events of a webhook. */
export async function editWebhook(
  id: number,
  changes: { url: string; events: WebhookEvent[] },
): Promise<void> {
  await unwrap(of(id).patch(changes))
}

/** Turns a webhook on or off. */
export async function switchWebhook(id: number, isActive: boolean): Promise<void> {
  await unwrap(of(id).patch({ is_active: isActive }))
}

export async function deleteWebhook(id: number): Promise<void> {
  await unwrap(of(id).delete())
}

/** Queues a test event. */
export async function testWebhook(id: number): Promise<void> {
  await unwrap(of(id).test.post())
}

/** Sends a delivery again. */
export async function retryDelivery(id: number, deliveryId: string): Promise<void> {
  await unwrap(of(id).deliveries({ delivery_id: deliveryId }).retry.post())
}

/** Marks webhooks and deliveries as stale. */
export const refreshWebhooks = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
