import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { aLandscape, aPhoto } from '../support/photo-files'

interface StoredPhoto {
  id: string
  description: string
}

describeInBrowser('photos of a workout in a browser', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia', { viewport: { width: 1280, height: 900 } })
    workout = await ride('mia', { name: 'Round the lake' })
  })

  const stored = async (): Promise<StoredPhoto[]> => {
    const { data } = (await world().call('mia', 'GET', `/workouts/${workout}`)) as {
      data: { workouts: [{ media_attachments: StoredPhoto[] }] }
    }
    return data.workouts[0].media_attachments
  }
  const section = () => mia.getByRole('region', { name: 'Photos', exact: true })
  const tiles = () => section().getByRole('listitem')
  const viewer = () => mia.getByRole('dialog', { name: 'Photos' })
  const shows = (number: number) =>
    viewer().getByText(`Photo ${number} of 3`, { exact: true }).waitFor()

  test('are added by choosing files, which others are named if they cannot be read', async () => {
    await world().open(mia, `/workouts/${workout}`)
    const files = [
      { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPhoto()) },
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
      { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aLandscape(1)) },
    ]
    await section().locator('input[type=file]').setInputFiles(files)
    await section()
      .getByText(/^broken\.jpg was not added\. The photo cannot be read\./)
      .waitFor()
    await eventually(() => tiles().count()).toBe(2)
    expect(await stored()).toHaveLength(2)
    await world().expectAccessible(mia)
  })

  test('do not move what is below them when they appear on a phone', async () => {
    const phone = await world().pageOf('mia', { viewport: { width: 390, height: 844 } })
    await phone.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await world().open(phone, `/workouts/${workout}`)
    await phone.getByRole('region', { name: 'Photos', exact: true }).waitFor()
    const shifts = await phone.evaluate(() => Reflect.get(window, 'shifts') as number[])
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05)
    await phone.context().close()
  })

  test('are added by dropping them on the page', async () => {
    const bytes = [...(await aLandscape(2))]
    await mia.evaluate((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], 'c.jpg', { type: 'image/jpeg' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        )
    }, bytes)
    await eventually(() => tiles().count()).toBe(3)
  })

  test('are enlarged, and arrow keys, Escape and Back lead through them', async () => {
    await tiles().first().getByRole('button').click()
    await shows(1)
    await world().expectAccessible(mia)
    await mia.keyboard.press('ArrowRight')
    await shows(2)
    await viewer().getByRole('button', { name: 'Next photo' }).click()
    await shows(3)
    await mia.keyboard.press('ArrowRight')
    await mia.keyboard.press('ArrowLeft')
    await shows(2)
    await mia.keyboard.press('Escape')
    await viewer().waitFor({ state: 'detached' })
    await tiles().nth(1).getByRole('button').click()
    await shows(2)
    await mia.goBack()
    await viewer().waitFor({ state: 'detached' })
    expect(new URL(mia.url()).pathname).toBe(`/workouts/${workout}`)
  })

  test('are described for people who cannot see them', async () => {
    await tiles().first().getByRole('button').click()
    const field = viewer().getByRole('textbox', { name: 'Description' })
    await field.fill('The lake at noon')
    await field.press('Enter')
    await viewer().getByRole('img', { name: 'The lake at noon' }).waitFor()
    await eventually(async () => (await stored())[0]?.description).toBe('The lake at noon')
    await viewer().getByRole('button', { name: 'Close' }).click()
    await tiles().first().getByRole('img', { name: 'The lake at noon' }).waitFor()
  })

  test('are moved, and deleted with a way back', async () => {
    const [first, second, third] = (await stored()).map(({ id }) => id)
    await tiles().first().getByRole('button').click()
    await viewer().getByRole('button', { name: 'Move towards the end' }).click()
    await shows(2)
    const order = async () => (await stored()).map(({ id }) => id)
    await eventually(order).toEqual([second, first, third])
    await viewer().getByRole('button', { name: 'Delete photo' }).click()
    await eventually(order).toEqual([second, third])
    await viewer().getByRole('button', { name: 'Close' }).click()
    await mia.locator('[data-part="message"]').getByRole('button', { name: 'Undo' }).click()
    await eventually(order).toEqual([second, first, third])
  })

  test('are shown in lists, and to others only if they may see them', async () => {
    await world().open(mia, '/workouts')
    await mia.getByRole('img', { name: '3 photos' }).waitFor()
    const levels = { workout_visibility: 'public', media_visibility: 'public' }
    await world().call('mia', 'PATCH', `/workouts/${workout}`, levels)
    const visitor = await world().visitor()
    await world().open(visitor, `/workouts/${workout}`)
    const photos = visitor.getByRole('region', { name: 'Photos', exact: true })
    await eventually(() => photos.getByRole('listitem').count()).toBe(3)
    await eventually(() =>
      photos
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    expect(await photos.getByRole('button', { name: 'Add photos' }).count()).toBe(0)
    await world().call('mia', 'PATCH', `/workouts/${workout}`, { media_visibility: 'private' })
    await world().open(visitor, `/workouts/${workout}`)
    await visitor.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
    expect(await photos.count()).toBe(0)
  })
})
