import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

/** A Wednesday, which the pages use as the current date. */
const TODAY = new Date('2026-05-20T12:00:00Z')

const RUNNING = {
  id: 'sQMfGmNJHjdYRSFTFYwo6R',
  created_at: 'Wed, 20 May 2026 11:00:00 GMT',
  errored_files: { archive: null, files: {} },
  file_size: 2_000_000,
  files_count: 300,
  message: null,
  new_workouts_count: 120,
  original_file_name: 'export_1234.zip',
  progress: 40,
  sport_id: null,
  status: 'in_progress',
  type: 'workouts_archive_upload',
}

describeInBrowser('the dashboard in a browser', (world) => {
  let mia: Page
  let robin: Page

  beforeAll(async () => {
    mia = await world().pageOf('mia')
    robin = await world().pageOf('robin')
    for (const page of [mia, robin]) await page.clock.setFixedTime(TODAY)
  })

  test('leads a new user to the first workout, from a file, an archive or by hand', async () => {
    await world().open(mia, '/')
    await mia.getByRole('button', { name: 'Choose a file' }).waitFor()
    await mia.getByRole('link', { name: 'Import workouts' }).waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Enter a workout by hand' }).click()
    await mia.getByLabel('Distance').waitFor()
  })

  test('does not mention dropping files on touch screens', async () => {
    const words = (page: Page) => page.getByText('from your watch, bike computer or phone')
    await world().open(mia, '/')
    await words(mia)
      .filter({ hasText: /^Drop a recording/, visible: true })
      .waitFor()
    const phone = await world().pageOf('mia', { hasTouch: true })
    await world().open(phone, '/')
    await words(phone)
      .filter({ hasText: /^Choose a recording/, visible: true })
      .waitFor()
    expect(await words(phone).filter({ hasText: /^Drop/, visible: true }).count()).toBe(0)
    await phone.context().close()
  })

  test('shows the last workout with its map, this week next to the usual one, and the current streak', async () => {
    const { ride, open } = world()
    const followers = 'followers_only'
    const level = {
      workout_visibility: followers,
      analysis_visibility: followers,
      map_visibility: followers,
    }
    await ride('mia', { name: 'This week', start: new Date('2026-05-19T07:00:00Z') }, level)
    await ride('mia', { name: 'Last week', seed: 2, start: new Date('2026-05-12T07:00:00Z') })
    await ride('mia', { name: 'In April', seed: 3, start: new Date('2026-04-14T07:00:00Z') })
    await open(mia, '/')
    const last = mia.getByRole('region', { name: 'Latest workout' })
    await last.getByRole('heading', { name: 'This week' }).waitFor()
    await last.locator('.leaflet-container').waitFor()
    const week = mia.getByRole('region', { name: 'This week' })
    // The first ride was five weeks ago, so two rides of an hour are usual for five weeks.
    await eventually(() => week.textContent()).toContain('usually 0:24 h by Wednesday')
    await week.getByText('2 weeks in a row with a workout').waitFor()
    const bars = week.getByRole('list', { name: 'Moving time of the last eight weeks' })
    await eventually(() => bars.getByRole('listitem').count()).toBe(8)
    await world().expectAccessible(mia)
  })

  test('has a calendar with medals that lead to their workouts', async () => {
    const calendar = mia.getByRole('region', { name: 'Calendar' })
    const may = calendar.getByRole('table', { name: 'May 2026' })
    await eventually(() => may.getByRole('link').count()).toBe(2)
    await calendar.getByRole('button', { name: 'Previous month' }).click()
    const april = calendar.getByRole('table', { name: 'April 2026' })
    await april.getByRole('link', { name: 'In April' }).click()
    await mia.getByRole('heading', { name: 'In April', level: 1 }).waitFor()
    await mia.goBack()
  })

  test('shows the latest records, and leads to their workouts', async () => {
    const records = mia.getByRole('region', { name: 'Latest records' })
    await records.getByText('Farthest distance').first().click()
    await mia.locator('[data-part="numbers"]').waitFor()
  })

  test('shows running imports, but not those that succeeded', async () => {
    await mia.route('**/api/workouts/upload-tasks*', (route) =>
      route.fulfill({
        json: {
          data: { tasks: [RUNNING, { ...RUNNING, id: 'done', status: 'successful' }] },
          pagination: { has_next: false, has_prev: false, page: 1, pages: 1, total: 2 },
          status: 'success',
        },
      }),
    )
    // The page keeps polling, so the network is never idle.
    await mia.goto(world().server.url)
    const imports = mia.getByRole('region', { name: 'Needs attention' })
    await imports.getByRole('link', { name: 'export_1234.zip' }).waitFor()
    await eventually(() => imports.getByRole('listitem').count()).toBe(1)
    await world().expectAccessible(mia)
    await mia.unroute('**/api/workouts/upload-tasks*')
  })

  test('shows workouts of followed users with map, likes and comments', async () => {
    const { call, open, ride } = world()
    await ride('robin', { name: 'My own' })
    await call('robin', 'POST', '/users/mia/follow')
    await call('mia', 'POST', '/follow-requests/robin/accept')
    await open(robin, '/')
    await robin.getByText('Everyone I follow').click()
    const card = robin
      .getByRole('list', { name: 'Everyone’s latest workouts' })
      .getByRole('listitem')
      .filter({ hasText: 'This week' })
    await card.getByText('No comments').waitFor()
    expect(
      await card.locator('img[src^="/api/workouts/map/"]').evaluate(async (image) => {
        if (!(image instanceof HTMLImageElement)) return 0
        await image.decode()
        return image.naturalWidth
      }),
    ).toBe(400)
    await card.getByRole('button', { name: 'Like', exact: true }).click()
    await card.getByRole('button', { name: '1 like: show who' }).waitFor()
    await world().expectAccessible(robin)
    await card.getByRole('link', { name: 'No comments' }).click()
    await robin.getByRole('heading', { name: 'This week', level: 1 }).waitFor()
    await robin.goBack()
    await card.getByRole('link', { name: 'No comments' }).waitFor()
  })
})
