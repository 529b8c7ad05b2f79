import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('the page of a workout in a browser', (world) => {
  let mia: Page
  let workout: string

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    mia = await pageOf('mia', { viewport: { width: 1280, height: 900 } })
    for (const label of ['Old faithful', 'New wheels'])
      await call('mia', 'POST', '/equipments', { label, equipment_type_id: 2 })
    workout = await ride('mia', { name: 'Over the pass', withPause: true, withHeartRate: true })
  })

  const message = () => mia.locator('[data-part="message"]')
  const title = (name: string) => mia.getByRole('heading', { level: 1, name, exact: true })
  const stored = async () => {
    const response = (await world().call('mia', 'GET', `/workouts/${workout}`)) as {
      data: { workouts: [{ title: string; workout_visibility: string; description: string }] }
    }
    return response.data.workouts[0]
  }

  test('renames the workout with one click, and undoes it', async () => {
    await world().open(mia, `/workouts/${workout}`)
    const field = mia.getByRole('textbox', { name: 'Title' })
    await title('Over the pass').getByRole('button').click()
    await field.fill('Something else')
    await field.press('Escape')
    await title('Over the pass').waitFor()
    await eventually(() => mia.evaluate(() => document.activeElement?.textContent)).toBe(
      'Over the pass',
    )
    await mia.keyboard.press('Enter')
    await field.fill('Twice over the pass')
    await world().expectAccessible(mia)
    await field.press('Enter')
    await title('Twice over the pass').waitFor()
    await message().getByText('Saved.').waitFor()
    await world().expectAccessible(mia)
    expect((await stored()).title).toBe('Twice over the pass')
    await message().getByRole('button', { name: 'Undo' }).click()
    await title('Over the pass').waitFor()
    await eventually(async () => (await stored()).title).toBe('Over the pass')
  })

  test('keeps a title in its field when the server does not save it, and says why', async () => {
    const path = `**/api/workouts/${workout}`
    await mia.route(path, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await title('Over the pass').getByRole('button').click()
    await mia.getByRole('textbox', { name: 'Title' }).fill('Lost')
    await mia.keyboard.press('Enter')
    const alert = mia.getByRole('alert').filter({ hasText: /^Not saved\. ./ })
    await alert.waitFor()
    const field = mia.getByRole('textbox', { name: 'Title' })
    expect(await field.inputValue()).toBe('Lost')
    await world().expectAccessible(mia)
    await mia.unroute(path)
    expect((await stored()).title).toBe('Over the pass')
    await field.press('Enter')
    await title('Lost').waitFor()
    await message().getByRole('button', { name: 'Undo' }).click()
    await title('Over the pass').waitFor()
    await eventually(async () => (await stored()).title).toBe('Over the pass')
  })

  test('changes equipment with two clicks, and visibility and description in place', async () => {
    await mia.getByRole('button', { name: 'Change equipment' }).click()
    await mia.getByRole('option', { name: /^New wheels/ }).click()
    await mia.getByRole('link', { name: 'New wheels' }).waitFor()
    // A piece of the same type is replaced.
    await mia.getByRole('button', { name: 'Change equipment' }).click()
    await mia.getByRole('option', { name: /^Old faithful/ }).click()
    await mia.getByRole('link', { name: 'Old faithful' }).waitFor()
    await mia.getByRole('link', { name: 'New wheels' }).waitFor({ state: 'detached' })
    await mia.locator('dl').getByRole('combobox', { name: 'Visibility' }).selectOption('public')
    await eventually(async () => (await stored()).workout_visibility).toBe('public')
    await mia.getByRole('button', { name: 'Edit description' }).click()
    await mia.getByRole('textbox', { name: 'Description' }).fill('Fog in the **valley**')
    await world().expectAccessible(mia)
    await mia.getByRole('button', { name: 'Save', exact: true }).click()
    await mia.locator('strong', { hasText: 'valley' }).waitFor()
    await eventually(async () => (await stored()).description).toBe('Fog in the **valley**')
  })

  test('shows the previous choice again when the server does not save it, and says why', async () => {
    const path = `**/api/workouts/${workout}`
    await mia.route(path, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    const visibility = mia.locator('dl').getByRole('combobox', { name: 'Visibility' })
    await visibility.selectOption('private')
    await message()
      .getByText(/^Not saved\. ./)
      .waitFor()
    await eventually(() => visibility.inputValue()).toBe('public')
    await mia.unroute(path)
  })

  test('keeps its heading while tabs are switched, and the back button returns to the tab before', async () => {
    const current = () => mia.getByRole('navigation').locator('[aria-current="page"]').last()
    const path = () => new URL(mia.url()).pathname
    await world().open(mia, `/workouts/${workout}`)
    const heading = await title('Over the pass').elementHandle()
    await mia.getByRole('link', { name: 'Laps and splits' }).click()
    await mia.getByRole('heading', { name: 'Splits' }).waitFor()
    await eventually(path).toBe(`/workouts/${workout}/laps`)
    await eventually(() => current().textContent()).toBe('Laps and splits')
    await mia.getByRole('link', { name: 'Best efforts' }).click()
    await eventually(path).toBe(`/workouts/${workout}/efforts`)
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
    await mia.goBack()
    await mia.getByRole('heading', { name: 'Splits' }).waitFor()
    await mia.reload()
    await mia.getByRole('heading', { name: 'Splits' }).waitFor()
    // Without a second ride on the course, there is nothing to compare with.
    expect(await mia.getByRole('link', { name: 'Same route' }).count()).toBe(0)
  })

  test.each([
    ['', ['Position along the track', 'Change equipment']],
    ['/laps', ['Splits', 'Map of the route']],
  ])('never covers what has the focus (tab "%s")', async (tab, expected) => {
    await world().open(mia, `/workouts/${workout}${tab}`)
    await mia.locator('[data-part="map"] path.mp-route').first().waitFor()
    if (tab === '') await mia.locator('[data-series] canvas').first().waitFor()
    await mia.evaluate(() => window.scrollTo(0, 0))
    await mia.getByRole('main').focus()
    const covered: string[] = []
    const seen = new Set<string>()
    for (let press = 0; press < 120; press++) {
      await mia.keyboard.press('Tab')
      const focused = await mia.evaluate(() => {
        const element = document.activeElement
        if (!element?.closest('main')) return null
        const { left, top, width, height } = element.getBoundingClientRect()
        // Areas higher than the page are partly visible at best.
        const bottom = Math.min(top + height, window.innerHeight)
        const hits = [0.25, 0.5, 0.75].map((share) =>
          document.elementFromPoint(left + width / 2, top + (bottom - top) * share),
        )
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        // Radio buttons are invisible below the text of their label.
        const label = element.closest('label') ?? element
        const isVisible = hits.some((hit) => hit && (label.contains(hit) || hit.contains(label)))
        return { name, isVisible, by: hits[1]?.outerHTML.slice(0, 80) }
      })
      if (!focused) break
      seen.add(focused.name)
      if (!focused.isVisible) covered.push(`${focused.name}: ${focused.by}`)
    }
    expect(covered).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(expected))
  })

  test('prints on at most three pages, without controls', async () => {
    await world().open(mia, `/workouts/${workout}`)
    await mia.locator('[data-series="hr"] canvas').waitFor()
    const pdf = await mia.pdf({ format: 'A4', printBackground: true })
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect(pages?.length).toBeGreaterThan(0)
    expect(pages?.length).toBeLessThanOrEqual(3)
    await mia.emulateMedia({ media: 'print' })
    await mia.setViewportSize({ width: 720, height: 1000 })
    const shown = await mia.evaluate(() => ({
      text: document.querySelector('main')?.textContent,
      controls: [
        ...document.querySelectorAll('button, select, input, textarea, header nav, footer'),
      ]
        .filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) && !element.closest('h1'),
        )
        .map((element) => element.getAttribute('aria-label') ?? element.textContent),
      // A map clips the canvases of its background.
      overflow: [...document.querySelectorAll('canvas')].filter(
        (canvas) =>
          !canvas.closest('.leaflet-container') &&
          canvas.getBoundingClientRect().right > window.innerWidth,
      ).length,
    }))
    await mia.emulateMedia({ media: 'screen' })
    expect(shown).toEqual({
      text: expect.stringMatching(/Over the pass[\s\S]*Distance[\s\S]*Elevation/),
      controls: [],
      overflow: 0,
    })
  })
})
