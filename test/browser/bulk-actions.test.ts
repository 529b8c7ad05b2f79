import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const WALKS = 70
const SHOE = 1
const MISC = 10

interface Listed {
  id: string
  title: string
  sport_id: number
  workout_visibility: string
  equipments: { label: string }[]
}

describeInBrowser('selecting many workouts in a browser', (world) => {
  let eve: Page

  beforeAll(async () => {
    const { call, pageOf } = world()
    eve = await pageOf('eve')
    for (let number = 1; number <= WALKS; number++) {
      const date = new Date(Date.UTC(2025, 0, number, 8)).toISOString()
      await call('eve', 'POST', '/workouts/no_gpx', {
        sport_id: 6,
        title: `Walk ${number}`,
        workout_date: date.slice(0, 16).replace('T', ' '),
        duration: 1800,
        distance: number,
      })
    }
    for (const [label, equipment_type_id] of [
      ['Boots', SHOE],
      ['Poles', MISC],
    ])
      await call('eve', 'POST', '/equipments', { label, equipment_type_id, is_active: true })
  })

  const bar = () => eve.getByRole('region', { name: 'Selected workouts' })
  const dialog = () => eve.getByRole('dialog').last()
  const box = (number: number) =>
    eve.getByRole('checkbox', { name: `Select Walk ${number}`, exact: true })
  const select = async (path: string) => {
    await world().open(eve, path)
    await eve.getByRole('button', { name: 'Select', exact: true }).click()
    await bar().getByText('None selected').waitFor()
  }
  const listed = async (query = ''): Promise<Listed[]> => {
    const path = `/workouts?per_page=100&return_equipments=true${query}`
    const answer = await world().call('eve', 'GET', path)
    return (answer as { data: { workouts: Listed[] } }).data.workouts
  }
  const finish = async (count: string) => {
    await dialog().getByText(count).waitFor()
    await world().expectAccessible(eve)
    await dialog().locator('button', { hasText: 'Close' }).click()
  }

  test('Shift-click selects the range in between and changes nothing else', async () => {
    await select('/workouts')
    await box(70).click()
    await box(66).click({ modifiers: ['Shift'] })
    await box(68).click()
    await bar().getByText('4 selected').waitFor()
    await world().expectAccessible(eve)
    await bar().getByRole('button', { name: 'Sport' }).click()
    await dialog().getByRole('combobox', { name: 'Sport' }).click()
    await eve.getByRole('option', { name: 'Hiking', exact: true }).click()
    await world().expectAccessible(eve)
    await dialog().getByRole('button', { name: 'Change 4 workouts' }).click()
    await finish('4 workouts done.')
    const hikes = (await listed()).filter(({ sport_id }) => sport_id === 3)
    expect(hikes.map(({ title }) => title)).toEqual(['Walk 70', 'Walk 69', 'Walk 67', 'Walk 66'])
    await bar().getByText('None selected').waitFor()
  })

  test('a range may include pages that are not loaded', async () => {
    await select('/workouts')
    await box(70).click()
    await eve.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await box(1).click({ modifiers: ['Shift'] })
    await bar().getByText(`${WALKS} selected`).waitFor()
    await eventually(() =>
      bar()
        .getByRole('button', { name: /^Select all/ })
        .count(),
    ).toBe(0)
    await bar().getByRole('button', { name: 'Deselect all' }).click()
    await bar().getByText('None selected').waitFor()
  })

  test('an error is shown when the selected workouts cannot be loaded', async () => {
    const second = /\/api\/workouts\?.*page=2/
    await eve.route(second, (route) =>
      route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
    )
    await select('/workouts?distance_to=65')
    await bar().getByRole('button', { name: 'Select all 65' }).click()
    await bar().getByRole('alert').waitFor()
    await bar().getByText('None selected').waitFor()
    await eve.unroute(second)
    await bar().getByRole('button', { name: 'Select all 65' }).click()
    await bar().getByText('65 selected').waitFor()
    await eventually(() => bar().getByRole('alert').count()).toBe(0)
  })

  test('all matching workouts change their visibility, including those not drawn', async () => {
    await select('/workouts?distance_to=60')
    await bar().getByRole('button', { name: 'Select all 60' }).click()
    await bar().getByText('60 selected').waitFor()
    await bar().getByRole('button', { name: 'Visibility' }).click()
    await dialog().getByRole('combobox', { name: 'Visibility' }).click()
    await eve.getByRole('option', { name: 'Everyone' }).click()
    await dialog().getByRole('button', { name: 'Change 60 workouts' }).click()
    await finish('60 workouts done.')
    const open = (await listed()).filter((one) => one.workout_visibility === 'public')
    expect(open.length).toBe(60)
  })

  test('equipment is added to the existing one, and removed again', async () => {
    const [first, second] = await listed('&title=Walk 6&sport_id=6')
    const pieces = (await world().call('eve', 'GET', '/equipments')) as {
      data: { equipments: { id: string; label: string }[] }
    }
    const boots = pieces.data.equipments.find(({ label }) => label === 'Boots')
    await world().call('eve', 'PATCH', `/workouts/${first?.id}`, { equipment_ids: [boots?.id] })
    await select('/workouts?title=Walk 6&sport_id=6')
    const change = async (way: string) => {
      for (const one of [first, second])
        await eve.getByRole('checkbox', { name: `Select ${one?.title}`, exact: true }).click()
      await bar().getByRole('button', { name: 'Equipment' }).click()
      await dialog().getByText(way, { exact: true }).click()
      await dialog().getByRole('combobox', { name: 'Equipment' }).click()
      await eve.getByRole('option', { name: /^Poles/ }).click()
      // The list stays open for more until something else is clicked.
      await dialog().getByRole('heading').click()
      await dialog().getByRole('button', { name: 'Change 2 workouts' }).click()
      await finish('2 workouts done.')
    }
    const labels = async () =>
      (await listed('&title=Walk 6&sport_id=6'))
        .slice(0, 2)
        .map(({ equipments }) => equipments.map(({ label }) => label).toSorted())
    await change('Add')
    expect(await labels()).toEqual([['Boots', 'Poles'], ['Poles']])
    await change('Remove')
    expect(await labels()).toEqual([['Boots'], []])
  })

  test('workouts that could not be deleted are listed with a reason and stay selected', async () => {
    const [gone] = await listed('&title=Walk 5&order=asc')
    await select('/workouts?title=Walk 5')
    await bar().getByRole('button', { name: 'Select all 11' }).click()
    await bar().getByText('11 selected').waitFor()
    await world().call('eve', 'DELETE', `/workouts/${gone?.id}`)
    await bar().getByRole('button', { name: 'Delete' }).click()
    await dialog().getByRole('heading', { name: 'Delete 11 workouts?' }).waitFor()
    await world().expectAccessible(eve)
    await dialog().getByRole('button', { name: 'Delete 11 workouts' }).click()
    await dialog().getByText('One workout was not changed').waitFor()
    await dialog().getByText('Walk 5', { exact: true }).waitFor()
    await finish('10 workouts done.')
    expect(await listed('&title=Walk 5')).toEqual([])
    await eve.getByText('No workouts match these filters.').waitFor()
  })

  test('it stops when the server is unreachable, and keeps the selection', async () => {
    await select('/workouts?title=Walk 3')
    await bar()
      .getByRole('button', { name: /^Select all/ })
      .click()
    await bar().getByText('11 selected').waitFor()
    await eve.route('**/api/workouts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await bar().getByRole('button', { name: 'Visibility' }).click()
    await dialog().getByRole('button', { name: 'Change 11 workouts' }).click()
    await dialog().getByText('Stopped. 8 workouts stay selected.').waitFor()
    await dialog().getByText('3 workouts were not changed').waitFor()
    await dialog().locator('button', { hasText: 'Close' }).click()
    await bar().getByText('11 selected').waitFor()
    await eve.unroute('**/api/workouts/*')
    await bar().getByRole('button', { name: 'Done' }).click()
    await bar().waitFor({ state: 'detached' })
  })
})
