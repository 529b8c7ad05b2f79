import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { rideGpx } from '../support/ride'
import { until } from '../support/until'

const RUN = {
  name: 'run.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(
    rideGpx({ name: 'One more run', start: new Date('2026-05-17T07:00:00Z') }).replace(
      '<trkseg>',
      '<type>running</type><trkseg>',
    ),
  ),
}

describeInBrowser('the number of clicks that frequent tasks take', (world) => {
  let cleo: Page
  let latest: string
  let clicks = 0

  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  const begin = async (path: string) => {
    await world().open(cleo, path)
    clicks = 0
  }

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    cleo = await pageOf('cleo')
    await cleo.addInitScript(() => localStorage.removeItem('milepost.review'))
    const ids: string[] = []
    for (const day of [3, 10])
      ids.push(
        await ride(
          'cleo',
          {
            ...{ name: `Run ${day}`, seed: 4, kilometres: 6, speed: 11 + day / 10 },
            start: new Date(Date.UTC(2026, 2, day, 7)),
          },
          { sport_id: 5 },
        ),
      )
    latest = ids[1] ?? ''
    await until('the route of the runs', async () => {
      const answer = await call('cleo', 'GET', `/workouts/${latest}/same-route`)
      return (answer as { pagination: { total: number } }).pagination.total === ids.length
    })
  }, 120_000)

  const titles = async () => {
    const answer = await world().call('cleo', 'GET', '/workouts')
    return (answer as { data: { workouts: { title: string }[] } }).data.workouts.map(
      ({ title }) => title,
    )
  }

  test('is two for adding a file, of which one chooses it, and one for undoing that', async () => {
    await begin('/')
    await click(cleo.getByRole('link', { name: 'Add workout' }).first())
    const chooser = cleo.waitForEvent('filechooser')
    await click(cleo.getByRole('button', { name: /^Drop workout files here/ }))
    await (await chooser).setFiles(RUN)
    await cleo.getByText('Workout added.').waitFor()
    expect(clicks).toBe(2)
    expect(await titles()).toContain('One more run')
    clicks = 0
    await click(cleo.getByRole('button', { name: 'Undo', exact: true }))
    await eventually(titles).not.toContain('One more run')
    expect(clicks).toBe(1)
  })

  test('is one for the running of this year', async () => {
    await begin('/')
    await click(cleo.getByRole('link', { name: /Running/ }).first())
    await cleo.getByRole('heading', { level: 1, name: 'Workouts' }).waitFor()
    await cleo
      .getByRole('link', { name: /Run 10/ })
      .first()
      .waitFor()
    expect(clicks).toBe(1)
  })

  test('is two for the best 5 km', async () => {
    await begin('/')
    await click(cleo.getByRole('link', { name: 'Statistics', exact: true }).first())
    await click(cleo.getByRole('link', { name: 'Best efforts', exact: true }).first())
    await cleo
      .getByText(/^5\skm$/)
      .first()
      .waitFor()
    expect(clicks).toBe(2)
  })

  test('is one for comparing a workout with the last time on its route', async () => {
    await begin(`/workouts/${latest}`)
    await click(cleo.getByRole('link', { name: /^Compare with last time/ }).first())
    await cleo.getByRole('heading', { level: 1, name: 'Compare workouts' }).waitFor()
    expect(clicks).toBe(1)
  })

  test('is one for renaming a workout, and two for changing its shoes', async () => {
    const { call } = world()
    for (const label of ['Old shoes', 'New shoes'])
      await call('cleo', 'POST', '/equipments', { label, equipment_type_id: 1 })
    await begin(`/workouts/${latest}`)
    await click(cleo.getByRole('heading', { level: 1, name: 'Run 10' }).getByRole('button'))
    await cleo.keyboard.press('Control+a')
    await cleo.keyboard.type('Faster')
    await cleo.keyboard.press('Enter')
    await cleo.getByRole('heading', { level: 1, name: 'Faster' }).waitFor()
    expect(clicks).toBe(1)
    clicks = 0
    await click(cleo.getByRole('button', { name: 'Change equipment' }))
    await click(cleo.getByRole('option', { name: /^New shoes/ }))
    await cleo.getByRole('link', { name: 'New shoes' }).waitFor()
    expect(clicks).toBe(2)
  })
})
