import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('the visited regions in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    await ride('mia', { name: 'Here', latitude: 48.2, start: new Date('2024-05-16T07:00:00Z') })
    await ride('mia', {
      name: 'Again',
      seed: 2,
      latitude: 48.2,
      start: new Date('2025-05-17T07:00:00Z'),
    })
    await ride(
      'mia',
      { name: 'North', seed: 3, latitude: 55.5, start: new Date('2026-06-01T07:00:00Z') },
      { sport_id: 5 },
    )
  })

  const rows = () => mia.getByRole('table').getByRole('row')
  const names = () => rows().getByRole('rowheader').allTextContents()
  const drawn = (count: number) => mia.locator(`[data-regions="${count}"]`).waitFor()

  test('are reached from the statistics', async () => {
    await world().open(mia, '/statistics')
    await mia.getByRole('link', { name: 'Regions', exact: true }).click()
    await mia.getByRole('heading', { level: 1, name: 'Regions' }).waitFor()
    await eventually(names).toEqual(['Germany', 'Denmark'])
    expect(await rows().nth(1).getByRole('cell').first().textContent()).toBe('2')
    await drawn(2)
    await world().expectAccessible(mia)
  })

  test('a country shows its regions', async () => {
    const button = mia.getByRole('button', { name: 'Germany' })
    await button.click()
    await eventually(names).toEqual(['Germany', 'Baden-Württemberg', 'Denmark'])
    await eventually(() => button.getAttribute('aria-expanded')).toBe('true')
    await button.click()
    await eventually(names).toEqual(['Germany', 'Denmark'])
  })

  test('can be those of a year and a sport, which the URL contains', async () => {
    await mia.getByLabel('Year', { exact: true }).selectOption('2025')
    await eventually(names).toEqual(['Germany'])
    await drawn(1)
    await mia.getByLabel('Sport', { exact: true }).selectOption({ label: 'Running' })
    await mia.getByText('No workouts match these filters.').waitFor()
    await mia.getByLabel('Year', { exact: true }).selectOption('All years')
    await eventually(names).toEqual(['Denmark'])
    await eventually(() => new URL(mia.url()).search).toBe('?sport=5')
    await mia.reload()
    await eventually(names).toEqual(['Denmark'])
  })

  test('need a workout with a route', async () => {
    const tom = await world().pageOf('tom')
    await world().open(tom, '/regions')
    const hint = tom.getByText('No workout has a route yet.')
    await hint.getByRole('link', { name: 'Add workout' }).waitFor()
    expect(await tom.getByLabel('Year', { exact: true }).count()).toBe(0)
    expect(await tom.locator('[data-part=map]').count()).toBe(0)
  })

  test('fit on a phone', async () => {
    await mia.setViewportSize({ width: 390, height: 800 })
    await world().open(mia, '/regions')
    await eventually(names).toEqual(['Germany', 'Denmark'])
    const isTooWide = () =>
      mia.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
    await eventually(isTooWide).toBe(false)
    await world().expectAccessible(mia)
  })
})
