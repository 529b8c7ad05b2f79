import { beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const NO_ENTRIES = 'No entries match.'

describeInBrowser('the audit log in a browser', (world) => {
  let olga: Page
  let ann: Page

  beforeAll(async () => {
    const { pageOf, call } = world()
    olga = await pageOf('olga', { role: 'owner' })
    await pageOf('adam', { role: 'admin' })
    ann = await pageOf('ann')
    await call('adam', 'PATCH', '/users/ann', { role: 'moderator' })
    // More entries than a page has.
    for (let count = 0; count < 26; count += 1) {
      await call('adam', 'PATCH', '/users/ann', { activate: false })
      await call('adam', 'PATCH', '/users/ann', { activate: true })
    }
  })

  const entries = (page: Page, name: string) =>
    page.getByRole('list', { name }).getByRole('listitem')

  test('the owner reads who did what, newest first, page by page', async () => {
    await world().open(olga, '/admin')
    await olga.getByRole('link', { name: 'Audit log' }).click()
    const list = entries(olga, 'Audit log')
    await list.first().getByText('adam activated the account of ann').waitFor()
    await world().expectAccessible(olga)
    await eventually(() => list.count()).toBe(50)
    await olga.getByRole('button', { name: 'Show more' }).click()
    await olga.getByText('adam changed the role of ann from Member to Moderator').waitFor()
    expect(await list.count()).toBeGreaterThan(53)
  })

  test('the URL keeps the action, the account and the days', async () => {
    await olga.getByRole('combobox', { name: 'Action' }).click()
    await olga.getByRole('option', { name: 'Role changed' }).click()
    await olga.waitForURL(/action=role_changed/)
    await olga.getByRole('searchbox', { name: 'Account' }).fill('adam')
    await olga.waitForURL(/user=adam/)
    await eventually(() => entries(olga, 'Audit log').count()).toBe(1)
    await olga.getByLabel('To', { exact: true }).fill('2020-02-02')
    await olga.getByText(NO_ENTRIES).waitFor()
    await olga.waitForURL(/to=2020-02-02/)
    await olga.reload()
    await olga.getByText(NO_ENTRIES).waitFor()
    expect(await olga.getByRole('searchbox', { name: 'Account' }).inputValue()).toBe('adam')
    await world().open(olga, '/admin/audit?user=unknown')
    await olga.getByText(NO_ENTRIES).waitFor()
  })

  test('the matching entries are downloaded as a table', async () => {
    await world().open(olga, '/admin/audit?action=role_changed')
    const started = olga.waitForEvent('download')
    await olga.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await started
    expect(file.suggestedFilename()).toBe('audit-log.csv')
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('role_changed,admin,adam,ann')
  })

  test('everyone reads what concerns them, but not which administrator it was', async () => {
    await world().open(ann, '/profile/edit/account')
    await ann.getByRole('link', { name: 'Activity' }).click()
    await ann.getByRole('combobox', { name: 'Action' }).click()
    await ann.getByRole('option', { name: 'Role changed' }).click()
    await ann
      .getByText('An administrator changed the role of ann from Member to Moderator')
      .waitFor()
    await world().expectAccessible(ann)
    await world().open(ann, '/profile/activity?action=logged_in')
    await entries(ann, 'Activity').getByText('ann logged in').first().waitFor()
  })

  test('only the owner may open the log of the server', async () => {
    const adam = await world().pageOf('adam')
    await world().open(adam, '/admin')
    await adam.getByRole('link', { name: 'Members', exact: true }).waitFor()
    expect(await adam.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await world().open(adam, '/admin/audit')
    await adam.getByRole('heading', { name: 'No access' }).waitFor()
  })
})
