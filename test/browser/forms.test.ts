import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { rideGpx } from '../support/ride'
import { untilDrawn } from '../support/wait-until-drawn'

const MINUTE = 60_000

const RIDE = {
  name: 'late.gpx',
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(rideGpx({ name: 'Came late', start: new Date('2026-05-17T07:00:00Z') })),
}

describeInBrowser('forms in a browser', (world) => {
  let ida: Page
  let workout: string

  beforeAll(async () => {
    ida = await world().pageOf('ida')
    workout = await world().ride('ida', { name: 'Round the lake' })
  })

  test('do not overwrite a workout that was changed elsewhere while they were open', async () => {
    await world().open(ida, `/workouts/${workout}`)
    await world().call('ida', 'PATCH', `/workouts/${workout}`, { title: 'Twice round the lake' })
    // The data of the page is stale by then, and reloaded while the form is shown.
    await ida.clock.setFixedTime(Date.now() + MINUTE)
    const again = ida.waitForResponse(new RegExp(`/api/workouts/${workout}$`))
    await ida.getByRole('link', { name: 'Edit this workout' }).first().click()
    await (await again).finished()
    await ida.getByLabel('Notes').fill('windy')
    await ida.getByRole('button', { name: 'Save' }).click()
    await ida.getByRole('heading', { level: 1, name: 'Twice round the lake' }).waitFor()
    const answer = (await world().call('ida', 'GET', `/workouts/${workout}`)) as {
      data: { workouts: { title: string; notes: string }[] }
    }
    expect(answer.data.workouts[0]).toMatchObject({
      title: 'Twice round the lake',
      notes: 'windy',
    })
  })

  test('keep input typed while earlier input is being saved', async () => {
    await world().open(ida, `/workouts/${workout}`)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await ida.route('**/comments', async (route) => {
      await held
      await route.continue()
    })
    const comment = ida.getByRole('textbox', { name: 'Write a comment' })
    await comment.fill('First')
    const sent = ida.waitForRequest((request) => request.method() === 'POST')
    await ida.getByRole('button', { name: 'Comment', exact: true }).click()
    await sent
    await comment.fill('Second')
    letGo()
    await ida.getByText('First', { exact: true }).waitFor()
    await eventually(() => comment.inputValue()).toBe('Second')
    await ida.unrouteAll({ behavior: 'wait' })
  })

  test('for files and manual workouts keep their input when the user switches between them', async () => {
    await world().open(ida, '/workouts/add?way=hand')
    await ida.getByLabel('Duration').fill('1:02:03')
    await ida.getByText('From a file').click()
    const chooser = ida.waitForEvent('filechooser')
    await ida.getByRole('button', { name: /^Drop workout files here/ }).click()
    await (await chooser).setFiles(RIDE)
    await ida.getByText('late.gpx', { exact: true }).waitFor()
    await ida.getByText('By hand').click()
    expect(await ida.getByLabel('Duration').inputValue()).toBe('1:02:03')
    await world().expectAccessible(ida)
    await ida.getByText('From a file').click()
    await ida.getByText('late.gpx', { exact: true }).waitFor()
  })

  test('do not navigate away when the user has left while a file was being sent', async () => {
    await ida.getByRole('combobox', { name: 'Sport of late.gpx' }).selectOption('Cycling (Sport)')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await ida.route('**/api/workouts', async (route) => {
      await held
      await route.continue()
    })
    const sent = ida.waitForRequest((request) => request.method() === 'POST')
    await ida.getByRole('button', { name: 'Upload workout' }).click()
    await sent
    await ida.getByRole('link', { name: 'Statistics' }).click()
    await ida.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor()
    const answer = ida.waitForResponse((response) => response.request().method() === 'POST')
    letGo()
    await (await answer).finished()
    await untilDrawn(ida)
    expect(new URL(ida.url()).pathname).toBe('/statistics')
    await ida.unrouteAll({ behavior: 'wait' })
    await ida.getByRole('link', { name: 'Workouts', exact: true }).click()
    await ida.getByRole('link', { name: /Came late/ }).waitFor()
  })

  test('with three errors count them at the button and lead the keyboard from field to field', async () => {
    await world().open(ida, '/workouts/add?way=hand')
    const focused = () =>
      ida.evaluate(() => {
        const { activeElement } = document
        const { top = 0, bottom = 0 } = activeElement?.getBoundingClientRect() ?? {}
        const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0] : null
        return {
          name: (label ?? activeElement)?.textContent,
          isSeen: top > 64 && bottom < innerHeight,
        }
      })
    await ida.getByRole('combobox', { name: 'Sport' }).click()
    await ida.getByRole('option', { name: 'Cycling (Sport)' }).click()
    await ida.getByLabel('Time', { exact: true }).fill('')
    await ida.getByRole('button', { name: 'Add workout' }).focus()
    await ida.keyboard.press('Enter')
    const summary = ida.getByRole('alert').filter({ hasText: '3 fields need attention' })
    await summary.waitFor()
    await eventually(focused).toEqual({ name: 'Time', isSeen: true })
    await summary.getByRole('button', { name: 'Distance' }).focus()
    await ida.keyboard.press('Enter')
    await eventually(focused).toMatchObject({
      name: expect.stringContaining('Distance'),
      isSeen: true,
    })
    await ida.keyboard.type('10')
    await ida.getByText('2 fields need attention').waitFor()
    await world().expectAccessible(ida)
  })

  test('keep the focus on their button while they are being sent', async () => {
    await world().open(ida, '/profile/edit/profile')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await ida.route('**/profile/edit', async (route) => {
      await held
      await route.continue()
    })
    await ida.getByLabel('Place').fill('Ulm')
    const save = ida.getByRole('button', { name: 'Save' })
    await save.focus()
    await ida.keyboard.press('Enter')
    await ida.getByText('In progress…').waitFor({ state: 'attached' })
    const isFocused = () => save.evaluate((button) => button === document.activeElement)
    expect(await isFocused()).toBe(true)
    letGo()
    await ida.getByText('Saved.', { exact: true }).waitFor()
    expect(await isFocused()).toBe(true)
    await ida.unrouteAll({ behavior: 'wait' })
  })

  test('with empty fields or a wrong password say so at the field', async () => {
    const visitor = await world().visitor()
    await world().open(visitor, '/login')
    const requests: string[] = []
    visitor.on('request', (request) => requests.push(request.url()))
    await visitor.getByRole('button', { name: 'Log in' }).click()
    await visitor.getByText('2 fields need attention').waitFor()
    expect(requests.filter((url) => url.endsWith('/login'))).toEqual([])
    await world().open(ida, '/profile/edit/account')
    await ida.getByLabel('Current password').fill('not-my-password')
    await ida.getByRole('button', { name: 'Save' }).click()
    await ida.getByText('The current password is wrong').waitFor()
    await ida.getByText('The email or the password').waitFor({ state: 'hidden' })
  })

  test('keep their fields aligned when one has an error', async () => {
    await world().open(ida, '/workouts/add?way=hand')
    await ida.getByRole('button', { name: 'Add workout' }).click()
    await ida.getByText('Hours, minutes and seconds').first().waitFor()
    const { width = 0, height = 0 } = ida.viewportSize() ?? {}
    const topOf = async (label: string) => (await ida.getByLabel(label).boundingBox())?.y
    for (const [narrow, label] of [
      [width, 'Day'],
      [390, 'Distance'],
    ] as const) {
      await ida.setViewportSize({ width: narrow, height })
      expect(await topOf(label)).toBe((await topOf('Duration')) ?? 0)
      const day = await ida.getByLabel('Day').boundingBox()
      const time = await ida.getByLabel('Time', { exact: true }).boundingBox()
      expect(time?.x).toBeGreaterThan((day?.x ?? 0) + (day?.width ?? 0) + 10)
    }
    await ida.setViewportSize({ width, height })
  })

  test('show that they are saved until something changes', async () => {
    await world().open(ida, '/profile/edit/profile')
    const place = ida.getByLabel('Place')
    await place.fill('Berlin')
    await ida.getByRole('button', { name: 'Save' }).click()
    await ida.getByText('Saved.', { exact: true }).waitFor()
    await world().expectAccessible(ida)
    await place.fill('Potsdam')
    await ida.getByText('Saved.', { exact: true }).waitFor({ state: 'hidden' })
  })

  test('no longer show that they are saved once a list selection changes, with mouse or keyboard', async () => {
    const saved = ida.getByText('Saved.', { exact: true })
    const save = () => ida.getByRole('button', { name: 'Save' }).click()
    const dates = ida.getByRole('combobox', { name: 'Dates' })
    await world().open(ida, '/profile/edit/preferences')
    await save()
    await saved.waitFor()
    await dates.click()
    await ida.getByRole('option', { name: 'yyyy-MM-dd' }).click()
    await saved.waitFor({ state: 'hidden' })
    await save()
    await saved.waitFor()
    await dates.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await ida.keyboard.press(key)
    await saved.waitFor({ state: 'hidden' })
  })

  test('keep a preference that is changed while others are being saved', async () => {
    await world().open(ida, '/profile/edit/preferences')
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await ida.route('**/preferences', async (route) => {
      await held
      await route.continue()
    })
    const mondays = ida.getByRole('switch', { name: 'Weeks begin on Monday' })
    const before = await mondays.isChecked()
    const sent = ida.waitForRequest((request) => request.method() === 'POST')
    await ida.getByRole('button', { name: 'Save' }).click()
    const answer = (await sent).response()
    await mondays.click()
    letGo()
    await (await answer)?.finished()
    await ida
      .getByRole('button', { name: 'Save' })
      .and(ida.locator(':not([aria-disabled])'))
      .waitFor()
    await eventually(() => mondays.isChecked()).toBe(!before)
    await ida.unrouteAll({ behavior: 'wait' })
  })
})
