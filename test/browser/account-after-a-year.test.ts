import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { plainPng } from '../support/images'

describeInBrowser('an account after a year', (world) => {
  let mia: Page

  beforeAll(async () => {
    mia = await world().pageOf('mia')
    await world().pageOf('tom')
    await world().call('mia', 'POST', '/equipments', { label: 'Old bike', equipment_type_id: 2 })
    const visible = { workout_visibility: 'public' }
    const workout = await world().ride('mia', { name: 'First ride' }, visible)
    await world().call('tom', 'POST', `/workouts/${workout}/like`)
    await world().call('mia', 'POST', '/auth/profile/edit/preferences', {
      manually_approves_followers: true,
    })
    await world().call('tom', 'POST', '/users/mia/follow')
  })

  /** Waits for the response to a click. */
  const answered = async (path: RegExp, click: () => Promise<void>) => {
    const answer = mia.waitForResponse(
      (response) => path.test(response.url()) && response.request().method() !== 'GET',
    )
    await click()
    expect((await answer).ok()).toBe(true)
  }
  const clickButton = (name: string) => () => mia.getByRole('button', { name }).first().click()

  test('a profile gets a text and a picture, which is deleted again', async () => {
    await world().open(mia, '/profile/edit/profile')
    await mia.getByLabel('First name').fill('Mia')
    await answered(/\/profile\/edit$/, clickButton('Save'))
    const chooser = mia.waitForEvent('filechooser')
    await mia.getByRole('button', { name: 'Choose a picture' }).click()
    const picture = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await plainPng('#17624c')),
    }
    await answered(/\/auth\/picture$/, async () => (await chooser).setFiles(picture))
    await mia.locator('img[src*="/api/users/mia/picture"]').first().waitFor()
    await world().expectAccessible(mia)
    await answered(/\/auth\/picture$/, clickButton('Remove'))
  })

  test('notifications are switched off and on', async () => {
    await world().open(mia, '/profile/edit/preferences')
    const likes = mia.getByRole('switch', { name: 'someone likes my workout' })
    await answered(/\/edit\/notifications$/, () => likes.click({ force: true }))
    // A forced click does not wait until the page has processed the response.
    await eventually(() => likes.isEnabled()).toBe(true)
    await answered(/\/edit\/notifications$/, () => likes.click({ force: true }))
  })

  test('a sport gets another threshold, and is reset to that of the server', async () => {
    await world().open(mia, '/profile/edit/sports')
    await mia.getByRole('button', { name: 'Edit Hiking' }).click()
    await mia.getByLabel('Standing below (km/h)').fill('0.5')
    await answered(/\/edit\/sports$/, clickButton('Save'))
    await world().expectAccessible(mia)
    await world().open(mia, '/profile/edit/sports')
    await mia.getByRole('button', { name: 'Edit Hiking' }).click()
    await answered(/\/reset\/sports\/\d+$/, clickButton('Reset to the server'))
  })

  test('old equipment is renamed and then deleted', async () => {
    await world().open(mia, '/profile/edit/equipment')
    await mia.getByRole('button', { name: 'Edit Old bike' }).click()
    await mia.getByLabel('Name').first().fill('Older bike')
    await answered(/\/equipments\/\w+$/, clickButton('Save'))
    await mia.getByRole('button', { name: 'Edit Older bike' }).click()
    await mia.getByRole('button', { name: 'Delete' }).click()
    const dialog = mia.getByRole('dialog')
    await world().expectAccessible(mia)
    await answered(/\/equipments\/\w+/, () =>
      dialog.getByRole('button', { name: 'Delete' }).click(),
    )
  })

  test('a follow request is declined, and all notifications are marked as read', async () => {
    await world().open(mia, '/users')
    await answered(/\/follow-requests\/tom\/reject$/, clickButton('Decline'))
    await world().open(mia, '/notifications')
    await answered(/\/mark-all-as-read$/, clickButton('Mark all as read'))
  })

  test('a like is removed', async () => {
    await world().open(mia, '/workouts')
    await mia.getByRole('link', { name: 'First ride' }).first().click()
    await answered(/\/like$/, () => mia.getByRole('button', { name: 'Like', exact: true }).click())
    await answered(/\/like\/undo$/, clickButton('Unlike'))
  })
})
