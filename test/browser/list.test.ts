import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { untilDrawn } from '../support/wait-until-drawn'

const WALKS = 450
/** More rows than fit any screen, and fewer than there are. */
const FEW = 60

describeInBrowser('the list of workouts in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { call, pageOf, ride } = world()
    mia = await pageOf('mia')
    const start = Date.UTC(2025, 0, 1, 8)
    for (let number = 1; number <= WALKS; number++) {
      const date = new Date(start + number * 86_400_000).toISOString()
      await call('mia', 'POST', '/workouts/no_gpx', {
        sport_id: 6,
        title: `Walk ${number}`,
        workout_date: date.slice(0, 16).replace('T', ' '),
        duration: 1800 + number,
        distance: number / 100,
      })
    }
    await ride('mia', { name: 'Round the lake', kilometres: 30 })
  })

  const list = () => mia.getByRole('list', { name: 'Workouts' })
  const rows = () => list().getByRole('listitem')
  const drawer = () => mia.getByRole('dialog', { name: 'Filters' })
  const search = () => Object.fromEntries(new URL(mia.url()).searchParams)

  /** Scrolls to the last row, whose page is loaded when it is reached. */
  const scrollToLast = async () => {
    await eventually(() => rows().first().getAttribute('aria-setsize')).toBe(String(WALKS + 1))
    await mia.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = mia.locator(`li[aria-posinset="${WALKS + 1}"]`)
    await last.getByRole('link', { name: 'Walk 1', exact: true }).waitFor()
  }

  test('draws only visible rows, however many there are, and scrolls to the last', async () => {
    await world().open(mia, '/workouts')
    await rows().filter({ hasText: 'Round the lake' }).waitFor()
    await eventually(() => rows().count()).toBeLessThan(FEW)
    await world().expectAccessible(mia)
    await scrollToLast()
    await eventually(() => rows().count()).toBeLessThan(FEW)
  })

  test('restores its scroll position', async () => {
    await world().open(mia, '/workouts')
    await scrollToLast()
    const link = mia.getByRole('link', { name: 'Walk 1', exact: true })
    // A click would scroll there first, when the position is known already.
    await link.scrollIntoViewIfNeeded()
    const before = await mia.evaluate(() => window.scrollY)
    await link.click()
    await mia.getByRole('heading', { name: 'Walk 1', level: 1 }).waitFor()
    await mia.goBack()
    await link.waitFor()
    await mia.waitForFunction((place) => Math.abs(window.scrollY - place) < 400, before)
  })

  test('returns to the same row, however late responses arrive and whatever appears above', async () => {
    const phone = await world().pageOf('mia', { viewport: { width: 390, height: 844 } })
    await world().open(phone, '/workouts')
    await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
    await untilDrawn(phone)
    const left = await phone.evaluate(() => {
      const links = [...document.querySelectorAll('li[aria-posinset] a')]
      const link = links.find((each) => each.getBoundingClientRect().y > 300)
      return { name: link?.textContent ?? '', y: link?.getBoundingClientRect().y ?? 0 }
    })
    expect(left.name).toStartWith('Walk ')
    const link = phone.getByRole('link', { name: left.name, exact: true })
    const isBack = () =>
      phone.waitForFunction(({ name, y }) => {
        const links = [...document.querySelectorAll('li[aria-posinset] a')]
        const found = links.find(({ textContent }) => textContent === name)
        return found !== undefined && Math.abs(found.getBoundingClientRect().y - y) < 3
      }, left)
    /** Responses are held until they are released: first the list, then the content above it. */
    const returnLate = async (goBack: () => Promise<unknown>) => {
      const [list, hint] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await phone.route(/\/api\/workouts\?/, async (route) => {
        await list.promise
        await route.fallback()
      })
      await phone.route(/\/api\/workouts\/duplicates/, async (route) => {
        await hint.promise
        await route.fulfill({
          json: { status: 'success', data: { duplicates: [] }, pagination: { total: 3 } },
        })
      })
      await goBack()
      list.resolve()
      await isBack()
      expect(await phone.getByText('Compare').count()).toBe(0)
      hint.resolve()
      await phone.getByText('Compare').waitFor()
      await isBack()
      await phone.unrouteAll()
    }
    await returnLate(() => phone.reload())
    await link.click()
    await phone.getByRole('heading', { name: left.name, level: 1 }).waitFor()
    // The position is only stored in the tab.
    await phone.reload()
    await phone.getByRole('heading', { name: left.name, level: 1 }).waitFor()
    await returnLate(() => phone.goBack())
    await phone.context().close()
  })

  test('shows in place that rows could not be loaded, and offers to retry', async () => {
    const ben = await world().pageOf('mia')
    await ben.route(/\/api\/workouts\?(.*&)?page=(?!1(&|$))/, (route) =>
      route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
    )
    await world().open(ben, '/workouts')
    await ben.getByRole('link', { name: 'Walk 450', exact: true }).waitFor()
    await ben.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
    const retry = ben.getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    await eventually(async () => (await retry.boundingBox())?.y).toBeWithin(0, 900)
    await ben.unrouteAll()
    await retry.click()
    await retry.waitFor({ state: 'detached' })
    await ben.locator('li[aria-posinset]').getByRole('link').nth(5).waitFor()
    await ben.context().close()
  })

  test('can be sorted by its columns', async () => {
    await world().open(mia, '/workouts')
    const columns = mia.getByRole('group', { name: 'Order by' })
    await columns.getByRole('button', { name: 'Moving time' }).click()
    await columns.getByRole('button', { name: 'Moving time', pressed: true }).click()
    await mia.locator('li[aria-posinset="1"]').filter({ hasText: 'Walk 1' }).waitFor()
    await eventually(search).toEqual({ order_by: 'duration', order: 'asc' })
    await columns.getByRole('button', { name: 'Date' }).click()
    await mia.locator('li[aria-posinset="1"]').filter({ hasText: 'Round the lake' }).waitFor()
    await eventually(search).toEqual({})
  })

  test('applies filters while they are typed', async () => {
    await world().open(mia, '/workouts')
    await mia.getByRole('button', { name: 'Filters' }).click()
    await drawer().getByLabel('Distance, at least').fill('4')
    await drawer().getByRole('button', { name: 'Show 52 workouts' }).waitFor()
    await drawer().getByLabel('Distance, at most').fill('4,1')
    await drawer().getByRole('button', { name: 'Show 11 workouts' }).waitFor()
    await drawer().getByLabel('Average pace, at least').fill('five')
    await drawer().getByText('Minutes and seconds, as in 5:30').waitFor()
    await eventually(search).toEqual({ distance_from: '4', distance_to: '4.1' })
    await drawer().getByLabel('Average pace, at least').fill('')
    await world().expectAccessible(mia)
    await drawer().getByRole('button', { name: 'Show 11 workouts' }).click()
    await drawer().waitFor({ state: 'hidden' })
    await eventually(() => rows().first().getAttribute('aria-setsize')).toBe('11')
  })

  test('lets a sport be chosen in the drawer', async () => {
    await world().open(mia, '/workouts')
    await mia.getByRole('button', { name: 'Filters' }).click()
    await drawer().getByRole('combobox', { name: 'Sport' }).click()
    await mia.getByRole('option', { name: 'Cycling (Sport)' }).click()
    await drawer().getByRole('button', { name: 'Show one workout' }).click()
    await eventually(search).toEqual({ sport_id: '1' })
  })

  test('shows filters as chips that remove them', async () => {
    await world().open(mia, '/workouts?distance_from=4&distance_to=4.1&title=Walk')
    const chips = mia.getByRole('list', { name: 'Active filters' })
    await chips.getByText('Distance 4 km – 4.1 km').waitFor()
    await world().expectAccessible(mia)
    await chips.getByRole('button', { name: /^Remove the filter Distance/ }).click()
    await mia.locator(`li[aria-setsize="${WALKS}"]`).first().waitFor()
    await eventually(search).toEqual({ title: 'Walk' })
  })

  test('finds workouts near a place, by name or coordinates', async () => {
    await mia.route('**/api/geocode/search*', (route) =>
      route.fulfill({
        json: {
          locations: [
            {
              addresstype: 'town',
              coordinates: '47.62,9.31',
              display_name: 'Romanshorn, Thurgau, Switzerland',
              name: 'Romanshorn',
              osm_id: 'r1',
            },
          ],
          status: 'success',
        },
      }),
    )
    await world().open(mia, '/workouts')
    await mia.getByRole('button', { name: 'Filters' }).click()
    const place = drawer().getByRole('textbox', { name: 'Place' })
    await place.fill('Romans')
    await place.press('Enter')
    await drawer().getByRole('button', { name: 'Romanshorn, Thurgau, Switzerland' }).click()
    await drawer().getByLabel('Radius (km)').fill('5')
    await drawer().getByRole('button', { name: 'Show one workout' }).click()
    await mia.getByText('Within 5 km of Romanshorn').waitFor()
    await mia.getByRole('button', { name: 'Filters' }).click()
    await place.fill('-33.9, 151.2')
    await drawer().getByRole('button', { name: 'Look up' }).click()
    await drawer().getByRole('button', { name: 'No workouts match' }).click()
    await mia.getByText('Within 5 km of -33.9,151.2').waitFor()
    await mia.getByText('No workouts match these filters.').waitFor()
  })

  test('shows search results on a map', async () => {
    await world().open(mia, '/workouts?title=lake')
    await mia.getByText('Map', { exact: true }).last().click()
    await mia.getByText('One workout with a route, of 1').waitFor()
    await eventually(search).toEqual({ title: 'lake', view: 'map' })
    await mia.locator('[data-part="map"] canvas[data-drawn]').waitFor()
    await world().expectAccessible(mia)
  })
})
