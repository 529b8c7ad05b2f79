import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { startTestProxy, type TestProxy } from '../support/test-proxy'

/** The number of workouts that are stored, and some older ones that are not. */
const STORED = 50
const COUNT = STORED + 2
/** The list, four responses of each workout, and account, settings, sports and equipment. */
const RESPONSES = 1 + 4 * STORED + 5

describeInBrowser('workouts stored in a browser', (world) => {
  let front: TestProxy
  let nell: Page

  beforeAll(async () => {
    front = startTestProxy(world().server.url)
    nell = await world().visitor({ serviceWorkers: 'allow' })
    await world().pageOf('nell')
    await world().pageOf('omar')
    await world().ride('omar', { name: 'Ride of Omar', start: new Date(Date.UTC(2026, 1, 1, 8)) })
    for (let number = 1; number <= COUNT; number++)
      await world().ride('nell', {
        name: `Ride ${number}`,
        start: new Date(Date.UTC(2026, 1, number, 8)),
        kilometres: 2,
      })
  })
  // A test that fails offline does not make the others fail.
  beforeEach(() => front.rise())
  afterAll(() => front.fall())

  const stored = () =>
    nell.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('milepost-offline/', 1)
          request.onupgradeneeded = () =>
            request.result.createObjectStore('responses', { keyPath: ['account', 'hash'] })
          request.onsuccess = () => {
            const store = request.result.transaction('responses').objectStore('responses')
            const counting = store.count()
            counting.onsuccess = () => {
              request.result.close()
              resolve(counting.result)
            }
          }
        }),
    )

  const logIn = async (name: string) => {
    await nell.goto(`${front.url}/login`)
    await nell.getByLabel('Email').fill(`${name}@example.org`)
    await nell.getByRole('textbox', { name: 'Password' }).fill('a-long-password')
    await nell.getByRole('button', { name: 'Log in' }).click()
    await nell.getByRole('link', { name: 'Workouts', exact: true }).first().waitFor()
  }
  const openSwitch = async () => {
    await nell.goto(`${front.url}/profile/edit/preferences`)
    const setting = nell.getByRole('switch', { name: 'Keep the last 50 workouts on this device' })
    await setting.waitFor()
    return setting
  }
  const ride = (number: number) => nell.getByRole('link', { name: `Ride ${number}` }).first()
  const openRide = async (number: number) => {
    await nell.goto(`${front.url}/workouts`)
    await ride(number).click()
    await nell.getByRole('heading', { level: 1, name: `Ride ${number}` }).waitFor()
    await nell.locator('.leaflet-overlay-pane path').first().waitFor()
    await nell.locator('[data-series="elevation"] canvas').first().waitFor()
  }
  const drop = (name: string) =>
    nell.evaluate((name) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['<gpx/>'], name))
      const event = { dataTransfer, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new DragEvent('dragenter', event))
      document.body.dispatchEvent(new DragEvent('drop', event))
    }, name)

  test('are stored only when that is turned on, with their charts and lines', async () => {
    await logIn('nell')
    const setting = await openSwitch()
    expect(await stored()).toBe(0)
    await setting.check()
    // A busy machine may need a minute; the tests below need all of them.
    while ((await stored()) < RESPONSES) await nell.waitForTimeout(200)
    expect(await stored()).toBe(RESPONSES)
    await world().expectAccessible(nell)
  }, 180_000)

  test('can be read without a connection, with map and charts, even if none was opened before', async () => {
    await nell.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await front.fall()
    await openRide(COUNT)
    await openRide(COUNT - STORED + 1)
    await nell.goto(`${front.url}/workouts`)
    await ride(COUNT).waitFor()
    expect(await ride(COUNT - STORED).count()).toBe(0)
    front.rise()
  })

  test('are deleted when that is turned off, unlike drafts and queued uploads', async () => {
    await nell.goto(`${front.url}/workouts`)
    await ride(COUNT).click()
    const comment = () => nell.getByRole('textbox', { name: 'Write a comment' })
    await comment().fill('Nice and flat')
    const path = new URL(nell.url()).pathname
    await front.fall()
    await nell.goto(`${front.url}/workouts`)
    await ride(COUNT).waitFor()
    // The tools of the page are loaded when it is idle.
    await nell
      .getByRole('complementary', { name: 'Uploads and notices' })
      .waitFor({ state: 'attached' })
    await drop('later.gpx')
    const tray = nell.getByRole('region', { name: 'Uploads' })
    await tray.getByText('later.gpx').waitFor()
    front.rise()
    const setting = await openSwitch()
    await setting.uncheck()
    await eventually(stored).toBe(0)
    await tray.getByText('later.gpx').waitFor()
    await nell.goto(front.url + path)
    await comment().waitFor()
    expect(await comment().inputValue()).toBe('Nice and flat')
    await front.fall()
    await nell.goto(`${front.url}/workouts`)
    await nell.getByRole('heading', { name: 'The server does not respond' }).waitFor()
    expect(await ride(COUNT).count()).toBe(0)
    front.rise()
  })

  test('are deleted as soon as another account logs in, and never shown to it', async () => {
    await (await openSwitch()).check()
    await eventually(stored).toBe(RESPONSES)
    // The session ended without logging out.
    await nell.evaluate(() => localStorage.removeItem('milepost.token'))
    await logIn('omar')
    await eventually(stored).toBe(0)
    await nell.goto(`${front.url}/workouts`)
    await nell.getByRole('link', { name: 'Ride of Omar' }).first().waitFor()
    await front.fall()
    await nell.goto(`${front.url}/workouts`)
    await nell.getByRole('heading', { name: 'The server does not respond' }).waitFor()
    expect(await nell.getByRole('link', { name: /^Ride \d/ }).count()).toBe(0)
    front.rise()
    expect(await (await openSwitch()).isChecked()).toBe(false)
  })

  test('are deleted when their user logs out', async () => {
    await (await openSwitch()).check()
    // The list, the only ride, and account, settings, sports and equipment.
    await eventually(stored).toBe(1 + 4 + 5)
    await nell.goto(`${front.url}/about`)
    await nell.getByRole('button', { name: /^Account/ }).click()
    await nell.getByRole('button', { name: 'Log out' }).click()
    await nell.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await eventually(stored).toBe(0)
  })
})
