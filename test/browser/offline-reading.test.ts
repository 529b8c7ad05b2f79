import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { startTestProxy, type TestProxy } from '../support/test-proxy'

const COUNT = 50

describeInBrowser('workouts stored in a browser', (world) => {
  let front: TestProxy
  let nell: Page

  beforeAll(async () => {
    front = startTestProxy(world().server.url)
    nell = await world().visitor({ serviceWorkers: 'allow' })
    await world().pageOf('nell')
    for (let number = 1; number <= COUNT; number++)
      await world().ride('nell', {
        name: `Ride ${number}`,
        start: new Date(Date.UTC(2026, 1, number, 8)),
        kilometres: 2,
      })
  })
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

  test('are stored only when that is turned on, with their charts and lines', async () => {
    await nell.goto(`${front.url}/login`)
    await nell.getByLabel('Email').fill('nell@example.org')
    await nell.getByRole('textbox', { name: 'Password' }).fill('a-long-password')
    await nell.getByRole('button', { name: 'Log in' }).click()
    await nell.getByRole('link', { name: 'Workouts', exact: true }).first().waitFor()
    await nell.goto(`${front.url}/profile/edit/preferences`)
    const setting = nell.getByRole('switch', { name: 'Keep the last 50 workouts on this device' })
    await setting.waitFor()
    expect(await stored()).toBe(0)
    await setting.check()
    // The list, four responses of each workout, and account, settings, sports and equipment.
    await eventually(stored).toBe(1 + 4 * COUNT + 5)
    await world().expectAccessible(nell)
  })

  test('can be read without a connection, with map and charts', async () => {
    await nell.goto(`${front.url}/workouts`)
    await nell
      .getByRole('link', { name: /Ride 50/ })
      .first()
      .click()
    await nell.locator('.leaflet-overlay-pane path').first().waitFor()
    await nell.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await nell.reload()
    await nell.locator('.leaflet-overlay-pane path').first().waitFor()
    await front.fall()
    await nell.goto(`${front.url}/workouts`)
    await nell
      .getByRole('link', { name: /Ride 47/ })
      .first()
      .click()
    await nell.getByRole('heading', { level: 1, name: 'Ride 47' }).waitFor()
    await nell.locator('.leaflet-overlay-pane path').first().waitFor()
    await nell.locator('[data-series="elevation"] canvas').first().waitFor()
  })

  test('are deleted when their user logs out', async () => {
    front.rise()
    await nell.goto(`${front.url}/about`)
    await nell.getByRole('button', { name: /^Account/ }).click()
    await nell.getByRole('button', { name: 'Log out' }).click()
    await nell.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await eventually(stored).toBe(0)
  })
})
