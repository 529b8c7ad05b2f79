import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { until } from '../support/until'

describeInBrowser('equipment, records and apps in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    mia = await pageOf('mia')
    await call('mia', 'POST', '/equipments', {
      label: 'Old faithful',
      equipment_type_id: 2,
      description: 'Steel, **1987**',
      default_for_sport_ids: [1],
    })
    await ride('mia', { name: 'Over the pass' })
    const start = new Date('2026-05-09T07:12:00Z')
    await ride('mia', { name: 'First run', kilometres: 3, start }, { sport_id: 5 })
    await ride('mia', { name: 'Intervals', kilometres: 5, seed: 2 }, { sport_id: 5 })
  })

  test('a piece of equipment has a page with its workouts, and its totals can be recomputed', async () => {
    await world().open(mia, '/profile/edit/equipment')
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Old faithful' }).click()
    await mia.getByRole('link', { name: 'Over the pass' }).waitFor()
    await eventually(() => mia.getByRole('strong').textContent()).toBe('1987')
    await eventually(() => mia.getByRole('link', { name: 'Intervals' }).count()).toBe(0)
    await mia.getByRole('button', { name: 'Recalculate totals' }).click()
    await mia.getByText('Recalculated.').waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Edit' }).click()
    await mia.getByLabel('Name').waitFor()
    await world().expectAccessible(mia)
  })

  test('the content of a page stays visible when it cannot be reloaded', async () => {
    await mia.goBack()
    const again = mia.getByRole('button', { name: 'Recalculate totals' })
    await again.waitFor()
    const refused = mia.waitForResponse(/\/api\/equipments\/\w+$/)
    await mia.route(/\/api\/equipments\/\w+$/, (route) =>
      route.fulfill({ status: 500, json: { status: 'error', message: 'no luck' } }),
    )
    await again.click()
    await refused
    await mia.getByText('Recalculated.').waitFor()
    await mia.getByRole('heading', { level: 1, name: 'Old faithful' }).waitFor()
    await mia.unrouteAll()
  })

  test('the URL of unknown equipment shows an error page', async () => {
    await world().open(mia, '/equipment/nothing')
    await mia.getByRole('heading', { name: 'Page not found' }).waitFor()
    await world().expectAccessible(mia)
  })

  test("a sport reset to the server's defaults is marked as such", async () => {
    await world().open(mia, '/profile/edit/sports')
    await mia.getByRole('button', { name: 'Edit Hiking' }).click()
    const slowest = mia.getByRole('textbox', { name: /^Standing below/ })
    const before = await slowest.inputValue()
    await slowest.fill('0.7')
    await mia.getByRole('button', { name: 'Save' }).click()
    await mia.getByText('Saved.', { exact: true }).waitFor()
    await mia.getByRole('button', { name: /^Reset to/ }).click()
    await eventually(() => slowest.inputValue()).toBe(before)
  })

  test('sport names of files are added, changed and deleted', async () => {
    const names = async () => {
      const { data } = (await world().call('mia', 'GET', '/auth/profile/sport-names')) as {
        data: { default_sport_id: number | null; sport_names: { name: string; sport_id: number }[] }
      }
      return [data.default_sport_id, ...data.sport_names.map((one) => [one.name, one.sport_id])]
    }
    await world().open(mia, '/profile/edit/sports')
    const panel = mia.getByRole('region', { name: 'What files call a sport' })
    await panel.getByLabel('Sport for files that do not specify one').selectOption('Walking')
    await panel.getByRole('button', { name: 'Add' }).click()
    await panel.getByRole('alert').getByRole('button', { name: 'Sport you mean' }).waitFor()
    await world().expectAccessible(mia)
    await panel.getByLabel('Name in the file').fill('2/8')
    await panel.getByLabel('Sport you mean').selectOption('Cycling (Sport)')
    await panel.getByRole('button', { name: 'Add' }).click()
    await panel.getByText('Usually Mountain Biking').waitFor()
    expect(await names()).toEqual([6, ['2/8', 1]])
    await world().expectAccessible(mia)
    await panel.getByLabel('Sport meant by FIT 2/8').selectOption('Hiking')
    await until('the change is kept', async () => JSON.stringify(await names()).includes('"2/8",3'))
    await panel.getByRole('button', { name: 'Remove FIT 2/8' }).click()
    await panel.getByText('Usually Mountain Biking').waitFor({ state: 'detached' })
    await panel.getByLabel('Sport for files that do not specify one').selectOption('Ask me')
    await until('nothing is kept', async () => (await names()).every((one) => one === null))
  })

  test('the records of every sport lead to their workouts', async () => {
    await world().open(mia, '/')
    await mia.getByRole('button', { name: 'Account of mia' }).click()
    await mia.getByRole('link', { name: 'Records', exact: true }).click()
    await mia.getByRole('heading', { name: 'Running' }).waitFor()
    // The line and the value before show how the record improved.
    const farthest = mia
      .getByRole('link', { name: 'Farthest distance' })
      .filter({ hasText: 'before: ' })
    await farthest.first().locator('svg polyline').waitFor()
    await world().expectAccessible(mia)
    await mia.getByRole('link', { name: 'Farthest distance' }).first().click()
    await mia.waitForURL(/\/workouts\/\w+$/)
  })

  test('the access of an app is revoked', async () => {
    const app = (await world().call('mia', 'POST', '/oauth/apps', {
      client_name: 'Robot',
      client_uri: 'https://robot.example',
      redirect_uris: ['https://robot.example/back'],
      scope: 'workouts:read',
    })) as { data: { client: { client_id: string; client_secret: string } } }
    const { client_id, client_secret } = app.data.client
    const form = new FormData()
    const asked = { client_id, response_type: 'code', scope: 'workouts:read', confirm: 'true' }
    for (const [name, value] of Object.entries(asked)) form.append(name, value)
    const { redirect_url } = (await world().call('mia', 'POST', '/oauth/authorize', form)) as {
      redirect_url: string
    }
    const code = new URL(redirect_url).searchParams.get('code') ?? ''
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      client_secret,
      code,
    })
    const token = await fetch(`${world().server.url}/api/oauth/token`, { method: 'POST', body })
    expect(token.status).toBe(200)
    await world().open(mia, '/profile/apps')
    const access = mia.getByRole('region', { name: 'Apps with access to your account' })
    await access.getByText('See your workouts, records and statistics').waitFor()
    await world().expectAccessible(mia)
    await access.getByRole('button', { name: 'End access' }).click()
    await mia.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await access.getByText('No app has access to your account.').waitFor()
  })
})
