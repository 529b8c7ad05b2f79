import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const PUBLIC = {
  workout_visibility: 'public',
  analysis_visibility: 'public',
  map_visibility: 'public',
}

describeInBrowser('segments in a browser', (world) => {
  let mia: Page
  let tom: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    tom = await pageOf('tom')
    const at = (year: number) => new Date(`${year}-05-16T07:00:00Z`)
    workout = await ride('mia', { name: 'First', hills: 40, start: at(2024) }, PUBLIC)
    await ride('mia', { name: 'Faster', hills: 40, speed: 30, start: at(2025) }, PUBLIC)
    await ride('tom', { name: 'Slow', hills: 40, speed: 18, start: at(2026) }, PUBLIC)
  })

  const table = (name: string) => mia.getByRole('region', { name }).getByRole('table')
  const rowsOf = (name: string) => table(name).locator('tbody tr')

  const isTooWide = () =>
    mia.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  test('are created from the selected part of a workout, with the keyboard', async () => {
    await world().open(mia, `/workouts/${workout}`)
    const select = mia.getByRole('button', { name: 'Select an interval' })
    await select.press('Enter')
    const [start, end] = ['Start of the selection', 'End of the selection'].map((name) =>
      mia.getByRole('slider', { name }),
    )
    for (let i = 0; i < 2; i++) await start?.press('PageUp')
    for (let i = 0; i < 2; i++) await end?.press('PageDown')
    await mia.getByRole('button', { name: 'Create segment' }).press('Enter')
    const dialog = mia.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Write a few words').first().waitFor()
    await dialog.getByLabel('Name').fill('To the lake')
    await world().expectAccessible(mia)
    await dialog.getByLabel('Name').press('Enter')
    await mia.getByRole('heading', { level: 1, name: 'To the lake' }).waitFor()
  })

  test('have a map, a profile and the own times, and those of others once they are public', async () => {
    await eventually(() => rowsOf('Your times').count()).toBe(2)
    await eventually(() => rowsOf('Leaderboard').count()).toBe(1)
    await mia.getByRole('region', { name: 'Elevation profile' }).waitFor()
    await mia.getByRole('region', { name: 'Your progress' }).waitFor()
    await mia.getByRole('button', { name: 'Edit segment' }).click()
    await mia.getByRole('heading', { name: 'Edit segment' }).waitFor()
    await mia.getByLabel('Name').fill('Round the lake')
    await mia.getByLabel('Visibility').selectOption('Everyone')
    await mia.getByRole('button', { name: 'Save' }).click()
    await mia.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
    await eventually(() => rowsOf('Leaderboard').allTextContents()).toEqual([
      expect.stringContaining('1. mia'),
      expect.stringContaining('2. tom'),
    ])
    await world().expectAccessible(mia)
  })

  test('are listed', async () => {
    await mia.getByRole('link', { name: 'Your segments' }).click()
    await mia.getByRole('heading', { level: 1, name: 'Segments' }).waitFor()
    await mia.getByRole('list', { name: 'Your segments' }).getByText('Best time:').waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Round the lake' }).click()
    await mia.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
  })

  test('are on the tab of the efforts of a workout, also for others', async () => {
    await world().open(tom, `/workouts/${workout}/efforts`)
    const table = tom.getByRole('region', { name: 'Segments' })
    await table.getByRole('link', { name: 'Round the lake' }).click()
    await tom.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
    expect(await tom.getByRole('button', { name: 'Delete segment' }).count()).toBe(0)
    await tom.getByRole('link', { name: 'Your segments' }).click()
    await tom.getByText('You have no segments yet.').waitFor()
    // An empty list would be drawn as a line.
    expect(await tom.getByRole('list', { name: 'Your segments' }).count()).toBe(0)
  })

  test('fit on a phone', async () => {
    await mia.setViewportSize({ width: 390, height: 800 })
    await mia.reload()
    await mia.getByRole('region', { name: 'Leaderboard' }).waitFor()
    await eventually(isTooWide).toBe(false)
    await world().expectAccessible(mia)
  })

  test('of others are found around a place with the keyboard, and again after going back', async () => {
    await world().open(tom, '/segments')
    await tom.getByRole('button', { name: 'Find segments' }).press('Enter')
    const place = tom.getByRole('textbox', { name: 'Place' })
    const search = () => tom.getByRole('region', { name: 'Near a place' })
    await place.fill('10.5, -40')
    await place.press('Enter')
    await search().getByText('No segment that you may see starts there.').waitFor()
    await world().expectAccessible(tom)
    await place.fill('Konstanz')
    await place.press('Enter')
    await search()
      .getByRole('list', { name: 'Places found' })
      .getByRole('button')
      .first()
      .press('Enter')
    await eventually(() => tom.evaluate(() => document.activeElement?.textContent)).toBe('Look up')
    await search().getByLabel('Radius (km)').selectOption('50')
    const item = search().getByRole('list', { name: 'Segments found' }).getByRole('listitem')
    await item.getByText(/km · -?[\d.]+ % · mia/).waitFor()
    await item.getByText('Best time:').waitFor()
    await tom.setViewportSize({ width: 320, height: 700 })
    await world().expectAccessible(tom)
    await item.getByRole('link', { name: 'Round the lake' }).press('Enter')
    await tom.getByRole('heading', { level: 1, name: 'Round the lake' }).waitFor()
    await tom.goBack()
    await item.getByRole('link', { name: 'Round the lake' }).waitFor()
    expect(await place.inputValue()).toContain('Konstanz')
    await search().getByLabel('Sport', { exact: true }).selectOption('Hiking')
    await search().getByText('No segment that you may see starts there.').waitFor()
    await tom.getByRole('button', { name: 'Find segments' }).press('Enter')
    await search().waitFor({ state: 'detached' })
    expect(new URL(tom.url()).search).toBe('')
  })

  const map = () => mia.getByRole('region', { name: 'Map for drawing' })
  const form = () => mia.getByRole('form', { name: 'Draw a segment' })
  const drawn = (text: string | RegExp) => mia.getByRole('status').getByText(text)
  const clickMap = async (x: number, y: number) => {
    const box = await map().boundingBox()
    if (!box) throw new Error('The map has no size.')
    await map().click({ position: { x: box.width * x, y: box.height * y } })
  }

  test('are drawn by clicking points on the map, also on a phone', async () => {
    await world().open(mia, '/segments')
    await mia.getByRole('button', { name: 'Draw a segment' }).click()
    await form().getByRole('button', { name: 'Save' }).click()
    await form().getByText('Write a few words').first().waitFor()
    await form().getByLabel('Name').fill('Drawn')
    await form().getByRole('button', { name: 'Save' }).click()
    await mia.getByText('Draw a line between 200 m').waitFor()
    await clickMap(0.3, 0.4)
    await drawn('1 point, 0').waitFor()
    await map().locator('.mp-start').waitFor()
    expect(await map().locator('.mp-finish').count()).toBe(0)
    for (const x of [0.5, 0.6, 0.7]) await clickMap(x, 0.6)
    await drawn(/^4 points, [1-9]/).waitFor()
    await map().locator('.mp-finish').waitFor()
    await mia.getByText('Draw a line between 200 m').waitFor({ state: 'detached' })
    await mia.getByRole('button', { name: 'Remove the last point' }).click()
    expect(await map().locator('.mp-handle').count()).toBe(3)
    await eventually(isTooWide).toBe(false)
    await world().expectAccessible(mia)

    // What was drawn and typed survives an error of the server.
    await mia.route('**/api/segments', (route) => route.abort(), { times: 1 })
    await form().getByRole('button', { name: 'Save' }).click()
    await form().getByRole('alert').waitFor()
    await drawn(/^3 points/).waitFor()
    expect(await form().getByLabel('Name').inputValue()).toBe('Drawn')
    await form().getByLabel('Visibility').selectOption('Everyone')
    await form().getByLabel('Sport').selectOption('Hiking')
    await form().getByRole('button', { name: 'Save' }).click()
    await mia.getByRole('heading', { level: 1, name: 'Drawn' }).waitFor()
    await mia.getByRole('link', { name: 'Your segments' }).click()
    const item = mia.getByRole('listitem').filter({ hasText: 'Drawn' })
    await item.getByText(/[1-9].* · Everyone/).waitFor()
  })

  test('are drawn with the keyboard alone, and ask before a drawing is lost', async () => {
    const draw = mia.getByRole('button', { name: 'Draw a segment' })
    const middle = mia.getByRole('button', { name: 'Use the middle of the map' })
    await draw.press('Enter')
    await middle.press('Enter')
    await drawn('1 point, 0').waitFor()
    await draw.press('Enter')
    await mia.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).press('Enter')
    await mia.getByRole('button', { name: 'Start again' }).press('Enter')
    await drawn(/^0 points/).waitFor()
    await middle.press('Enter')
    await map().focus()
    await mia.keyboard.press('ArrowRight')
    await eventually(() => map().locator('.leaflet-pan-anim').count()).toBe(0)
    await middle.press('Enter')
    await drawn(/^2 points, [\d.]*[1-9]/).waitFor()
    await form().getByLabel('Name').fill('With keys')
    await form().getByLabel('Name').press('Enter')
    await mia.getByRole('heading', { level: 1, name: 'With keys' }).waitFor()
    await world().open(mia, '/segments')
    await draw.press('Enter')
    await form().getByRole('button', { name: 'Cancel' }).press('Enter')
    await form().waitFor({ state: 'detached' })
    expect(await draw.evaluate((button) => button === document.activeElement)).toBe(true)
    await mia.getByRole('link', { name: 'Round the lake' }).click()
  })

  test('can be deleted', async () => {
    await mia.getByRole('button', { name: 'Delete segment' }).click()
    const dialog = mia.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete segment' }).click()
    const left = mia.getByRole('list', { name: 'Your segments' }).getByRole('listitem')
    await eventually(() => left.count()).toBe(2)
  })
})
