import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { gpxOf, type MadeActivity } from '../support/exports/activity'
import { stravaExport } from '../support/exports/strava'
import { zipBytes } from '../support/tracks/zip'

const ACTIVITIES: readonly MadeActivity[] = [
  { day: 1, sport: 'ride', title: 'Round the lake', gear: 'Red bike' },
  { day: 2, sport: 'run', title: 'Before breakfast' },
  { day: 3, sport: 'swim', title: 'Pool', kept: 'numbers' },
  { day: 4, sport: 'ride', title: 'Torn', kept: 'broken' },
]
const EXPORT = {
  name: 'export_1234.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipBytes(stravaExport(ACTIVITIES))),
}
const [FIRST] = ACTIVITIES
const AGAIN = {
  name: 'from-the-watch.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(FIRST ? gpxOf(FIRST) : ''),
}

describeInBrowser('importing from another service', (world) => {
  let page: Page

  beforeAll(async () => {
    page = await world().pageOf('paula')
  })

  const choose = async (button: RegExp, file: typeof EXPORT) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button }).click()
    await (await chooser).setFiles(file)
  }
  const row = (name: string) =>
    page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name })

  test('starts in the empty list, with instructions for each service', async () => {
    await world().open(page, '/')
    await page.getByRole('link', { name: 'Import workouts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Coming from another service?' }).waitFor()
    await world().expectAccessible(page)
    await page.getByText('Strava', { exact: true }).click()
    await page
      .getByText('Download the ZIP archive and do not unpack it.', { exact: true })
      .waitFor()
    const link = page.getByRole('link', { name: 'www.strava.com' })
    await eventually(() => link.getAttribute('href')).toStartWith('https://www.strava.com/')
    await world().expectAccessible(page)
  })

  test('recognises an export before it is sent', async () => {
    await choose(/^Choose the archive/, EXPORT)
    await page.getByRole('heading', { level: 1, name: 'Add a workout' }).waitFor()
    await row('export_1234.zip').getByText('This is an export of Strava.').waitFor()
    await eventually(() => row('export_1234.zip').textContent()).toContain('Found: 3 recordings.')
    await world().expectAccessible(page)
  })

  test('ends with a summary', async () => {
    await page.getByRole('button', { name: 'Upload workout' }).click()
    await page.waitForURL(/\/workouts\/tasks\/\w+$/)
    const filters = page.getByRole('group', { name: 'Show only' })
    await filters.getByRole('button', { name: 'New 3' }).waitFor()
    await filters.getByRole('button', { name: 'Failed 1' }).click()
    await page.getByText('The file is damaged or incomplete.').waitFor()
    await world().expectAccessible(page)
  })

  test('reports existing workouts, and adds duplicates only on request', async () => {
    await world().open(page, '/workouts/add')
    await choose(/^Drop workout files here/, AGAIN)
    await row(AGAIN.name).getByRole('combobox').selectOption('Cycling (Sport)')
    await page.getByRole('button', { name: 'Upload workout' }).click()
    await row(AGAIN.name).getByText('Already added:').waitFor()
    await row(AGAIN.name).getByRole('link', { name: 'Round the lake' }).waitFor()
    await world().expectAccessible(page)
    await row(AGAIN.name).getByRole('button', { name: 'Add anyway' }).click()
    await page.getByText('Possibly the same workout:').waitFor()
  })

  test('distinguishes two possible duplicates', async () => {
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Keep both workouts' }).click()
    await page.getByText('No duplicates found.').waitFor()
  })

  test('can be undone, which deletes what it created and nothing else', async () => {
    await world().open(page, '/workouts')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('link', { name: EXPORT.name }).click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 3 workouts' }).click()
    await page.getByText('3 workouts were removed.').waitFor()
    const { pagination } = (await world().call('paula', 'GET', '/workouts')) as {
      pagination: { total: number }
    }
    // The workout that was added separately is not part of the import.
    expect(pagination.total).toBe(1)
    await page.getByRole('link', { name: 'Workouts' }).click()
    await page.getByRole('link', { name: /Cycling/ }).waitFor()
  })
})
