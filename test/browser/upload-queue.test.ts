import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { type RideOptions, rideGpx } from '../support/ride'
import { startTestProxy, type TestProxy } from '../support/test-proxy'

/** A ride as an app writes it that states the sport. */
const rideAs = (type: string, ride: RideOptions) =>
  rideGpx(ride).replace('<trkseg>', `<type>${type}</type><trkseg>`)

const day = (number: number) => new Date(Date.UTC(2026, 3, number, 8))

describeInBrowser('the upload queue in a browser', (world) => {
  let front: TestProxy
  let bea: Page

  beforeAll(async () => {
    front = startTestProxy(world().server.url)
    bea = await world().pageOf('bea', { serviceWorkers: 'allow' })
  })
  afterAll(() => front.fall())

  const open = async (path: string) => {
    await bea.goto(`${front.url}${path}`)
    await bea.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // The tools of the page are loaded when it is idle.
    await tools().waitFor({ state: 'attached' })
  }
  const tools = () => bea.getByRole('complementary', { name: 'Uploads and notices' })
  const tray = () => bea.getByRole('region', { name: 'Uploads' })
  const drop = (files: Record<string, string>) =>
    bea.evaluate((given) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of Object.entries(given))
        dataTransfer.items.add(new File([text], name))
      const event = { dataTransfer, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new DragEvent('dragenter', event))
      document.body.dispatchEvent(new DragEvent('drop', event))
    }, files)
  const workouts = async () => {
    const answer = await world().call('bea', 'GET', '/workouts?per_page=50')
    return (answer as { data: { workouts: { title: string; sport_id: number }[] } }).data.workouts
  }
  const sent = () => front.asked.filter((request) => request === 'POST /api/workouts').length

  test('sends files dropped on any screen, with the sport that each states', async () => {
    await open('/about')
    await drop({
      'ride.gpx': rideAs('cycling', { name: 'Over the pass', start: day(1) }),
      'run.gpx': rideAs('running', { name: 'Round the park', start: day(2), kilometres: 6 }),
    })
    await tray().getByRole('link', { name: 'Over the pass' }).waitFor()
    await tray().getByRole('link', { name: 'Round the park' }).waitFor()
    expect((await workouts()).map(({ title, sport_id }) => [title, sport_id])).toEqual([
      ['Round the park', 5],
      ['Over the pass', 1],
    ])
    await world().expectAccessible(bea)
    await tray().getByRole('button', { name: 'Close uploads' }).click()
    await tray().waitFor({ state: 'detached' })
  })

  test('asks for the sport of a file that states none', async () => {
    await drop({ 'nameless.gpx': rideGpx({ name: 'Nameless', start: day(3) }) })
    const sport = tray().getByLabel('Sport of nameless.gpx')
    await sport.waitFor()
    await world().expectAccessible(bea)
    await sport.selectOption({ label: 'Hiking' })
    await tray().getByRole('link', { name: 'Nameless' }).waitFor()
    expect((await workouts())[0]).toMatchObject({ title: 'Nameless', sport_id: 3 })
  })

  test('shows why a file was rejected, and lets it be retried or removed', async () => {
    await drop({ 'broken.gpx': 'this is no track' })
    await tray().getByText('One file to send').waitFor()
    await tray().getByRole('button', { name: 'Try again: broken.gpx' }).click()
    await tray().getByRole('alert').waitFor()
    await world().expectAccessible(bea)
    await tray().getByRole('button', { name: 'More choices' }).click()
    await bea.getByRole('list', { name: 'Chosen files' }).getByText('broken.gpx').waitFor()
    await tray().getByText('All sent').waitFor()
    await open('/about')
    await drop({ 'broken.gpx': 'this is no track' })
    await tray().getByRole('button', { name: 'Remove broken.gpx' }).click()
    await tray().waitFor({ state: 'detached' })
  })

  test('keeps files across reloads while the server is unreachable, and sends them when it is back', async () => {
    await open('/workouts')
    await front.fall()
    await bea.reload()
    await bea.getByRole('heading', { name: 'The server does not respond' }).waitFor()
    await tools().waitFor({ state: 'attached' })
    await drop({ 'kept.gpx': rideAs('cycling', { name: 'Kept', start: day(4) }) })
    await tray().getByText('Waiting for a connection').waitFor()
    await world().expectAccessible(bea)
    await bea.goto(`${front.url}/statistics`)
    await tray().getByText('kept.gpx').waitFor()
    front.rise()
    await tray().getByRole('link', { name: 'Kept' }).waitFor()
    expect((await workouts())[0]).toMatchObject({ title: 'Kept', sport_id: 1 })
  })

  test('creates one workout from a file whose response was lost', async () => {
    await open('/about')
    const before = (await workouts()).length
    front.loseNext('POST /api/workouts')
    await drop({ 'lost.gpx': rideAs('cycling', { name: 'Lost and found', start: day(5) }) })
    await tray().getByText('Already added: Lost and found').waitFor()
    expect((await workouts()).length).toBe(before + 1)
  })

  test('is sent by one tab, however many are open', async () => {
    await open('/about')
    await front.fall()
    const files = Object.fromEntries(
      [6, 7, 8].map((number) => [
        `tab-${number}.gpx`,
        rideAs('cycling', { name: `Tab ${number}`, start: day(number) }),
      ]),
    )
    await drop(files)
    await tray().getByText('3 files to send').waitFor()
    const other = await bea.context().newPage()
    await other.goto(`${front.url}/privacy-policy`)
    await other.getByText('3 files to send').waitFor()
    const before = sent()
    front.rise()
    for (const page of [bea, other])
      await page.getByText(/files? to send/).waitFor({ state: 'detached' })
    expect(sent() - before).toBe(3)
    expect((await workouts()).filter(({ title }) => title.startsWith('Tab '))).toHaveLength(3)
    await other.close()
  })

  test('accepts files from the workout form that cannot be sent now', async () => {
    await open('/workouts/add')
    const chooser = bea.waitForEvent('filechooser')
    await bea.getByRole('button', { name: 'Drop workout files here, or click to choose' }).click()
    const gpx = rideGpx({ name: 'From the form', start: day(9) })
    await (await chooser).setFiles({
      ...{ name: 'form.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) },
    })
    await bea.getByRole('combobox', { name: 'Sport of form.gpx' }).selectOption('Walking')
    await front.fall()
    await bea.getByRole('button', { name: 'Upload workout' }).click()
    await tray().getByText('form.gpx').waitFor()
    front.rise()
    await tray().getByRole('link', { name: 'From the form' }).waitFor()
    expect((await workouts())[0]).toMatchObject({ title: 'From the form', sport_id: 6 })
  })

  test('passes files to the form in a browser without storage', async () => {
    await open('/about')
    await bea.evaluate(() => {
      indexedDB.open = () => {
        throw new Error('no room left')
      }
    })
    await drop({ 'homeless.gpx': rideAs('cycling', { start: day(11) }) })
    const chosen = bea.getByRole('list', { name: 'Chosen files' })
    await chosen.getByText('homeless.gpx').waitFor()
  })

  test('sends chosen files at once, and removes their workouts when that is undone', async () => {
    // The entry of the history that the previous test created contains files.
    await open('/about')
    await open('/workouts/add')
    await bea.getByRole('switch', { name: 'Review details before uploading' }).uncheck()
    const chooser = bea.waitForEvent('filechooser')
    await bea.getByRole('button', { name: 'Drop workout files here, or click to choose' }).click()
    const files = [12, 13].map((number) => ({
      name: `chosen-${number}.gpx`,
      mimeType: 'application/gpx+xml',
      buffer: Buffer.from(rideAs('cycling', { name: `Chosen ${number}`, start: day(number) })),
    }))
    await (await chooser).setFiles(files)
    await bea.getByRole('status').getByText('2 workouts added.').waitFor()
    const titles = async () => (await workouts()).map(({ title }) => title)
    expect(await titles()).toContain('Chosen 12')
    await bea.getByRole('button', { name: 'Undo', exact: true }).click()
    await bea.getByRole('status').getByText('2 workouts were removed.').waitFor()
    expect(await titles()).not.toContain('Chosen 12')
    await world().expectAccessible(bea)
  })

  test('hides files of other users', async () => {
    await open('/about')
    await front.fall()
    await drop({ 'private.gpx': rideAs('cycling', { start: day(10) }) })
    await tray().getByText('private.gpx').waitFor()
    await bea.goto(`${front.url}/about`)
    await tray().getByText('private.gpx').waitFor()
    await bea.addInitScript(() => {
      const payload = btoa(JSON.stringify({ sub: '999' }))
      localStorage.setItem('milepost.token', `x.${payload}.x`)
    })
    await bea.goto(`${front.url}/about`)
    await tools().waitFor({ state: 'attached' })
    await tray().waitFor({ state: 'detached' })
    const own = await world().tokenOf('bea')
    await bea.addInitScript((token) => localStorage.setItem('milepost.token', token), own)
    await bea.goto(`${front.url}/about`)
    await tray().getByText('private.gpx').waitFor()
    front.rise()
  })

  test('marks title and icon while there are unread notifications', async () => {
    await world().pageOf('cal')
    await world().call('bea', 'GET', '/auth/profile')
    await world().call('cal', 'POST', '/users/bea/follow')
    await bea.addInitScript(() => {
      const marks: string[] = []
      Object.assign(window, { marks })
      Object.assign(navigator, {
        setAppBadge: async () => void marks.push('set'),
        clearAppBadge: async () => void marks.push('clear'),
      })
    })
    await open('/about')
    await bea.waitForFunction(() => document.title.startsWith('● '))
    await eventually(() =>
      bea.evaluate(() => (window as unknown as { marks: string[] }).marks.at(-1)),
    ).toBe('set')
  })
})
