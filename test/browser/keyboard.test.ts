import { expect, test } from 'bun:test'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { rideGpx } from '../support/ride'

/** More tab stops than any screen has. */
const MAX_STOPS = 60

const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.some((one) => one === document.activeElement))

/** Presses a key until an element has the focus. @throws Error when it never does */
async function goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`No key leads to ${target}.`)
}

/** The focused element. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)

describeInBrowser('with the keyboard alone', (world) => {
  test('a user logs in, uploads, edits and deletes, and continues at the content of each screen', async () => {
    await (await world().pageOf('kim')).context().close()
    const kim = await world().visitor()
    const { keyboard } = kim
    // From now on, because the browser learns of files later than keys reach it.
    const chooser = new Promise<FileChooser>((resolve) => kim.once('filechooser', resolve))
    const button = (name: string) => kim.getByRole('button', { name, exact: true })

    await world().open(kim, '/login')
    await kim.getByRole('complementary', { name: 'Uploads and notices' }).waitFor({
      state: 'attached',
    })
    await goTo(kim.getByLabel('Email'))
    await keyboard.type('kim@example.org')
    await goTo(kim.getByLabel('Password', { exact: true }))
    await keyboard.type('a-long-password')
    await keyboard.press('Enter')
    await kim.getByRole('heading', { level: 1, name: 'Your log' }).waitFor()
    await eventually(() => focused(kim)).toBe('content')

    await goTo(kim.getByRole('link', { name: 'Add workout' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await goTo(kim.getByRole('button', { name: /^Drop workout files here/ }))
    await keyboard.press('Enter')
    const file = { name: 'ride.gpx', mimeType: 'application/gpx+xml' }
    await (await chooser).setFiles({ ...file, buffer: Buffer.from(rideGpx({ name: 'By hand' })) })
    const sport = kim.getByRole('combobox', { name: /^Sport of/ })
    await goTo(sport)
    await sport.getByRole('option', { name: 'Hiking', exact: true }).waitFor({ state: 'attached' })
    await kim.getByText('does not specify its sport').waitFor()
    await keyboard.type('Hiking')
    await goTo(button('Upload workout'))
    await keyboard.press('Enter')
    await kim.getByRole('heading', { level: 1, name: 'By hand' }).waitFor()
    await eventually(() => focused(kim)).toBe('content')

    await goTo(kim.getByRole('link', { name: 'Edit this workout' }))
    await keyboard.press('Enter')
    await goTo(kim.getByLabel('Title'))
    await keyboard.press('Control+a')
    await keyboard.type('By foot')
    await keyboard.press('Enter')
    await kim.getByRole('heading', { level: 1, name: 'By foot' }).waitFor()

    // The menu closes with Escape, and the focus returns to its button.
    await goTo(button('More actions'))
    await keyboard.press('Enter')
    await goTo(button('Copy link'))
    await keyboard.press('Escape')
    await eventually(() => isFocused(button('More actions'))).toBe(true)
    await eventually(() => button('Copy link').count()).toBe(0)
    await keyboard.press('Enter')
    await goTo(button('Delete this workout'))
    await keyboard.press('Enter')
    await goTo(kim.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await keyboard.press('Enter')
    await kim.getByRole('heading', { name: 'Add your first workout' }).waitFor()
    await eventually(() => focused(kim)).toBe('content')
  })

  test('the focus stays on the button of a small panel after a selection', async () => {
    const lea = await world().pageOf('lea')
    await world().open(lea, '/')
    const scheme = lea.getByRole('button', { name: 'Colour scheme' })
    await goTo(scheme)
    await lea.keyboard.press('Enter')
    await goTo(lea.getByRole('button', { name: 'Dark', exact: true }))
    await lea.keyboard.press('Enter')
    await lea.locator('html[data-mantine-color-scheme=dark]').waitFor()
    expect(await isFocused(scheme)).toBe(true)
  })

  test('a conversation is read, continued, corrected and deleted', async () => {
    await world().pageOf('kim')
    const levels = { workout_visibility: 'public' }
    const ride = await world().ride('kim', { name: 'With friends' }, levels)
    const leo = await world().pageOf('leo')
    const { keyboard } = leo
    const button = (name: string) => leo.getByRole('button', { name, exact: true })
    const isIn = (locator: Locator) => eventually(() => isFocused(locator)).toBe(true)
    await world().open(leo, `/workouts/${ride}`)
    const field = leo.getByRole('textbox', { name: /^Write a comment/ })
    await field.scrollIntoViewIfNeeded()
    await field.waitFor()

    await goTo(field)
    await keyboard.type('Well riden')
    await goTo(leo.getByRole('combobox', { name: 'Visibility' }))
    await keyboard.type('Everybody')
    await goTo(button('Comment'))
    await keyboard.press('Enter')
    const comments = leo.getByRole('region', { name: 'Comments' })
    await comments.getByText('Well riden').waitFor()
    await isIn(field)

    await goTo(button('Edit'), 'Shift+Tab')
    await keyboard.press('Enter')
    const text = leo.getByRole('textbox', { name: 'Text of the comment' })
    await isIn(text)
    await keyboard.press('Control+a')
    await keyboard.type('Well ridden')
    await goTo(button('Save'))
    await keyboard.press('Enter')
    await comments.getByText('Well ridden').waitFor()
    await isIn(button('Edit'))

    await goTo(button('Delete'))
    await keyboard.press('Enter')
    const dialog = leo.getByRole('dialog', { name: 'Delete this comment?' })
    await dialog.waitFor()
    await keyboard.press('Escape')
    await isIn(button('Delete'))
    await keyboard.press('Enter')
    await goTo(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await keyboard.press('Enter')
    await comments.getByText('Well ridden').waitFor({ state: 'detached' })
    await isIn(comments)
  })
})
