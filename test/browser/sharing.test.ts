import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('sharing a workout in a browser', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    mia = await world().pageOf('mia')
    workout = await world().ride(
      'mia',
      { name: 'Over the pass' },
      { workout_visibility: 'private' },
    )
  })

  test('shows a picture with or without the route, and downloads it', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.getByRole('button', { name: 'More actions' }).click()
    await mia.getByRole('button', { name: 'Share', exact: true }).click()
    const picture = mia.getByRole('img', { name: 'Picture of the workout' })
    await picture.waitFor()
    const isLoaded = () =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 1200)
    await eventually(isLoaded).toBe(true)
    const plain = await picture.getAttribute('src')
    await mia.getByRole('checkbox', { name: 'Show the route' }).check()
    await eventually(() => picture.getAttribute('src')).not.toBe(plain)
    await eventually(isLoaded).toBe(true)
    const download = mia.waitForEvent('download')
    await mia.getByRole('button', { name: 'Download picture' }).click()
    expect((await download).suggestedFilename()).toBe('workout.png')
    await world().expectAccessible(mia)
  })

  test('lets strangers open a link to a private workout until it is revoked', async () => {
    await mia.getByRole('button', { name: 'Create link' }).click()
    const url = await mia.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    const path = new URL(url).pathname
    await mia.getByText('with route').waitFor()
    await world().expectAccessible(mia)
    const stranger = await world().visitor()
    const open = async () => (await stranger.goto(new URL(path, mia.url()).href))?.status()
    expect(await open()).toBe(200)
    await stranger.getByRole('heading', { name: 'Over the pass' }).waitFor()
    const card = stranger.getByRole('img')
    await eventually(() =>
      card.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBe(1200)
    await mia.getByRole('button', { name: /^Revoke: Created/ }).click()
    await eventually(() => mia.getByRole('button', { name: /^Revoke: Created/ }).count()).toBe(0)
    expect(await open()).toBe(404)
    await stranger.getByRole('heading', { name: 'This link is invalid or has expired.' }).waitFor()
    expect((await stranger.request.get(new URL(`${path}/card.png`, mia.url()).href)).status()).toBe(
      404,
    )
  })
})
