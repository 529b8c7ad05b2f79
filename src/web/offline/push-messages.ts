/** Set by the build: the path of the app's icon. */
declare const BUILD_ICON: string

/** A message of the server (`services/webhooks/web-push.ts`). */
interface PushMessage {
  text: string
  /** Path of the screen to open, below the base path of the server. */
  path: string
  /** A notification replaces one with the same tag. */
  tag: string
}

/** The parts of the worker's scope that show notifications and open windows. */
export interface NotificationScope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<PageWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
}
interface PageWindow {
  url: string
  focus: () => Promise<unknown>
}

/**
 * Shows a message as a notification. Browsers revoke the permission of pages that show none, so one without content is
 * shown for a message that cannot be read.
 */
export async function showMessage(
  { registration }: NotificationScope,
  data: { json: () => unknown } | null,
): Promise<void> {
  const { text, path, tag } = readMessage(data)
  await registration.showNotification('Milepost', {
    ...{ body: text, tag, icon: BUILD_ICON },
    data: path,
  })
}

function readMessage(data: { json: () => unknown } | null): PushMessage {
  const none = { text: '', path: '/notifications', tag: 'unknown' }
  try {
    return { ...none, ...(data?.json() as Partial<PushMessage>) }
  } catch {
    return none
  }
}

/** Opens the screen of a notification, in the window that shows it already, or else in a new one. */
export async function openNotification(
  { registration: { scope }, clients }: NotificationScope,
  notification: Notification,
): Promise<void> {
  notification.close()
  const { href } = new URL(`.${notification.data}`, scope)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === href)
  await (open ? open.focus() : clients.openWindow(href))
}
