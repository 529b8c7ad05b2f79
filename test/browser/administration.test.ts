import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { untilDrawn } from '../support/wait-until-drawn'

describeInBrowser('administration in a browser', (world) => {
  let ann: Page

  beforeAll(async () => {
    const { pageOf, ride, call } = world()
    ann = await pageOf('ann', { role: 'owner' })
    await pageOf('mia')
    await pageOf('robin')
    await ride('mia', { name: 'Over the pass' })
    await call('mia', 'POST', '/auth/account/export/request')
  })

  const pane = (name: string) => ann.getByRole('region', { name })
  const row = (name: string) =>
    ann.getByRole('listitem').filter({ has: ann.getByRole('link', { name, exact: true }) })

  /** Switches something off and waits until the page shows the response. */
  const withdraw = async (name: string) => {
    const offer = ann.getByRole('switch', { name: `Offer ${name}` })
    await offer.press('Space')
    await ann.waitForFunction(
      (label) => !document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.checked,
      `Offer ${name}`,
    )
    await untilDrawn(ann)
    await eventually(() => offer.isChecked()).toBe(false)
  }

  test('the menu leads to the statistics and the health of the server', async () => {
    await world().open(ann, '/')
    await ann.getByRole('button', { name: 'Account of ann' }).click()
    await ann.getByRole('link', { name: 'Administration' }).click()
    await pane('Health')
      .getByText(/Answered in \d+ ms/)
      .waitFor()
    await pane('Health').getByText('The database only, on the same disk').waitFor()
    await eventually(() => ann.getByLabel('This server in numbers').textContent()).toContain(
      'Members3',
    )
    await eventually(() => pane('Reports').textContent()).toContain('No open reports.')
    await world().expectAccessible(ann)
  })

  test('the health of the server fits narrow phones, even with long words', async () => {
    const speak = (language: string) =>
      world().call('ann', 'POST', '/auth/profile/edit/preferences', { language })
    const before = ann.viewportSize()
    await ann.setViewportSize({ width: 320, height: 800 })
    await speak('fr')
    await world().open(ann, '/admin')
    await ann.getByText('La base de données seulement, sur le même disque').waitFor()
    expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThan(321)
    await speak('en')
    if (before) await ann.setViewportSize(before)
    await world().open(ann, '/admin')
  })

  test('a user is found, made a moderator, and gets another email address', async () => {
    await ann.getByRole('link', { name: 'Members', exact: true }).click()
    await ann.getByLabel('Username or email').fill('MI')
    await ann.getByText('One account').waitFor()
    await ann.getByRole('button', { name: 'Manage mia' }).click()
    await world().expectAccessible(ann)
    await row('mia').getByRole('combobox', { name: 'Role' }).click()
    await ann.getByRole('option', { name: 'Moderator' }).click()
    await ann.getByRole('button', { name: 'Change role' }).click()
    await ann.getByRole('dialog').getByText('changes from Member to Moderator').waitFor()
    await ann.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await row('mia').getByText('Moderator', { exact: true }).first().waitFor()
    await ann.getByLabel('Email', { exact: true }).fill('mia@example.com')
    await ann.getByRole('button', { name: 'Change email' }).click()
    await row('mia').getByText('mia@example.com').waitFor()
  })

  test('the storage of an account is limited, which its user sees', async () => {
    await world().open(ann, '/admin/users?q=mia')
    await row('mia')
      .getByText(/last seen on/)
      .waitFor()
    await ann.getByRole('button', { name: 'Manage mia' }).click()
    await ann.getByLabel('Storage quota in MB').fill('-5')
    await ann.getByRole('button', { name: 'Set quota' }).click()
    await ann.getByText('Enter 0 or a larger number').waitFor()
    await ann.getByLabel('Storage quota in MB').fill('12.5')
    await ann.getByRole('button', { name: 'Set quota' }).click()
    await eventually(async () => {
      const { data } = (await world().call('mia', 'GET', '/auth/profile/storage')) as {
        data: { limits: { bytes: number | null } }
      }
      return data.limits.bytes
    }).toBe(12.5 * 1024 * 1024)
    await ann.reload()
    await row('mia')
      .getByText(/ of 12\.5 MB/)
      .waitFor()
  })

  test('a new administrator requires the password of the one who decides', async () => {
    await world().open(ann, '/admin/users?q=robin')
    await ann.getByRole('button', { name: 'Manage robin' }).click()
    await row('robin').getByRole('combobox', { name: 'Role' }).click()
    await ann.getByRole('option', { name: 'Administrator' }).click()
    await ann.getByRole('button', { name: 'Change role' }).click()
    const dialog = ann.getByRole('dialog')
    await dialog.getByText('changes from Member to Administrator').waitFor()
    await world().expectAccessible(ann)
    await dialog.getByLabel('Your own password').fill('not my password')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog.getByText('The current password is wrong').first().waitFor()
    await dialog.getByLabel('Your own password').fill('a-long-password')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await row('robin').getByText('Administrator', { exact: true }).first().waitFor()
  })

  test('an administrator ends all sessions of an account', async () => {
    await ann.getByRole('button', { name: 'End sessions' }).click()
    await ann.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
    await ann.getByRole('dialog').waitFor({ state: 'hidden' })
    const response = await fetch(`${world().server.url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${await world().tokenOf('robin')}` },
    })
    expect(response.status).toBe(401)
    await world().open(ann, '/admin/users')
  })

  test('members are searched by email and filtered, and the URL keeps both', async () => {
    await ann.getByLabel('Username or email').fill('A@EXAMPLE.COM')
    await ann.getByText('One account').waitFor()
    await ann.getByRole('combobox', { name: 'Role' }).first().click()
    await ann.getByRole('option', { name: 'Administrator' }).click()
    await ann.getByText('No accounts found.').waitFor()
    await ann.waitForURL(/q=A%40EXAMPLE\.COM&role=admin/)
    await ann.reload()
    await ann.getByText('No accounts found.').waitFor()
    expect(await ann.getByLabel('Username or email').inputValue()).toBe('A@EXAMPLE.COM')
    await world().open(ann, '/admin/users')
  })

  test('an account is deactivated, activated, given a random password, and deleted', async () => {
    await ann.getByLabel('Username or email').fill('robin')
    await ann.getByRole('button', { name: 'Manage robin' }).click()
    const dialog = ann.getByRole('dialog')
    await ann.getByRole('button', { name: 'Deactivate' }).click()
    await dialog.getByRole('heading', { name: 'Deactivate robin?' }).waitFor()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await row('robin').getByText('Not active').waitFor()
    await ann.getByRole('button', { name: 'Activate' }).click()
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await row('robin').getByText('Not active').waitFor({ state: 'detached' })
    await ann.getByRole('button', { name: 'Reset password' }).click()
    await dialog.getByText('This server sends no emails').waitFor()
    await world().expectAccessible(ann)
    await dialog.getByRole('button', { name: 'Reset password' }).click()
    await ann.getByText('The password of robin was reset.').waitFor()
    await ann.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await ann.getByText('No accounts found.').waitFor()
  })

  test('the owner cannot be changed', async () => {
    await ann.getByLabel('Username or email').fill('ann')
    await ann.getByRole('button', { name: 'Manage ann' }).click()
    await ann.getByText('Only the command line of the server can change this account.').waitFor()
  })

  test('settings are validated before they are sent, and take effect at once', async () => {
    await ann.getByRole('link', { name: 'Configuration', exact: true }).click()
    await ann.getByLabel('Accounts').fill('few')
    await ann.getByRole('button', { name: 'Save' }).click()
    await ann.getByText('A whole number from 0 to 2,147,483,647').waitFor()
    await world().expectAccessible(ann)
    await ann.getByLabel('Accounts').fill('2')
    await ann.getByLabel('Size of a file (MB)').fill('1.5')
    await ann.getByLabel('Contact').fill('ann@example.org')
    await ann.getByRole('textbox', { name: 'About this server' }).fill('For the **cycling club**.')
    await ann.getByRole('textbox', { name: 'Privacy policy' }).fill('# Ours\n\nWe keep *nothing*.')
    await ann.getByRole('button', { name: 'Save' }).click()
    await ann.getByText('Saved.').waitFor()
    const { data } = (await world().call('ann', 'GET', '/config')) as { data: object }
    expect(data).toMatchObject({
      max_users: 2,
      max_single_file_size: 1.5 * 1024 * 1024,
      admin_contact: 'ann@example.org',
      is_registration_enabled: false,
    })
  })

  test('every visitor can read the texts about the server as they were written', async () => {
    const visitor = await world().visitor()
    await world().open(visitor, '/about')
    await visitor.locator('strong', { hasText: 'cycling club' }).waitFor()
    await world().expectAccessible(visitor)
  })

  test('users are asked to accept a new policy', async () => {
    await ann.getByRole('status').getByRole('link', { name: 'Read and accept it' }).click()
    await ann.getByRole('heading', { name: 'Ours' }).waitFor()
    await world().expectAccessible(ann)
    await ann.getByRole('button', { name: 'Accept the policy' }).click()
    await ann.getByText('You have accepted this policy.').waitFor()
  })

  test('a deactivated sport and equipment type are no longer offered', async () => {
    await world().open(ann, '/admin/sports')
    await withdraw('Paragliding')
    await world().expectAccessible(ann)
    await ann.getByRole('link', { name: 'Kinds of equipment' }).click()
    await withdraw('Skates')
    await world().expectAccessible(ann)
    await world().open(ann, '/workouts/add?way=hand')
    await ann.getByRole('combobox', { name: 'Sport' }).click()
    await ann.getByRole('option', { name: 'Running', exact: true }).waitFor()
    await eventually(() => ann.getByRole('option', { name: 'Paragliding' }).count()).toBe(0)
  })

  test('a custom sport is added, edited, offered for workouts, and deleted', async () => {
    await world().open(ann, '/admin/sports')
    const custom = ann.getByRole('list', { name: 'Custom sports' })
    await ann.getByLabel('Name', { exact: true }).fill('Unicycling')
    await ann.getByLabel('Behaves like').selectOption({ label: 'Cycling (Sport)' })
    await ann.getByRole('button', { name: 'Add sport' }).click()
    await custom.getByText('Unicycling').waitFor()
    await ann.getByRole('button', { name: 'Edit Unicycling' }).click()
    await ann.getByLabel('Name', { exact: true }).fill('Unicycle')
    await ann.getByLabel('Icon', { exact: true }).selectOption({ label: 'Yoga' })
    await world().expectAccessible(ann)
    await ann.getByRole('button', { name: 'Save' }).click()
    await custom.getByText('Unicycle', { exact: true }).waitFor()
    await world().open(ann, '/workouts/add?way=hand')
    await ann.getByRole('combobox', { name: 'Sport' }).click()
    await ann.getByRole('option', { name: 'Unicycle' }).waitFor()
    await world().open(ann, '/admin/sports')
    await ann.getByRole('button', { name: 'Delete Unicycle' }).click()
    await custom.waitFor({ state: 'detached' })
  })

  test('moderators and users have no access to the administration', async () => {
    const mia = await world().pageOf('mia')
    await world().open(mia, '/admin/users')
    await mia.getByRole('heading', { name: 'No access' }).waitFor()
    await eventually(() => mia.getByRole('link', { name: 'Configuration' }).count()).toBe(0)
    const sam = await world().pageOf('sam')
    await world().open(sam, '/admin/reports')
    await sam.getByRole('heading', { name: 'No access' }).waitFor()
    await world().expectAccessible(sam)
  })
})
