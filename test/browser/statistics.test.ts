import { beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('the statistics in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { call, pageOf } = world()
    mia = await pageOf('mia')
    await mia.clock.setFixedTime(new Date('2026-05-20T12:00:00Z'))
    const done = [
      ['2026-05-04', 1, 30],
      ['2026-05-11', 5, 10],
      ['2026-02-02', 1, 20],
      ['2025-05-04', 1, 50],
    ] as const
    for (const [day, sport, distance] of done)
      await call('mia', 'POST', '/workouts/no_gpx', {
        sport_id: sport,
        workout_date: `${day} 08:00`,
        duration: 3600,
        distance,
      })
  })

  const byTime = () => mia.getByRole('region', { name: 'By time', exact: true })
  const years = () => mia.getByRole('region', { name: 'Year against year', exact: true })
  const choose = (text: string) => mia.getByText(text, { exact: true }).first().click()

  test('show bars in the colours of the sports, with a legend', async () => {
    await world().open(mia, '/statistics')
    const bars = byTime().getByRole('list', { name: 'By time' })
    await eventually(() => bars.getByRole('listitem').last().textContent()).toBe('40.00 kmMay')
    const legend = byTime().getByRole('list', { name: 'What the colours mean' })
    await eventually(() => legend.getByRole('listitem').allTextContents()).toEqual([
      'Cycling (Sport)',
      'Running',
    ])
    await world().expectAccessible(mia)
  })

  test('compare this year with the previous one', async () => {
    const legend = years().getByRole('list', { name: 'What the colours mean' })
    await eventually(() => legend.getByRole('listitem').allTextContents()).toEqual([
      '2026: 60.00 km',
      '2025: 50.00 km',
    ])
  })

  test('show averages per workout', async () => {
    await choose('Per workout')
    const bars = byTime().getByRole('list', { name: 'By time' })
    await eventually(() => bars.getByRole('listitem').last().textContent()).toBe('20.00 kmMay')
    await choose('Totals')
  })

  test('are available as tables', async () => {
    await choose('Tables')
    const rows = byTime().getByRole('row')
    await eventually(() => rows.nth(1).textContent()).toMatch(/^May 202640\.00 km/)
    await eventually(() => years().getByRole('row').nth(5).textContent()).toBe(
      'May60.00 km50.00 km',
    )
    await world().expectAccessible(mia)
  })

  test('can be limited to one sport', async () => {
    await mia.getByRole('combobox', { name: 'Sport' }).click()
    await mia.getByRole('option', { name: 'Running', exact: true }).click()
    const rows = byTime().getByRole('row')
    await eventually(() => rows.nth(1).textContent()).toMatch(/^May 202610\.00 km/)
    await eventually(() => years().getByRole('row').nth(5).textContent()).toBe('May10.00 km')
  })
})
