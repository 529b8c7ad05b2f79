import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { aLandscape, aPhoto } from '../support/photo-files'
import { type RideOptions, rideGpx } from '../support/ride'
import { startTestProxy, type TestProxy } from '../support/test-proxy'

const day = (number: number) => new Date(Date.UTC(2026, 4, number, 8))

/** A file as its name and its bytes. */
type Given = [name: string, content: number[]]

/** A ride as an app writes it that states the sport. */
const rideFile = (name: string, ride: RideOptions): Given => [
  name,
  [...Buffer.from(rideGpx(ride).replace('<trkseg>', '<type>cycling</type><trkseg>'))],
]

/** A photo that was taken at a local time, `2026:05:01 10:20:30`. */
const photoFile = async (name: string, time: string): Promise<Given> => [
  name,
  [...(await aPhoto('jpeg', { exif: { IFD2: { DateTimeOriginal: time } } }))],
]

const typeOf = (name: string) => (/\.jpg$/.test(name) ? 'image/jpeg' : 'application/octet-stream')

describeInBrowser('photos that are added with recordings', (world) => {
  let front: TestProxy
  let bea: Page

  beforeAll(async () => {
    front = startTestProxy(world().server.url)
    bea = await world().pageOf('bea', { serviceWorkers: 'allow' })
    await world().call('bea', 'POST', '/auth/profile/edit/preferences', { timezone: 'UTC' })
  })
  afterAll(() => front.fall())

  const open = async (path: string) => {
    await bea.goto(`${front.url}${path}`)
    await bea.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await tools().waitFor({ state: 'attached' })
  }
  const tools = () => bea.getByRole('complementary', { name: 'Uploads and notices' })
  const tray = () => bea.getByRole('region', { name: 'Uploads' })
  const chosen = () => bea.getByRole('list', { name: 'Chosen photos' })
  const drop = (...files: Given[]) =>
    bea.evaluate(
      (given) => {
        const dataTransfer = new DataTransfer()
        for (const { name, content, type } of given)
          dataTransfer.items.add(new File([new Uint8Array(content)], name, { type }))
        const event = { dataTransfer, bubbles: true, cancelable: true }
        for (const kind of ['dragenter', 'drop'])
          document.body.dispatchEvent(new DragEvent(kind, event))
      },
      files.map(([name, content]) => ({ name, content, type: typeOf(name) })),
    )
  const share = (...files: Given[]) =>
    bea.evaluate(
      (given) => {
        const form = Object.assign(document.createElement('form'), {
          ...{ action: '/share', method: 'post', enctype: 'multipart/form-data' },
        })
        const input = Object.assign(document.createElement('input'), {
          ...{ type: 'file', name: 'files', multiple: true },
        })
        const transfer = new DataTransfer()
        for (const { name, content, type } of given)
          transfer.items.add(new File([new Uint8Array(content)], name, { type }))
        input.files = transfer.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      files.map(([name, content]) => ({ name, content, type: typeOf(name) })),
    )
  /** How many photos each workout has, by title. */
  const photos = async () => {
    const { data } = (await world().call('bea', 'GET', '/workouts?per_page=50')) as {
      data: { workouts: { title: string; media_attachments: unknown[] }[] }
    }
    return Object.fromEntries(
      data.workouts.map(({ title, media_attachments }) => [title, media_attachments.length]),
    )
  }
  const workoutOf = (name: string) => chosen().getByLabel(`Workout of ${name}`)
  const chosenWorkout = (name: string) =>
    workoutOf(name).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')

  test('belong to the workout of the recording that is dropped with them', async () => {
    await open('/about')
    await drop(
      ['a.jpg', [...(await aLandscape(1))]],
      rideFile('lake.gpx', { name: 'Lake', start: day(1) }),
      ['b.jpg', [...(await aLandscape(2))]],
    )
    await tray().getByRole('link', { name: 'Lake' }).waitFor()
    await eventually(async () => (await photos()).Lake).toBe(2)
    await eventually(() => tray().getByRole('link', { name: 'Added to the workout' }).count()).toBe(
      2,
    )
    await world().expectAccessible(bea)
  })

  test('wait with their recording for its sport and for a connection', async () => {
    await open('/about')
    await front.fall()
    await drop(
      ['nameless.gpx', [...Buffer.from(rideGpx({ name: 'Nameless', start: day(2) }))]],
      ['c.jpg', [...(await aLandscape(3))]],
    )
    await tray().getByText('With one photo').waitFor()
    await bea.goto(`${front.url}/statistics`)
    await tray().getByText('With one photo').waitFor()
    await world().expectAccessible(bea)
    front.rise()
    await tray().getByLabel('Sport of nameless.gpx').selectOption({ label: 'Hiking' })
    await eventually(async () => (await photos()).Nameless).toBe(1)
  })

  test('do not keep the recording from being added when they cannot be read', async () => {
    await open('/about')
    await drop(
      rideFile('hill.gpx', { name: 'Hill', start: day(3) }),
      ['broken.jpg', [...Buffer.from('no photo')]],
      ['d.jpg', [...(await aLandscape(4))]],
    )
    await tray().getByText('The photo cannot be read.').waitFor()
    await eventually(async () => (await photos()).Hill).toBe(1)
    await tray().getByText('One file to send').waitFor()
    await tray().getByRole('button', { name: 'Try again: broken.jpg' }).click()
    await tray().getByText('The photo cannot be read.').waitFor()
    await tray().getByRole('button', { name: 'Remove broken.jpg' }).click()
    await tray().getByText('All sent').waitFor()
  })

  test('stay when their recording is rejected, and can be added to another workout', async () => {
    await open('/about')
    const [, photo] = await photoFile('e.jpg', '2026:05:03 08:10:00')
    await drop(['bad.gpx', [...Buffer.from('this is no track')]], ['e.jpg', photo])
    await tray().getByRole('alert').waitFor()
    await tray().getByRole('button', { name: 'More choices' }).click()
    await bea.getByText('They are added to the workout of bad.gpx.').waitFor()
    const files = bea.getByRole('list', { name: 'Chosen files' })
    await files.getByRole('button', { name: 'Remove bad.gpx' }).click()
    await eventually(() => chosenWorkout('e.jpg')).toContain('Hill')
    await bea.getByRole('button', { name: 'Add photo', exact: true }).click()
    await eventually(async () => (await photos()).Hill).toBe(2)
    await chosen().waitFor({ state: 'detached' })
  })

  test('are sent once when the response is lost', async () => {
    await open('/about')
    const { media_attachments: _, ...workout } = await createRide('Lost', day(4))
    front.loseNext(`PATCH /api/workouts/${workout.id}`)
    await drop(await photoFile('f.jpg', '2026:05:04 08:10:00'))
    await bea.getByRole('button', { name: 'Add photo', exact: true }).click()
    const added = tray().getByRole('link', { name: 'Added to the workout' })
    await added.and(bea.locator(`[href$="${workout.id}"]`)).waitFor()
    expect((await photos()).Lost).toBe(1)
  })

  const createRide = async (name: string, start: Date) => {
    const id = await world().ride('bea', { name, start })
    const { data } = (await world().call('bea', 'GET', `/workouts/${id}`)) as {
      data: { workouts: { id: string; media_attachments: unknown[] }[] }
    }
    return data.workouts[0] ?? { id, media_attachments: [] }
  }

  test('that are shared alone are offered to the workouts of the same time', async () => {
    await createRide('Morning', day(5))
    await createRide('Next day', day(6))
    await open('/about')
    await share(
      await photoFile('morning.jpg', '2026:05:05 08:15:00'),
      await photoFile('next.jpg', '2026:05:06 07:30:00'),
      await photoFile('years-ago.jpg', '2019:01:01 12:00:00'),
    )
    await eventually(() => new URL(bea.url()).pathname).toBe('/workouts/add')
    await eventually(() => chosenWorkout('morning.jpg')).toContain('Morning')
    await eventually(() => chosenWorkout('next.jpg')).toContain('Next day')
    expect(await chosenWorkout('years-ago.jpg')).toBe('Choose a workout')
    expect(await workoutOf('years-ago.jpg').locator('option').count()).toBeGreaterThan(3)
    await world().expectAccessible(bea)
    await bea.getByRole('button', { name: 'Add 2 photos' }).click()
    await eventually(photos).toMatchObject({ Morning: 1, 'Next day': 1 })
    expect(await chosen().getByRole('listitem').count()).toBe(1)
    expect(front.asked).not.toContain('POST /share')
  })

  test('that are shared with a recording are reviewed and sent with it', async () => {
    await open('/about')
    await share(
      await photoFile('g.jpg', '2019:01:01 12:00:00'),
      rideFile('shared.gpx', { name: 'Shared', start: day(7) }),
    )
    await bea.getByText('They are added to the workout of shared.gpx.').waitFor()
    await bea.getByRole('button', { name: 'Upload workout' }).click()
    await eventually(() => new URL(bea.url()).pathname).toMatch(/^\/workouts\/[A-Za-z0-9]{8,}$/)
    await bea.getByRole('heading', { name: 'Shared' }).waitFor()
    await eventually(async () => (await photos()).Shared).toBe(1)
    await bea.getByRole('region', { name: 'Photos', exact: true }).getByRole('listitem').waitFor()
  })

  test('with several recordings are assigned to their workouts after the upload', async () => {
    await open('/about')
    await drop(
      rideFile('one.gpx', { name: 'One', start: day(8) }),
      rideFile('two.gpx', { name: 'Two', start: day(9) }),
      await photoFile('h.jpg', '2026:05:09 08:10:00'),
    )
    await tray().getByRole('link', { name: 'Two' }).waitFor()
    await eventually(() => chosenWorkout('h.jpg')).toContain('Two')
    await bea.getByRole('button', { name: 'Add photo', exact: true }).click()
    await eventually(photos).toMatchObject({ One: 0, Two: 1 })
  })

  test('are sent directly by a browser without storage', async () => {
    await createRide('Direct', day(10))
    await open('/about')
    await bea.evaluate(() => {
      indexedDB.open = () => {
        throw new Error('no room left')
      }
    })
    await drop(await photoFile('i.jpg', '2026:05:10 08:10:00'))
    await eventually(() => chosenWorkout('i.jpg')).toContain('Direct')
    await bea.getByRole('button', { name: 'Add photo', exact: true }).click()
    await chosen().waitFor({ state: 'detached' })
    expect((await photos()).Direct).toBe(1)
  })
})
