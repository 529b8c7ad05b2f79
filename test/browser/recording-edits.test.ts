import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

const METRES_PER_DEGREE = 111_319.49

/** Twenty minutes of running at 3 m/s and forty in a car at 20 m/s, a point every five seconds. */
const runAndCar = gpxOf(
  samplePoints(721, (i) => ({
    lat: 0,
    lon: ((Math.min(i, 240) * 15 + Math.max(0, i - 240) * 100) / METRES_PER_DEGREE).toFixed(9),
    ...{ ele: 100, hr: 140, power: 200 },
    time: new Date(Date.UTC(2024, 5, 2, 10, 0, i * 5)).toISOString(),
  })),
)

describeInBrowser('the editor of recordings in a browser', (world) => {
  let mia: Page
  let id = ''

  beforeAll(async () => {
    mia = await world().pageOf('mia')
    const form = new FormData()
    form.append('file', new File([runAndCar], 'run.gpx'))
    form.append('data', JSON.stringify({ sport_id: 5, title: 'Run and car' }))
    const { data } = (await world().call('mia', 'POST', '/workouts', form)) as {
      data: { workouts: { id: string }[] }
    }
    id = data.workouts[0]?.id ?? ''
  })

  const button = (name: string) => mia.getByRole('button', { name, exact: true })
  const dialog = () => mia.getByRole('dialog', { name: 'Edit recording' })
  const duration = async () => {
    const found = (await world().call('mia', 'GET', `/workouts/${id}`)) as {
      data: { workouts: { duration: string }[] }
    }
    return found.data.workouts[0]?.duration
  }

  test('previews and saves a suggested trim, and undoes it, also on a phone', async () => {
    await world().open(mia, `/workouts/${id}`)
    await button('More actions').click()
    await button('Edit recording').click()
    await button('Select: Trim').click()
    const row = dialog().getByRole('row').filter({ hasText: 'Distance' })
    await eventually(() => row.textContent()).toContain('3.60')
    await world().expectAccessible(mia)
    const size = mia.viewportSize()
    await mia.setViewportSize({ width: 320, height: 640 })
    const overflow = () =>
      dialog().evaluate((element) => element.scrollWidth > element.clientWidth + 1)
    await eventually(overflow).toBe(false)
    if (size) await mia.setViewportSize(size)
    await button('Save edit').click()
    await button('Undo the last edit').waitFor()
    expect(await duration()).toBe('0:20:00')
    await button('Undo the last edit').click()
    await eventually(duration).toBe('1:00:00')
  })

  test('moves the ends of the selected part with the keyboard', async () => {
    await world().open(mia, `/workouts/${id}`)
    await button('More actions').click()
    await button('Edit recording').click()
    const slider = dialog().getByRole('slider', { name: 'From' })
    await slider.press('End')
    await slider.press('Home')
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    await eventually(() => slider.getAttribute('aria-valuetext')).toBe('0:10')
    await button('Save edit').click()
    await eventually(duration).toBe('0:59:50')
  })

  test('excludes an effort from the rankings and includes it again', async () => {
    await world().open(mia, `/workouts/${id}/efforts`)
    const exclude = mia.getByRole('button', { name: 'Exclude the best 1 km from rankings' })
    await exclude.scrollIntoViewIfNeeded()
    await exclude.click()
    await mia.getByRole('button', { name: 'Include the best 1 km in rankings' }).click()
    await exclude.waitFor()
  })
})
