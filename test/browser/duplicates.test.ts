import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import type { RideOptions } from '../support/ride'

/** The number of days with duplicate rides, more than a page of pairs. */
const DAYS = 7

describeInBrowser('duplicate workouts in a browser', (world) => {
  let page: Page
  const firsts: string[] = []
  const seconds: string[] = []

  const rideOf = (day: number): RideOptions => ({
    name: `Ride ${day}`,
    seed: day,
    start: new Date(Date.UTC(2026, 3, day, 7)),
    kilometres: 3,
  })

  beforeAll(async () => {
    const { pageOf, ride } = world()
    page = await pageOf('nina')
    for (let day = 1; day <= DAYS; day++) {
      firsts.push(await ride('nina', { ...rideOf(day), withHeartRate: false }, { notes: 'kept' }))
      seconds.push(await ride('nina', { ...rideOf(day), name: `Ride ${day} again` }))
    }
    await ride('nina', { name: 'Alone', seed: 99, start: new Date('2026-05-20T07:00:00Z') })
  })

  const pairs = () => page.getByRole('list', { name: 'Possible duplicates' }).locator(':scope > li')
  const pairOf = (day: number) => pairs().filter({ hasText: `Ride ${day} again` })
  const total = async () => {
    const answer = (await world().call('nina', 'GET', '/workouts/duplicates')) as {
      pagination: { total: number }
    }
    return answer.pagination.total
  }

  test('are reported in the list of workouts, with a link', async () => {
    await world().open(page, '/workouts')
    await page.getByText(`${DAYS} possible duplicates found.`).waitFor()
    await world().expectAccessible(page)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Possible duplicates' }).click()
    await page.getByRole('heading', { level: 1, name: 'Possible duplicates' }).waitFor()
  })

  test('are shown side by side with their differences, in pages', async () => {
    await pairs().nth(4).waitFor()
    await eventually(() => pairs().count()).toBe(5)
    const side = (at: number) => async () =>
      (await pairOf(DAYS).locator('fieldset > div').allInnerTexts())[at]
    const [first, second] = [side(0), side(1)]
    await eventually(first).toMatch(/Distance\s+2\.\d\d km/)
    await eventually(first).not.toContain('Heart rate')
    await eventually(second).toContain('Heart rate')
    await eventually(second).toContain('More complete')
    await eventually(() => pairOf(DAYS).locator('img').count()).toBe(2)
    await world().expectAccessible(page)
    await page.getByRole('button', { name: 'Show more' }).click()
    await pairs()
      .nth(DAYS - 1)
      .waitFor()
  })

  test('stay visible when the next page cannot be loaded, with an error in its place', async () => {
    await world().open(page, '/workouts/duplicates')
    await page.route(/duplicates\?page=2/, (route) =>
      route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
    )
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await eventually(() => pairs().count()).toBe(5)
    const distance = async () => {
      const [told, button] = [await alert.boundingBox(), await more.boundingBox()]
      return (button?.y ?? 0) - (told?.y ?? 0)
    }
    await eventually(distance).toBeWithin(1, 120)
    await world().expectAccessible(page)
    await page.unrouteAll()
    await more.click()
    await pairs()
      .nth(DAYS - 1)
      .waitFor()
    await eventually(() => alert.count()).toBe(0)
  })

  test('are linked from the page of a workout', async () => {
    await pairOf(1).getByRole('link', { name: 'Ride 1', exact: true }).click()
    await page.getByText('Possibly the same workout:').waitFor()
    await page.getByRole('link', { name: 'Ride 1 again' }).waitFor()
    await world().expectAccessible(page)
    await page.getByRole('link', { name: 'Compare' }).click()
  })

  test('that are not the same are both kept and no longer listed', async () => {
    await pairOf(DAYS).getByRole('button', { name: 'Keep both workouts' }).click()
    await pairOf(DAYS).waitFor({ state: 'detached' })
    await eventually(total).toBe(DAYS - 1)
    await world().call('nina', 'GET', `/workouts/${firsts[DAYS - 1]}`)
    await world().call('nina', 'GET', `/workouts/${seconds[DAYS - 1]}`)
  })

  test('are merged into the selected one, and the other is deleted', async () => {
    const pair = pairOf(DAYS - 1)
    await pair.getByRole('radio', { name: 'Keep this one' }).nth(1).check()
    await pair.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge these two workouts?' })
    await dialog.waitFor()
    await world().expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await pair.waitFor({ state: 'detached' })
    await world().call('nina', 'GET', `/workouts/${seconds[DAYS - 2]}`)
    await expect(world().call('nina', 'GET', `/workouts/${firsts[DAYS - 2]}`)).rejects.toThrow(
      '404',
    )
  })

  test('are merged in bulk, each into the one with the richer recording', async () => {
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('button', { name: /^Merge \d pairs$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Merge/ })
      .click()
    await page.getByText('No duplicates found.').waitFor()
    const { data } = (await world().call('nina', 'GET', `/workouts/${firsts[0]}`)) as {
      data: { workouts: [{ notes: string; ave_hr: number | null }] }
    }
    expect(data.workouts[0].notes).toBe('kept')
    expect(data.workouts[0].ave_hr).toBeGreaterThan(0)
    await world().expectAccessible(page)
    await page.getByRole('link', { name: 'All workouts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Workouts' }).waitFor()
  })
})
