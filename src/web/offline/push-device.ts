import { queryOptions } from '@tanstack/react-query'
import {
  addPushDevice,
  deletePushDevice,
  fetchPush,
  type PushEndpoint,
} from '@/web/api/accounts/push'
import { toServerPath } from '@/web/api/client/server-path'
import { t } from '@/web/i18n/text'
import { clearPush, recordPush } from '@/web/state/push'

/**
 * Whether this browser can show notifications, and has a subscription: `missing` without the feature or over HTTP,
 * `uninstalled` on iPhones and iPads outside of the installed app, `denied` by its user.
 */
export type PushState = 'missing' | 'uninstalled' | 'denied' | 'unsubscribed' | 'subscribed'

/** The state of this browser. It is read again when its window gets the focus, because permissions may have changed. */
export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: readPushState,
  staleTime: 0,
})

async function readPushState(): Promise<PushState> {
  // Safari on iPhones and iPads has no push manager outside of the installed app.
  if (!('PushManager' in window) || !('serviceWorker' in navigator))
    return isApplePhone() ? 'uninstalled' : 'missing'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await findRegistration()
  return (await registration?.pushManager.getSubscription()) ? 'subscribed' : 'unsubscribed'
}

/** The service worker of this server; undefined before it is installed, and in development. */
const findRegistration = () => navigator.serviceWorker.getRegistration(toServerPath('/'))

/** Whether it is an iPhone or iPad. iPads claim to be Macs, which have no touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Asks for permission, and turns on notifications on this device. Returns without effect if it is not granted. */
export async function startPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await subscribe(publicKey)
}

/** Turns notifications on again, if the browser still allows them. */
export async function resumePush(): Promise<void> {
  const state = await readPushState()
  if (state !== 'subscribed' && state !== 'unsubscribed') return
  if (Notification.permission === 'granted') await subscribe((await fetchPush()).public_key)
}

/** Turns off notifications on this device. */
export async function stopPush(id: number): Promise<void> {
  await deletePushDevice(id)
  clearPush()
  const registration = await findRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

async function subscribe(publicKey: string): Promise<void> {
  await addPushDevice(await createEndpoint(publicKey))
  recordPush()
}

/**
 * Returns the subscription of this browser, or creates one.
 *
 * @throws Error with a message for the user when the push service of the browser cannot be reached.
 */
async function createEndpoint(publicKey: string): Promise<PushEndpoint> {
  const applicationServerKey = decodeKey(publicKey)
  try {
    if (!(await findRegistration())) throw new Error('there is no service worker')
    const { pushManager } = await navigator.serviceWorker.ready
    const stored = await pushManager.getSubscription()
    // The server has another key after its secret has changed.
    if (stored && !hasKey(stored, applicationServerKey)) await stored.unsubscribe()
    const created = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = created.toJSON()
    return { endpoint, keys: { p256dh, auth } }
  } catch {
    throw new Error(t('push.failed'))
  }
}

/** Decodes base64url. */
const decodeKey = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const stored = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return stored.length === key.length && stored.every((byte, index) => byte === key[index])
}
