import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const DAY = 86_400_000

describeInBrowser('load in a browser', (world) => {
  let ann: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride } = world()
    ann = await pageOf('ann')
    workout = await ride('ann', { name: 'Hills', start: new Date(Date.now() - 2 * DAY) })
  })

  const zones = () => ann.getByRole('region', { name: 'Time in zones' })

  test('is empty without thresholds and suggestions, with a link to set them', async () => {
    const tim = await world().pageOf('tim')
    await world().open(tim, '/training')
    await tim.getByText(/^No load yet/).waitFor()
    await world().expectAccessible(tim)
    await tim.getByRole('link', { name: 'Set thresholds' }).click()
    await tim.getByRole('heading', { name: 'Thresholds and zones', level: 1 }).waitFor()
    await world().open(ann, `/workouts/${workout}/zones`)
    await ann.getByText('Load and zones need thresholds for that day.').waitFor()
  })

  test('is estimated without thresholds, with one button to use the suggested ones', async () => {
    const { call, open, pageOf, ride, expectAccessible } = world()
    const eva = await pageOf('eva')
    for (const days of [2, 5, 9])
      await ride('eva', {
        ...{ name: 'Loop', withHeartRate: true, kilometres: 20 },
        start: new Date(Date.now() - days * DAY),
      })
    // Higher than what the rides suggest.
    await call('eva', 'PUT', '/thresholds/lthr/2020-01-01', { value: 200 })
    await open(eva, '/training')
    const chart = eva.getByRole('img', { name: 'Fitness, fatigue and form' })
    await chart.waitFor()
    expect(await chart.getAttribute('data-estimate')).toBe('true')
    await eva.getByText(/dotted lines are an estimate/).waitFor()
    const panel = eva.getByRole('region', { name: 'Suggested thresholds' })
    await eventually(() => panel.textContent()).toContain('60 bpm (typical value)')
    expect(await panel.textContent()).not.toContain('Threshold heart rate')
    await expectAccessible(eva)
    await panel.getByRole('button', { name: 'Use these' }).click()
    await eva.getByText('Form this morning').waitFor()
    await eventually(() => chart.getAttribute('data-estimate')).toBe('false')
    const { data } = (await call('eva', 'GET', '/thresholds')) as {
      data: { thresholds: { kind: string; value: number }[] }
    }
    const values = Object.fromEntries(data.thresholds.map(({ kind, value }) => [kind, value]))
    expect(values).toEqual({ lthr: 200, resting_hr: 60, max_hr: expect.any(Number) })
    expect(data.thresholds).toHaveLength(3)
  })

  test('of a workout is shown next to its time in zones, with explanations', async () => {
    const { call, open, expectAccessible } = world()
    for (const [kind, value] of Object.entries({ max_hr: 185, resting_hr: 50, lthr: 165 }))
      await call('ann', 'PUT', `/thresholds/${kind}/2020-01-01`, { value })
    await open(ann, `/workouts/${workout}/zones`)
    await ann.getByText('Load by heart rate (hrTSS)').last().waitFor()
    const rows = zones().getByRole('row')
    await eventually(() => rows.count()).toBe(6)
    await eventually(() => rows.nth(1).textContent()).toStartWith('Zone 1≤ 110 bpm')
    await ann.getByText('What the numbers mean').click()
    await ann.getByText('hrTSS = TRIMP / TRIMP(1 h, LTHR) × 100').waitFor()
    await expectAccessible(ann)
  })

  test('of all workouts becomes fitness, fatigue and training balance, as a chart and as a table', async () => {
    await world().open(ann, '/training')
    const chart = ann.getByRole('img', { name: 'Fitness, fatigue and form' })
    await chart.waitFor()
    const day = ann.getByRole('slider', { name: 'Day' })
    const before = await day.getAttribute('aria-valuetext')
    // The names of lines and bands are next to them.
    for (const name of ['Fitness', 'Fatigue', 'Form', 'neutral'])
      await chart.getByText(name, { exact: true }).waitFor()
    await day.press('ArrowLeft')
    await eventually(() => day.getAttribute('aria-valuetext')).not.toBe(before)
    const picked = await day.getAttribute('aria-valuetext')
    await ann.getByText('1 year', { exact: true }).click()
    await eventually(() => day.getAttribute('max')).toBe('364')
    expect(await day.getAttribute('aria-valuetext')).toBe(picked)
    await ann.getByText('90 days', { exact: true }).click()
    await eventually(() => day.getAttribute('max')).toBe('89')
    await ann.getByText('Months', { exact: true }).click()
    await zones().getByRole('row').nth(1).waitFor()
    await world().expectAccessible(ann)
    await ann.getByText('Tables', { exact: true }).click()
    const table = ann.getByRole('table').first()
    await eventually(() => table.getByRole('row').count()).toBe(91)
    await ann.getByRole('columnheader', { name: 'Weekly ramp' }).waitFor()
    await world().expectAccessible(ann)
  })

  test('of a manual workout is an estimate, and marked as such', async () => {
    const { call, open, expectAccessible } = world()
    await call('ann', 'PUT', '/thresholds/threshold_pace/2020-01-01', { value: 300 })
    const entry = { sport_id: 5, duration: 3600, distance: 10 }
    const workout_date = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 16).replace('T', ' ')
    const answer = await call('ann', 'POST', '/workouts/no_gpx', { ...entry, workout_date })
    const { data } = answer as { data: { workouts: { id: string }[] } }
    await open(ann, `/workouts/${data.workouts[0]?.id}/zones`)
    await ann.getByText('Load by pace (rTSS)').first().waitFor()
    await ann.getByText('≈ 69', { exact: true }).waitFor()
    await ann.getByText('An estimate from averages, as there is no recording.').waitFor()
    await expectAccessible(ann)
    await open(ann, '/training')
    await ann.getByText('1 workout without a recording counts with an estimate.').waitFor()
    await expectAccessible(ann)
  })

  test('is shown for each week until today, and reloaded completely after an error', async () => {
    const { call, open, pageOf, expectAccessible } = world()
    const ben = await pageOf('ben')
    await call('ben', 'PUT', '/thresholds/threshold_pace/2020-01-01', { value: 300 })
    const at = new Date(Date.now() - 15 * DAY).toISOString().slice(0, 16).replace('T', ' ')
    const run = { sport_id: 5, duration: 3600, distance: 10, workout_date: at }
    await call('ben', 'POST', '/workouts/no_gpx', run)
    await ben.route('**/api/load**', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
    )
    await open(ben, '/training')
    const retry = ben.getByRole('button', { name: 'Try again' })
    await retry.first().waitFor()
    await ben.unrouteAll()
    await retry.first().click()
    const weeks = ben.getByRole('list', { name: 'Weekly load' }).getByRole('listitem')
    await weeks.nth(2).waitFor()
    await eventually(() => weeks.first().textContent()).toStartWith('69')
    await eventually(() => weeks.last().textContent()).toStartWith('0')
    await ben.getByRole('region', { name: 'Weekly load' }).getByText('Running').waitFor()
    await expectAccessible(ben)
  })

  test('uses a formula for energy by heart rate once the user chooses one', async () => {
    await world().open(ann, '/profile/edit/thresholds')
    const formula = ann.getByLabel('Calories by heart rate')
    await eventually(() => formula.inputValue()).toBe('none')
    const kept = ann.waitForResponse((answer) => answer.request().method() !== 'GET')
    await formula.selectOption('women')
    expect((await kept).ok()).toBe(true)
    await ann.reload()
    await ann.waitForFunction(() =>
      [...document.querySelectorAll('select')].some(({ value }) => value === 'women'),
    )
    await world().expectAccessible(ann)
  })

  test('uses all thresholds ever set, across pages', async () => {
    const { call, open, pageOf } = world()
    const cleo = await pageOf('cleo')
    for (let day = 0; day < 60; day++) {
      const since = new Date(Date.UTC(2020, 0, 1) + day * DAY).toISOString().slice(0, 10)
      await call('cleo', 'PUT', `/thresholds/ftp/${since}`, { value: 200 + day })
    }
    await open(cleo, '/profile/edit/thresholds')
    const own = cleo.getByRole('list', { name: 'Your thresholds' }).getByRole('listitem')
    await own.first().waitFor()
    await eventually(() => own.count()).toBe(50)
    await cleo.getByRole('button', { name: 'Show more' }).click()
    await own.nth(59).waitFor()
    await eventually(() => own.last().textContent()).toContain('200')
  })
})
