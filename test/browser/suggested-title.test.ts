import { beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('suggested titles in a browser', (world) => {
  let mia: Page
  const ids = { town: '', ocean: '' }

  beforeAll(async () => {
    const { pageOf, ride } = world()
    mia = await pageOf('mia')
    ids.town = await ride('mia', { name: 'Old title', start: new Date('2024-05-16T07:00:00Z') })
    ids.ocean = await ride('mia', {
      ...{ name: 'At sea', seed: 2, latitude: -50 },
      start: new Date('2024-05-17T07:00:00Z'),
    })
  })

  const heading = () => mia.getByRole('heading', { level: 1 }).textContent()
  const suggest = async () => {
    await mia.getByRole('button', { name: 'More actions' }).click()
    await mia.getByRole('button', { name: 'Suggest a title', exact: true }).click()
  }

  test('replace the title, which can be undone', async () => {
    await world().open(mia, `/workouts/${ids.town}`)
    await eventually(heading).toBe('Old title')
    await suggest()
    await eventually(heading).toBe('Morning ride to Münsterlingen')
    await mia.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(heading).toBe('Old title')
  })

  test('do not exist far from all towns', async () => {
    await world().open(mia, `/workouts/${ids.ocean}`)
    await suggest()
    await mia.getByText('There is no town nearby that the title could name.').waitFor()
    await eventually(heading).toBe('At sea')
  })
})
