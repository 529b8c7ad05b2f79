import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'

const START = Date.UTC(2026, 4, 16, 7)

/** A trainer's recording: time and heart rate, no place and no way. */
const TRAINER = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Biking"><Id>2026-05-16T07:00:00Z</Id><Lap StartTime="2026-05-16T07:00:00Z">
<TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>0</DistanceMeters><Track>${Array.from(
  { length: 120 },
  (_, at) =>
    `<Trackpoint><Time>${new Date(START + at * 5000).toISOString()}</Time><HeartRateBpm><Value>${110 + (at % 40)}</Value></HeartRateBpm></Trackpoint>`,
).join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`

describeInBrowser('a workout in a browser', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    mia = await pageOf('mia')
    await call('mia', 'POST', '/equipments', {
      label: 'Old faithful',
      equipment_type_id: 2,
      default_for_sport_ids: [1],
    })
    workout = await ride(
      'mia',
      { name: 'Over the pass', withPause: true },
      { workout_visibility: 'public', map_visibility: 'followers_only' },
    )
  })

  test('tells what it was done with, and its owner who may see what', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.getByRole('link', { name: 'Old faithful' }).waitFor()
    const main = mia.getByRole('main')
    expect(await main.textContent()).toContain('Who may see itEverybody')
    expect(await main.textContent()).toContain('The maximum leaves out single readings')
    await world().expectAccessible(mia)
  })

  test('keeps its map in view beside the charts', async () => {
    await mia.getByRole('slider').scrollIntoViewIfNeeded()
    expect(await mia.locator('[data-part="map"]').isVisible()).toBe(true)
    const top = await mia
      .locator('[data-part="map"]')
      .evaluate((map) => map.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(0)
  })

  test('hands out its recording, and is computed anew', async () => {
    const file = mia.waitForEvent('download')
    await mia.getByRole('button', { name: 'Original file (GPX)' }).click()
    expect((await file).suggestedFilename()).toBe(`${workout}.gpx`)
    await mia.getByRole('button', { name: 'Compute anew' }).click()
    await mia.getByText('Computed.').waitFor()
  })

  test('without a way it runs along time', async () => {
    const form = new FormData()
    form.append('file', new File([TRAINER], 'trainer.tcx'))
    form.append('data', JSON.stringify({ sport_id: 13 }))
    const answer = (await world().call('mia', 'POST', '/workouts', form)) as {
      data: { workouts: [{ id: string }] }
    }
    await world().open(mia, `/workouts/${answer.data.workouts[0].id}`)
    await mia.getByRole('heading', { name: 'Heart rate' }).waitFor()
    expect(await mia.getByRole('radio', { name: 'Distance' }).count()).toBe(0)
    expect(await mia.getByRole('button', { name: 'As GPX' }).count()).toBe(0)
    await world().expectAccessible(mia)
  })

  test('shows others neither its tools for the owner nor who may see it', async () => {
    const visitor = await world().visitor()
    await world().open(visitor, `/workouts/${workout}`)
    await visitor.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(await visitor.getByRole('button', { name: 'Compute anew' }).count()).toBe(0)
    expect(await visitor.getByText('Who may see it').count()).toBe(0)
    await world().expectAccessible(visitor)
  })
})
