import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

/** Where all rides start, and where the device of the user is. */
const HOME = { latitude: 48.2, longitude: 16.37 }
const CABIN = { latitude: 47.5, longitude: 15.25 }

describeInBrowser('privacy zones in a browser', (world) => {
  let mia: Page
  const workouts: string[] = []

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia', { permissions: ['geolocation'], geolocation: CABIN })
    for (const seed of [1, 2, 3])
      workouts.push(
        await ride(
          'mia',
          { ...HOME, seed, start: new Date(Date.UTC(2024, 4, seed, 7)) },
          { workout_visibility: 'public', map_visibility: 'public', analysis_visibility: 'public' },
        ),
      )
  })

  const own = () => mia.getByRole('list', { name: 'Your zones' })
  const button = (name: string | RegExp) => mia.getByRole('button', { name, exact: true })
  const map = () => mia.getByRole('region', { name: 'Map of your zones' })
  const shapes = (kind: 'zone' | 'hidden' | 'draft') => map().locator(`path.mp-privacy-${kind}`)
  const focused = () =>
    mia.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName)

  /** What the server stores. */
  const zones = async () => {
    const { data } = (await world().call('mia', 'GET', '/privacy')) as {
      data: {
        zones: {
          name: string
          radius: number
          hides_passages: boolean
          positions: { latitude: number; longitude: number }[]
        }[]
        settings: object
      }
    }
    return data
  }

  test('are created where workouts start, and edited', async () => {
    const { open, expectAccessible } = world()
    await open(mia, '/profile/privacy-zones')
    await mia.getByText('No zones yet.').waitFor()
    const suggested = mia.getByRole('list', { name: 'Suggestions' })
    await suggested.getByText('3 workouts start here').waitFor()
    await map().locator('.mp-cluster').getByText('3', { exact: true }).waitFor()
    await suggested.getByRole('button', { name: 'Create a zone here' }).click()

    const form = mia.getByRole('form', { name: 'New zone' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter a name, such as').waitFor()
    await eventually(() => form.getByLabel('Latitude').inputValue()).toBe('48.2')
    await expectAccessible(mia)
    await form.getByLabel('Name').fill('Home')
    const radius = form.getByRole('slider', { name: 'Radius' })
    expect(await radius.getAttribute('aria-valuetext')).toBe('200 m')
    await radius.press('ArrowRight')
    expect(await radius.getAttribute('aria-valuetext')).toBe('300 m')
    expect(await shapes('draft').count()).toBe(1)
    await form.getByRole('button', { name: 'Save' }).click()

    await own().getByText('Circle, radius 300 m').waitFor()
    await mia.getByText('No zones yet.').waitFor({ state: 'detached' })
    // The place is in a zone now.
    await suggested.waitFor({ state: 'detached' })
    await eventually(() => shapes('hidden').count()).toBe(1)
    expect(await shapes('zone').count()).toBe(1)
    await eventually(focused).toBe('Add a zone')
    await expectAccessible(mia)

    await own().getByRole('button', { name: 'Edit' }).click()
    const editor = mia.getByRole('form', { name: 'Edit “Home”' })
    await editor.getByLabel('Name').fill('My home')
    await editor.getByLabel('Latitude').fill('91')
    await editor.getByRole('button', { name: 'Save' }).click()
    await editor.getByText('Enter degrees between −90 and 90').waitFor()
    await editor.getByLabel('Latitude').fill('48,2001')
    await editor.getByRole('button', { name: 'Save' }).click()
    await own().getByText('My home').waitFor()
    await own().getByRole('switch', { name: 'Also hide passages: My home' }).click()
    await eventually(async () => (await zones()).zones).toEqual([
      expect.objectContaining({
        name: 'My home',
        radius: 300,
        hides_passages: false,
        positions: [{ latitude: 48.2001, longitude: 16.37 }],
      }),
    ])
  })

  test('are shown on the map of a workout, as others see it', async () => {
    const { open, call, expectAccessible } = world()
    await open(mia, `/workouts/${workouts[0]}`)
    const others = button('As others see it')
    await others.click()
    await mia.getByText('Others see the solid line.').waitFor()
    const track = mia.getByRole('region', { name: 'Map of the route' })
    expect(await track.locator('path.mp-visible').getAttribute('d')).toMatch(/^M\d/)
    expect(await track.locator('.mp-end:visible').count()).toBe(0)
    expect(await others.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(mia)
    await others.click()
    await track.locator('.mp-start').waitFor()
    expect(await mia.getByText('Others see the solid line.').count()).toBe(0)

    // An area around the whole ride.
    const corners = [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1],
    ] as const
    const created = (await call('mia', 'POST', '/privacy/zones', {
      name: 'Region',
      radius: 50,
      positions: corners.map(([north, east]) => ({
        latitude: HOME.latitude + north,
        longitude: HOME.longitude + east,
      })),
    })) as { data: { zone: { id: string } } }
    await call('mia', 'PATCH', `/workouts/${workouts[0]}`, { map_visibility: 'private' })
    await mia.reload()
    await others.click()
    await mia.getByText(/^Only you can see this map.*Others see no part of this route.$/).waitFor()
    await call('mia', 'DELETE', `/privacy/zones/${created.data.zone.id}`)
    await open(mia, '/profile/privacy-zones')
  })

  test('protect what was typed or drawn, and ask before it is lost', async () => {
    await button('Add a zone').click()
    await button('Use my location').click()
    const form = mia.getByRole('form', { name: 'New zone' })
    await eventually(() => form.getByLabel('Longitude').inputValue()).toBe('15.25')
    await mia.getByRole('link', { name: 'Weight' }).click()
    await mia.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await form.getByLabel('Longitude').inputValue()).toBe('15.25')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await eventually(focused).toBe('Add a zone')
  })

  test('are drawn as an area by clicking its corners', async () => {
    await mia.reload()
    await shapes('zone').waitFor()
    const box = await map().boundingBox()
    if (!box) throw new Error('The map has no size.')
    const click = (x: number, y: number) =>
      map().click({ position: { x: box.width * x, y: box.height * y } })
    await click(0.3, 0.3)
    const form = mia.getByRole('form', { name: 'New zone' })
    await form.getByLabel('Name').fill('Village')
    await form.getByText('Area', { exact: true }).click()
    await click(0.6, 0.3)
    await click(0.6, 0.6)
    await click(0.3, 0.6)
    await form.getByLabel('Corner 4: latitude').waitFor()
    // The map moves with the arrow keys, so that its middle can be anywhere.
    await map().focus()
    await mia.keyboard.press('ArrowRight')
    await button('Use the middle of the map').press('Enter')
    await form.getByLabel('Corner 5: latitude').waitFor()
    await world().expectAccessible(mia)
    await button('Remove corner 5').click()
    expect(await map().locator('.mp-handle').count()).toBe(4)
    const handle = map().locator('.mp-handle').first()
    const before = await form.getByLabel('Corner 1: longitude').inputValue()
    await handle.hover()
    const at = await handle.boundingBox()
    if (!at) throw new Error('The corner is not on the map.')
    await mia.mouse.down()
    await mia.mouse.move(at.x - 19, at.y + 11, { steps: 4 })
    await mia.mouse.up()
    await eventually(async () =>
      Number(await form.getByLabel('Corner 1: longitude').inputValue()),
    ).toBeLessThan(Number(before))
    await form.getByRole('button', { name: 'Save' }).click()
    await own().getByText('Area with 4 corners, margin 200 m').waitFor()
    expect((await zones()).zones[1]?.positions).toHaveLength(4)
  })

  test('are complemented by hidden ends and times', async () => {
    const panel = mia.getByRole('region', { name: 'Starts, ends and times' })
    const metres = panel.getByRole('combobox', { name: 'Hidden at the start and at the end' })
    await metres.click()
    await mia.getByRole('option', { name: 'Other' }).click()
    await panel.getByLabel('Length in m').fill('6000')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Enter at most 5,000 m').waitFor()
    await panel.getByLabel('Length in m').fill('350')
    await panel.getByRole('switch', { name: 'Hide exact times' }).check()
    await world().expectAccessible(mia)
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('Saved.').waitFor()
    expect((await zones()).settings).toEqual({ hidden_metres: 350, hides_times: true })
    await mia.reload()
    expect(await panel.getByLabel('Length in m').inputValue()).toBe('350')
    await metres.click()
    await mia.getByRole('option', { name: '200 m' }).click()
    await panel.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await zones()).settings).toMatchObject({ hidden_metres: 200 })
  })

  test('are created and deleted with the keyboard alone', async () => {
    await button('Add a zone').press('Enter')
    await mia.keyboard.type('Cabin')
    const form = mia.getByRole('form', { name: 'New zone' })
    await form.getByLabel('Latitude').pressSequentially('47.5')
    await form.getByLabel('Longitude').pressSequentially('15.25')
    await form.getByRole('slider', { name: 'Radius' }).press('Home')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    const cabin = own().getByRole('listitem').filter({ hasText: 'Cabin' })
    await cabin.getByText('Circle, radius 50 m').waitFor()
    for (const left of [2, 1, 0]) {
      await own().getByRole('button', { name: 'Delete zone' }).last().press('Enter')
      const dialog = mia.getByRole('dialog')
      await dialog.getByText('gives away more than keeping it').waitFor()
      await dialog.getByRole('button', { name: 'Delete zone' }).press('Enter')
      await eventually(async () => (await zones()).zones.length).toBe(left)
      await dialog.waitFor({ state: 'detached' })
    }
    await mia.getByText('No zones yet.').waitFor()
  })

  test('are suggested once others can see where many workouts start, until dismissed', async () => {
    const { pageOf, open, ride, call } = world()
    const tom = await pageOf('tom')
    for (const seed of [1, 2, 3])
      await ride('tom', { ...HOME, seed, start: new Date(Date.UTC(2024, 4, seed, 7)) })
    const hint = tom.getByText('3 workouts start at the same place, which others can see.')
    await open(tom, '/')
    await tom.getByRole('heading', { name: 'Made-up ride' }).first().waitFor()
    expect(await hint.count()).toBe(0)
    await call('tom', 'POST', '/auth/profile/edit/preferences', {
      workouts_visibility: 'public',
      analysis_visibility: 'followers_only',
      map_visibility: 'followers_only',
    })
    await tom.reload()
    await hint.waitFor()
    await world().expectAccessible(tom)
    await tom.getByRole('link', { name: 'Hide it' }).click()
    await tom.getByRole('heading', { name: 'Privacy zones' }).waitFor()
    await tom.goBack()
    await tom.getByRole('button', { name: 'Dismiss this hint' }).click()
    await hint.waitFor({ state: 'detached' })
    await tom.reload()
    await tom.getByRole('heading', { name: 'Made-up ride' }).first().waitFor()
    expect(await hint.count()).toBe(0)
  })
})
