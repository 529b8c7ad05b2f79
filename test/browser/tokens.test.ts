import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

describeInBrowser('personal access tokens in a browser', (world) => {
  let mia: Page

  beforeAll(async () => {
    mia = await world().pageOf('mia')
  })

  test('are created, shown once, used and revoked', async () => {
    const { open, expectAccessible, server } = world()
    await open(mia, '/profile/tokens')
    await mia.getByText('No tokens yet.').waitFor()
    await expectAccessible(mia)
    await mia.getByRole('button', { name: 'Create token' }).click()
    await mia.getByText('Give the token a name').waitFor()
    await mia.getByLabel('Name', { exact: true }).fill('my phone')
    await mia.getByRole('button', { name: 'Create token' }).click()
    const token = await mia.getByRole('textbox', { name: 'Token', exact: true }).inputValue()
    expect(token).toMatch(/^mpt_\w{40}$/)
    await expectAccessible(mia)
    const own = mia.getByRole('list', { name: 'Your tokens' })
    await own.getByText('my phone').waitFor()
    await own.getByText('not used yet').waitFor()

    const sent = await fetch(`${server.url}/api/inbox?token=${token}`, {
      method: 'POST',
      body: 'nothing that can be read',
    })
    expect(sent.status).toBe(400)
    // Uses are stored a few seconds later.
    await eventually(async () => {
      await mia.reload()
      await own.waitFor()
      return own.getByText(/last used on/).count()
    }).toBe(1)
    expect(await mia.content()).not.toContain(token)
    const address = mia.getByRole('textbox', { name: 'With only a URL: FitoTrack' })
    await eventually(() => address.inputValue()).toBe(`${server.url}/api/inbox?token=mpt_…`)

    await own.getByRole('button', { name: 'Revoke' }).click()
    await mia.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await mia.getByText('No tokens yet.').waitFor()
    const after = await fetch(`${server.url}/api/inbox?token=${token}`, { method: 'POST' })
    expect(after.status).toBe(401)
  })
})
