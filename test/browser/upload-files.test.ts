import { beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { type RideOptions, rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'
import { until } from '../support/until'

interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const file = (name: string, content: string | Uint8Array): GivenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** A ride on a given day. */
const onDay = (day: number, more: RideOptions = {}) =>
  rideGpx({
    name: `Outing ${day}`,
    seed: day,
    start: new Date(Date.UTC(2026, 4, day, 7)),
    kilometres: 4,
    ...more,
  })

const typed = (gpx: string, type: string) => gpx.replace('</name>', `</name><type>${type}</type>`)

describeInBrowser('files that are uploaded', (world) => {
  let page: Page

  beforeAll(async () => {
    page = await world().pageOf('rosa')
  })

  beforeEach(() => world().open(page, '/workouts/add'))

  const choose = async (...files: GivenFile[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Drop workout files here/ }).click()
    await (await chooser).setFiles(files)
  }
  const row = (name: string) =>
    page
      .getByRole('list', { name: 'Chosen files' })
      .locator(':scope > li')
      .filter({ hasText: name })
  const sportOf = (name: string) => page.getByRole('combobox', { name: `Sport of ${name}` })
  const shownSport = (name: string) =>
    sportOf(name).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text)
  const send = (name: RegExp | string = /^Upload/) => page.getByRole('button', { name }).click()
  const latest = async () => {
    const answer = (await world().call('rosa', 'GET', '/workouts?per_page=50')) as {
      data: { workouts: { title: string; sport_id: number }[] }
    }
    return Object.fromEntries(answer.data.workouts.map(({ title, sport_id }) => [title, sport_id]))
  }

  test('show the sport that each states, which can be changed for one and for all', async () => {
    await choose(
      file('run.gpx', typed(onDay(1), 'running')),
      file('hike.gpx', typed(onDay(2), 'hiking')),
      file('nameless.gpx', onDay(3)),
    )
    // Files are read in parallel, in any order.
    for (const [name, sport] of Object.entries({
      'run.gpx': 'Running (from the file)',
      'hike.gpx': 'Hiking (from the file)',
      'nameless.gpx': 'Choose a sport',
    }))
      await until(`${name} is shown as: ${sport}`, async () => (await shownSport(name)) === sport)
    await page.getByText('One file does not specify its sport. Choose one.').waitFor()
    await eventually(() => page.getByRole('button', { name: 'Upload 3 files' }).isDisabled()).toBe(
      true,
    )
    await world().expectAccessible(page)
  })

  test('become workouts of the chosen sports', async () => {
    await choose(
      file('run.gpx', typed(onDay(1), 'running')),
      file('hike.gpx', typed(onDay(2), 'hiking')),
      file('nameless.gpx', onDay(3)),
    )
    const all = page.getByRole('combobox', { name: 'Sport of all these files' })
    await all.selectOption('Trail')
    await eventually(() => shownSport('run.gpx')).toBe('Trail')
    await all.selectOption('As specified in each file')
    await sportOf('hike.gpx').selectOption('Walking')
    await sportOf('nameless.gpx').selectOption('Rowing')
    await send('Upload 3 files')
    for (const name of ['run.gpx', 'hike.gpx', 'nameless.gpx'])
      await row(name).getByText('Workout added.').waitFor()
    expect(await latest()).toEqual({ 'Outing 1': 5, 'Outing 2': 6, 'Outing 3': 11 })
    await world().expectAccessible(page)
  })

  test('that are truncated are read as far as possible on request', async () => {
    const whole = typed(onDay(4), 'running')
    const longName = `${'round-and-round-the-lake-'.repeat(4)}torn.gpx`
    await choose(file(longName, whole.slice(0, whole.length / 2)))
    await send()
    const question = row('torn.gpx').getByText(
      /^This file is truncated: it contains \d+ points, until/,
    )
    await question.waitFor()
    await world().expectAccessible(page)
    await row('torn.gpx').getByRole('button', { name: 'Import this part' }).click()
    await page.getByRole('heading', { name: 'Outing 4' }).waitFor()
    await page.getByText('The file is truncated: this is the part that it contains.').waitFor()
    await world().expectAccessible(page)
  })

  test('without times become workouts with the given time', async () => {
    const line = typed(onDay(5), 'running').replace(/<time>[^<]*<\/time>/g, '')
    await choose(file('route.gpx', line))
    await send()
    const question = row('route.gpx')
    await question.getByText('This track contains no times.').waitFor()
    await world().expectAccessible(page)
    await question.getByLabel('Day').fill('2026-05-05')
    await question.getByLabel('Time', { exact: true }).fill('18:30')
    await question.getByRole('button', { name: 'Send again' }).click()
    await question.getByText('Hours, minutes and seconds').waitFor()
    await question.getByLabel('Duration').fill('0:25:00')
    await question.getByLabel('Duration').press('Enter')
    await page.getByRole('heading', { name: 'Outing 5' }).waitFor()
    await page.getByText('The file contains no times.').waitFor()
    await eventually(() => page.getByRole('region', { name: 'Numbers' }).textContent()).toContain(
      '25:00',
    )
  })

  test('with an unknown sport ask for one', async () => {
    await choose(file('odd.pwx', pwxOf('Knitting')))
    await eventually(() => shownSport('odd.pwx')).toBe('As specified in the file')
    await send()
    await row('odd.pwx').getByText('The file calls its sport “Knitting”').waitFor()
    await sportOf('odd.pwx').selectOption('Rowing')
    await send()
    await page.waitForURL(/\/workouts\/\w{22}$/)
  })

  test('can replace a poorer recording of the same workout', async () => {
    await world().ride('rosa', { name: 'By phone', seed: 9, kilometres: 4, withHeartRate: false })
    const rich = typed(rideGpx({ name: 'By watch', seed: 9, kilometres: 4 }), 'cycling')
    await choose(file('watch.gpx', rich))
    await send()
    await row('watch.gpx').getByText('Already added:').waitFor()
    await row('watch.gpx').getByRole('button', { name: 'Keep the more complete recording' }).click()
    await row('watch.gpx').getByText('This recording is more complete. It was added to:').waitFor()
    await row('watch.gpx').getByRole('link', { name: 'By phone' }).waitFor()
    await world().expectAccessible(page)
    expect(Object.keys(await latest())).not.toContain('By watch')
  })

  test('that replaced another recording restore it when they are undone', async () => {
    await world().open(page, '/workouts/tasks')
    await page
      .getByRole('switch', { name: 'Also uploads of single files', checked: true })
      .waitFor()
    await page.getByRole('link', { name: 'watch.gpx' }).waitFor()
    await world().expectAccessible(page)
    await page.getByRole('link', { name: 'watch.gpx' }).click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    const dialog = page.getByRole('dialog')
    await eventually(() => dialog.textContent()).toContain('This import created no workout.')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('The previous recording of one workout was restored.').waitFor()
  })

  test('use the same choice for duplicates the next time', async () => {
    const again = file('again.gpx', typed(rideGpx({ seed: 9, kilometres: 4 }), 'cycling'))
    await choose(again)
    await page.getByText('More options').click()
    await world().expectAccessible(page)
    await page.getByRole('combobox', { name: 'If a workout already exists' }).click()
    await page.getByRole('option', { name: 'Add it as another workout' }).click()
    await send()
    await page.waitForURL(/\/workouts\/\w{22}$/)
    await world().open(page, '/workouts/add')
    await choose(again)
    await page.getByText('More options').click()
    const choice = page.getByRole('combobox', { name: 'If a workout already exists' })
    await eventually(() => choice.inputValue()).toBe('Add it as another workout')
    await choice.click()
    await page.getByRole('option', { name: 'Skip the new file' }).click()
    await send()
    await row('again.gpx').getByText('Already added:').waitFor()
  })

  test('in a small archive are listed individually, with the reasons of failures', async () => {
    const members = [
      { name: 'a.gpx', content: onDay(20) },
      { name: 'broken.gpx', content: '<gpx><trk>' },
    ]
    await choose(file('two.zip', zipBytes(members)))
    await row('two.zip').getByText('Found: 2 recordings.').waitFor()
    await sportOf('two.zip').selectOption('Running')
    await send()
    await row('two.zip').getByText('One file of the archive could not be imported:').waitFor()
    await eventually(() => row('two.zip').textContent()).toContain(
      'broken.gpx: The file is damaged or incomplete.',
    )
    await world().expectAccessible(page)
  })
})

/** A short PWX file. */
const pwxOf = (sport: string) => `<?xml version="1.0"?>
<pwx xmlns="http://www.peaksware.com/PWX/1/0"><workout><sportType>${sport}</sportType>
<time>2026-05-06T07:00:00</time><summarydata><beginning>0</beginning><duration>60</duration></summarydata>
${Array.from({ length: 60 }, (_, at) => `<sample><timeoffset>${at}</timeoffset><lat>${47 + at / 1e4}</lat><lon>9</lon><dist>${at * 11}</dist></sample>`).join('\n')}
</workout></pwx>`
