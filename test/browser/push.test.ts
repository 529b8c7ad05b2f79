import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page, Worker } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { type FakeDevice, openFakeDevice } from '../support/push-service'

/**
 * The headless shell of Chromium reaches no push service and never lets pages show notifications, so these functions of
 * the browser are replaced. localStorage contains the permission and the key that the page has subscribed with.
 */
function replacePush({ endpoint, keys }: FakeDevice['subscription']): void {
  const create = (key: Uint8Array) => ({
    endpoint,
    options: { applicationServerKey: key.buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => localStorage.removeItem('test.key'),
  })
  Object.defineProperty(Notification, 'permission', {
    get: () => localStorage.getItem('test.permission') ?? 'default',
  })
  Notification.requestPermission = async () => {
    localStorage.setItem('test.permission', 'granted')
    return 'granted'
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => {
      const stored = localStorage.getItem('test.key')
      return stored === null ? null : create(Uint8Array.from(JSON.parse(stored)))
    },
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: Uint8Array }) => {
      if (Notification.permission !== 'granted') throw new Error('not allowed')
      localStorage.setItem('test.key', JSON.stringify([...key]))
      return create(key)
    },
  })
}

/** A notification that the service worker has shown, with the title. */
type Shown = NotificationOptions & { title: string }

/** Lets the service worker receive a message, and returns the notification that it shows. */
const receive = (worker: Worker, message: object): Promise<Shown> =>
  worker.evaluate((data) => {
    const { registration, dispatchEvent } = self as unknown as ServiceWorkerScope
    return new Promise<Shown>((resolve) => {
      registration.showNotification = async (title, options) => resolve({ title, ...options })
      const event = { data: { json: () => data }, waitUntil: () => undefined }
      dispatchEvent(Object.assign(new Event('push'), event))
    })
  }, message)

/** Clicks a notification. Returns the URL that the service worker opens, or the one whose window it focuses. */
const click = (worker: Worker, { data }: Shown): Promise<string> =>
  worker.evaluate((path) => {
    const { clients, dispatchEvent } = self as unknown as ServiceWorkerScope
    return new Promise<string>((resolve) => {
      // The browser only allows both after a real click.
      clients.openWindow = async (url) => resolve(`opened ${new URL(url).pathname}`)
      WindowClient.prototype.focus = async function () {
        resolve(`focused ${new URL(this.url).pathname}`)
        return this
      }
      const notification = { data: path, close: () => undefined }
      const event = { notification, waitUntil: () => undefined }
      dispatchEvent(Object.assign(new Event('notificationclick'), event))
    })
  }, data)

interface ServiceWorkerScope {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<void> }
  dispatchEvent: (event: Event) => boolean
}
declare const WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } }

describeInBrowser(
  'notifications on a device',
  (world) => {
    let mia: Page
    let device: FakeDevice & { stop: () => void }

    beforeAll(async () => {
      device = openFakeDevice()
      mia = await world().pageOf('mia', { serviceWorkers: 'allow' })
      await mia.addInitScript(replacePush, device.subscription)
    })
    afterAll(() => device?.stop())

    const panel = (page = mia) =>
      page.getByRole('region', { name: 'Notifications on your devices' })
    const toggle = (page = mia) =>
      panel(page).getByRole('switch', { name: 'Notifications on this device' })
    const own = () => panel().getByRole('listitem')
    const openPreferences = async (page = mia) => {
      await world().open(page, '/profile/edit/preferences')
      await toggle(page).waitFor()
    }

    test('cannot be turned on without the Push API, which iPhones have in the installed app only', async () => {
      const userAgent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
      for (const [options, text] of [
        [{}, 'This browser cannot show notifications here.'],
        [{ userAgent }, 'only show notifications of the installed app'],
      ] as const) {
        const page = await world().pageOf('ben', options)
        await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
        await openPreferences(page)
        await page.getByText(text).waitFor()
        expect(await toggle(page).isDisabled()).toBe(true)
      }
    })

    test('cannot be turned on while the browser blocks them', async () => {
      await openPreferences()
      await mia.evaluate(() => localStorage.setItem('test.permission', 'denied'))
      await openPreferences()
      await panel().getByText('The browser blocks notifications of this site.').waitFor()
      expect(await toggle().isDisabled()).toBe(true)
      await world().expectAccessible(mia)
      await mia.evaluate(() => localStorage.removeItem('test.permission'))
    })

    test('are turned on, tested, shown and opened', async () => {
      await openPreferences()
      await eventually(() => toggle().isEnabled()).toBe(true)
      await toggle().click()
      await own().getByText('This device').waitFor()
      await world().expectAccessible(mia)
      await own().getByRole('button', { name: 'Send a test notification' }).click()
      await own().getByText('The test notification is on its way.').waitFor()
      await eventually(() => device.messages.length).toBe(1)
      const message = device.messages[0]?.message ?? {}

      const [worker] = mia.context().serviceWorkers()
      if (!worker) throw new Error('there is no service worker')
      const shown = await receive(worker, message)
      expect(shown).toEqual({
        ...{ title: 'Milepost', body: 'This is a test notification', tag: 'test' },
        ...{ data: '/notifications', icon: expect.stringMatching(/^\/assets\/icon-any-192-/) },
      })
      expect(await click(worker, shown)).toBe('opened /notifications')
      const screen = { ...shown, data: '/profile/edit/preferences' }
      expect(await click(worker, screen)).toBe('focused /profile/edit/preferences')
    })

    test('are turned on again after a new login, and off with the switch', async () => {
      const { server, tokenOf } = world()
      const token = await tokenOf('mia')
      const { ok } = await fetch(`${server.url}/api/auth/sessions`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(ok).toBe(true)
      await mia.addInitScript((fresh) => localStorage.setItem('milepost.token', fresh), token)
      await openPreferences()
      await eventually(() => mia.evaluate(() => localStorage.getItem('milepost.push'))).toBe(
        await mia.evaluate((text) => {
          const { sub, jti } = JSON.parse(atob(text.split('.')[1] ?? ''))
          return `${sub} ${jti}`
        }, token),
      )
      await openPreferences()
      await own().getByText('This device').waitFor()
      expect(await toggle().isChecked()).toBe(true)
      await toggle().click()
      await own().waitFor({ state: 'detached' })
      expect(await mia.evaluate(() => localStorage.getItem('test.key'))).toBeNull()
      await openPreferences()
      await eventually(() => toggle().isEnabled()).toBe(true)
      expect(await toggle().isChecked()).toBe(false)
    })

    test('can be stopped in the list of devices', async () => {
      await toggle().click()
      await own().getByRole('button', { name: 'Stop notifications' }).click()
      const dialog = mia.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Stop notifications' }).click()
      await own().waitFor({ state: 'detached' })
      await eventually(() => toggle().isChecked()).toBe(false)
    })
  },
  { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
)
