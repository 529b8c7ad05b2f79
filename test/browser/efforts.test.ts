import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { untilDrawn } from '../support/wait-until-drawn'

const DAY = 86_400_000
const daysAgo = (count: number) => new Date(Date.now() - count * DAY)

describeInBrowser('best efforts in a browser', (world) => {
  let eva: Page
  let latest: string
  let fastest: string
  const levels = { workout_visibility: 'public', analysis_visibility: 'public' }

  beforeAll(async () => {
    const { pageOf, ride } = world()
    eva = await pageOf('eva')
    const level = { hills: 40, kilometres: 8 }
    await ride('eva', { ...level, start: daysAgo(300), speed: 24, name: 'First of all' })
    fastest = await ride('eva', { ...level, start: daysAgo(150), speed: 30, name: 'Fastest' })
    latest = await ride('eva', { ...level, start: daysAgo(3), speed: 27, name: 'Latest' }, levels)
  })

  const search = () => Object.fromEntries(new URL(eva.url()).searchParams)
  const choose = async (label: string, option: string) => {
    await eva.getByRole('combobox', { name: label, exact: true }).click()
    await eva.getByRole('option', { name: option, exact: true }).click()
  }

  test('are found with the search, and so is the help for importing from other services', async () => {
    await world().open(eva, '/')
    await eva.keyboard.press('Control+k')
    const palette = eva.getByRole('dialog', { name: 'Search and navigate' })
    await palette.getByRole('combobox').fill('another service')
    await eva.keyboard.press('Enter')
    await eva.waitForURL('**/move-in')
    await eva.getByRole('button', { name: 'Account of eva' }).click()
    await eva.getByRole('link', { name: 'Best efforts' }).click()
    await eva.waitForURL('**/efforts')
  })

  test('begin with a curve, and distances that suit the sport', async () => {
    await eva.locator('main svg[viewBox="0 0 100 100"] path').nth(1).waitFor()
    const distances = eva.getByRole('region', { name: 'Distance', exact: true })
    await distances.getByRole('link', { name: '1 km' }).waitFor()
    expect(await distances.getByText('400 m').count()).toBe(0)
    await world().expectAccessible(eva)
    // Other kinds are closed until they are asked for.
    await eva.locator('summary', { hasText: 'Climbing' }).click()
    await eva.getByRole('region', { name: 'Climbing' }).getByRole('row').nth(1).waitFor()
  })

  test('of a distance lead to their history and ranking', async () => {
    await eva.getByRole('region', { name: 'Distance' }).getByRole('link', { name: '1 km' }).click()
    await eva.getByRole('heading', { name: '1 km, Cycling (Sport)', level: 1 }).waitFor()
    const bests = eva.getByRole('region', { name: 'Personal bests' }).getByRole('row')
    await bests.nth(2).waitFor()
    // The latest ride was no record: there is a heading and two rows.
    await eventually(() => bests.count()).toBe(3)
    const ranking = eva.getByRole('region', { name: 'Best first' })
    const names = () => ranking.getByRole('link').allTextContents()
    const titles = async () => (await names()).map((name) => name.replace(/\d.*$/, ''))
    await ranking.getByText('First of all').waitFor()
    await eventually(titles).toEqual(['Fastest', 'Latest', 'First of all'])
    await world().expectAccessible(eva)
    await choose('Period', 'Last 90 days')
    await ranking.getByText('Fastest').waitFor({ state: 'detached' })
    await ranking.getByText('Latest').waitFor()
    await eventually(titles).toEqual(['Latest'])
    await eventually(search).toMatchObject({ kind: 'distance', target: '1000', period: 'quarter' })
    await ranking.getByRole('link').click()
    await eva.waitForURL(`**/workouts/${latest}`)
  })

  test('show their rank on the page of a workout, to its owner only', async () => {
    await world().open(eva, `/workouts/${latest}/efforts`)
    const efforts = eva.getByRole('region', { name: 'Best efforts' })
    const kilometre = efforts.getByRole('row', { name: /best 1 km/ })
    await kilometre.getByText('2nd best ever').waitFor()
    await world().open(eva, `/workouts/${fastest}/efforts`)
    await kilometre.getByText('Best ever', { exact: true }).waitFor()
    await world().expectAccessible(eva)
    await kilometre.getByRole('link').click()
    await eva.getByRole('heading', { name: '1 km, Cycling (Sport)', level: 1 }).waitFor()
    const visitor = await world().visitor()
    await world().open(visitor, `/workouts/${latest}/efforts`)
    const rows = visitor.getByRole('region', { name: 'Best efforts' }).getByRole('row')
    await eventually(() => rows.first().textContent()).not.toContain('Place')
    await eventually(() => rows.nth(1).textContent()).toStartWith('1 km')
  })

  test('are compared as curves of two periods, even with the keyboard', async () => {
    await world().open(eva, '/efforts')
    await eva.getByRole('link', { name: 'Best effort curves' }).click()
    const panel = (name: string) => eva.getByRole('region', { name, exact: true })
    await panel('Heart rate').first().waitFor()
    const lines = eva.locator('main svg[viewBox="0 0 100 100"] path')
    await eventually(() => lines.count()).toBe(2)
    await eventually(() => lines.first().getAttribute('d')).toMatch(/^M0\.00 [\d.]+ L/)
    await eva.getByRole('radio', { name: 'Heart rate' }).focus()
    await eva.keyboard.press('ArrowRight')
    await panel('Climbing').first().waitFor()
    await eva.keyboard.press('ArrowRight')
    await panel('Speed').first().waitFor()
    await eventually(search).toMatchObject({ kind: 'distance' })
    await world().expectAccessible(eva)
    const plot = eva.locator('main svg[viewBox="0 0 100 100"] path').first()
    await untilDrawn(eva)
    const box = await plot.boundingBox()
    if (!box) throw new Error('nothing is drawn')
    await eva.mouse.move(box.x + 1, box.y + box.height / 2)
    await eva
      .getByRole('main')
      .getByText(/km\/h$/)
      .first()
      .waitFor()
    await choose('Compared with', 'Nothing')
    await lines.nth(1).waitFor({ state: 'detached' })
    await eva.getByRole('main').getByText('Tables').click()
    await eva.getByRole('row', { name: /^1 km/ }).waitFor()
    await eventually(() => eva.getByRole('columnheader').allTextContents()).toEqual([
      'Over',
      'Last 90 days',
    ])
  })

  test('can be limited to any period', async () => {
    const day = (count: number) => daysAgo(count).toISOString().slice(0, 10)
    await choose('Period', 'Custom dates')
    await eva.getByLabel('Period: From').fill(day(310))
    await eva.getByLabel('Period: To').fill(day(200))
    await eva.waitForURL((url) => url.searchParams.get('to') === day(200))
    const link = eva.getByRole('row', { name: /^1 km/ }).getByRole('link').last()
    await eva.waitForFunction(
      () => document.querySelector('main td a')?.getAttribute('title') === 'First of all',
    )
    await world().expectAccessible(eva)
    await eva.reload()
    await eva.getByRole('main').getByText('Tables').click()
    await eventually(() => link.getAttribute('title')).toBe('First of all')
  })
})
