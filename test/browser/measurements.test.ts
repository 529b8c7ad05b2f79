import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { fitFile, fitTime, record, session } from '../support/tracks/fit'

const METRE = 1 / 111_320
const START = fitTime('2024-06-01T08:00:00Z')

/** Ten minutes at 5 m/s, whose device counted 2 % more. */
const ride = fitFile([
  ...Array.from({ length: 601 }, (_, i) =>
    record({ time: START + i, lat: 45 + 5 * i * METRE, lon: 6, distance: 5.1 * i }),
  ),
  session({ start: START, elapsed: 600, timer: 600, distance: 3060, maxSpeed: 5.4, ascent: 3 }),
])

const PATH = '/profile/edit/preferences'

/** The settings of a server that prefers the totals of the device. */
const ENV = { MEASUREMENTS: 'device' }

describeInBrowser(
  'the numbers of recordings in a browser',
  (world) => {
    let mia: Page

    beforeAll(async () => {
      mia = await world().pageOf('mia')
      const form = new FormData()
      form.append('file', new File([new Uint8Array(ride)], 'ride.fit'))
      form.append('data', JSON.stringify({ sport_id: 1, title: 'Flat ride' }))
      await world().call('mia', 'POST', '/workouts', form)
    })

    const button = (name: string) => mia.getByRole('button', { name, exact: true })
    const row = () => mia.getByRole('row').filter({ hasText: 'Flat ride' })

    test('are compared for the last workouts before the setting is changed, also on a phone', async () => {
      await world().open(mia, PATH)
      await button('Compare both settings').click()
      await eventually(() => row().textContent()).toContain('3.06 km3.00 km+0.06 km')
      await mia.getByRole('combobox', { name: 'Number to compare' }).selectOption('Maximum speed')
      await eventually(() => row().textContent()).toContain('19.4 km/h18.0 km/h+1.4 km/h')
      await world().expectAccessible(mia)
      const size = mia.viewportSize()
      await mia.setViewportSize({ width: 320, height: 640 })
      const overflow = () =>
        mia.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      await eventually(overflow).toBe(false)
      if (size) await mia.setViewportSize(size)
    })

    test('of existing workouts change in the background once the changed setting is saved', async () => {
      await world().open(mia, PATH)
      await button('Measure everything again').waitFor()
      await mia.getByRole('combobox', { name: 'Measurements of recordings' }).click()
      await mia.getByRole('option', { name: 'As FitTrackee calculates them' }).click()
      await mia.getByText('Save the changed setting before').waitFor()
      await button('Save').click()
      await button('Measure everything again').click()
      await button('Measure again').click()
      await mia.getByText(/^Measured again on .*: 1 recording$/).waitFor()
      const { data } = (await world().call('mia', 'GET', '/workouts')) as {
        data: { workouts: { distance: number }[] }
      }
      expect(data.workouts.map(({ distance }) => distance)).toEqual([3])
    })

    test('show how many recordings are measured again, and stop on request', async () => {
      const remeasurement = {
        ...{ done: 3, failed: 1, total: 10, status: 'in_progress', measurements: 'device' },
        ...{ started_at: 'Sat, 28 Nov 2026 10:00:00 GMT', ended_at: null },
        failures: [{ workout_id: 'PLQZbiJbQFZk8rJVxTZ4g2', error: 'the file is damaged' }],
      }
      const state = { current: 'device', preference: null, server: 'device' }
      const answer = (change: object) => ({
        status: 'success',
        data: { measurements: { ...state, remeasurement: { ...remeasurement, ...change } } },
      })
      const stopped = { status: 'aborted', ended_at: 'Sat, 28 Nov 2026 10:01:00 GMT' }
      let isStopped = false
      await mia.route('**/api/workouts/measurements', (route) =>
        route.fulfill({ json: answer(isStopped ? stopped : {}) }),
      )
      await mia.route('**/api/workouts/measurements/abort', (route) => {
        isStopped = true
        return route.fulfill({ json: answer(stopped) })
      })
      await world().open(mia, PATH)
      await mia.getByText('3 of 10 recordings measured again').waitFor()
      await world().expectAccessible(mia)
      await button('Stop').click()
      await mia.getByText('Stopped after 3 of 10 recordings').waitFor()
      await mia.getByRole('link', { name: 'the file is damaged' }).waitFor()
    })
  },
  ENV,
)
