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
  })

  test('fit on a phone', async () => {
    await mia.setViewportSize({ width: 390, height: 800 })
    await mia.reload()
    await mia.getByRole('region', { name: 'Leaderboard' }).waitFor()
    const isTooWide = () =>
      mia.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
    await eventually(isTooWide).toBe(false)
    await world().expectAccessible(mia)
  })

  test('can be deleted', async () => {
    await mia.getByRole('button', { name: 'Delete segment' }).click()
    const dialog = mia.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete segment' }).click()
    await mia.getByText('You have no segments yet.').waitFor()
  })
})
