import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const subscriptions = api['push-subscriptions']

type PushData = ResponseData<typeof subscriptions.get>['data']
/** A device that gets the notifications of the account. */
export type PushDevice = PushData['subscriptions'][number]

/** What the server needs to send messages to this device. */
export interface PushEndpoint {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Fetches the devices of the account, and the key with which browsers subscribe. */
export const fetchPush = async (): Promise<PushData> => (await unwrap(subscriptions.get())).data

/** The devices of the account, and the key with which browsers subscribe. */
export const pushQuery = queryOptions({ queryKey: ['push'], queryFn: fetchPush })

/** Sends the notifications of the account to this device, until its session ends. */
export async function addPushDevice(endpoint: PushEndpoint): Promise<void> {
  await unwrap(subscriptions.post(endpoint))
}

/** Stops notifications on a device. */
export async function deletePushDevice(id: number): Promise<void> {
  await unwrap(subscriptions({ subscription_id: id }).delete())
}

/** Queues a test notification for a device. */
export async function testPushDevice(id: number): Promise<void> {
  await unwrap(subscriptions({ subscription_id: id }).test.post())
}

/** Marks the list of devices as stale. */
export const refreshPush = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: pushQuery.queryKey })
