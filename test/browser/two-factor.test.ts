import { beforeAll, expect, test } from 'bun:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const PASSWORD = 'a-long-password'
const STEP = 30_000
const ACCOUNT = '/profile/edit/account'

describeInBrowser('two-factor login in a browser', (world) => {
  let page: Page
  let totp: TOTP
  let recoveryCodes: string[]

  const panel = () => page.getByRole('region', { name: 'Two-factor login' })
  const dialog = () => page.getByRole('dialog')
  const press = (name: string) => dialog().getByRole('button', { name }).click()
  const typeCode = (code: string) => page.getByLabel('Code', { exact: true }).fill(code)
  /** The form of the account has a code, too. */
  const typeCodeInDialog = (code: string) => dialog().getByLabel('Code', { exact: true }).fill(code)
  /** The code of the app; `steps` later, because none works twice. */
  const codeOf = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * STEP })
  const member = () => page.getByRole('button', { name: 'Account of mia' })

  /** Logs in with the form of the login page, up to the second step. */
  const enterPassword = async () => {
    await world().open(page, '/login')
    await page.getByLabel('Email').fill('mia@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  const logOut = async () => {
    await member().click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  }

  beforeAll(async () => {
    await world().pageOf('mia')
    page = await world().visitor()
    await enterPassword()
    await member().waitFor()
  })

  test('is turned on with a QR code or a key, a code and the password', async () => {
    await world().open(page, ACCOUNT)
    await panel().getByRole('button', { name: 'Turn on two-factor login' }).click()
    await dialog().getByRole('img', { name: 'QR code with the key' }).waitFor()
    await world().expectAccessible(page, true)
    totp = new TOTP({ secret: await dialog().getByRole('textbox', { name: 'Key' }).inputValue() })
    await typeCode('000000')
    await dialog().getByRole('textbox', { name: 'Current password' }).fill('not the password')
    await press('Turn on two-factor login')
    await dialog().getByText('The current password is wrong').first().waitFor()
    await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await press('Turn on two-factor login')
    await dialog().getByText('This code is wrong or was used already').first().waitFor()
    await typeCode(codeOf())
    await press('Turn on two-factor login')
    const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await eventually(() => codes.count()).toBe(10)
    recoveryCodes = await codes.allInnerTexts()
    await world().expectAccessible(page)
    const download = page.waitForEvent('download')
    await press('Download')
    expect((await download).suggestedFilename()).toBe('milepost-recovery-codes.txt')
    await press('Done')
    await panel().getByText('10 recovery codes are left.').waitFor()
  })

  test('asks for a code after the password, which can be corrected', async () => {
    await logOut()
    await enterPassword()
    await page.getByLabel('Code', { exact: true }).waitFor()
    await world().expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Email').waitFor()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Enter a code').first().waitFor()
    await typeCode('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code is wrong or was used already').first().waitFor()
    await typeCode(codeOf(1))
    await page.keyboard.press('Enter')
    await member().waitFor()
  })

  test('accepts a recovery code once', async () => {
    const [code = ''] = recoveryCodes
    await logOut()
    await enterPassword()
    await typeCode(code)
    await page.keyboard.press('Enter')
    await member().waitFor()
    await world().open(page, ACCOUNT)
    await panel().getByText('9 recovery codes are left.').waitFor()
    await logOut()
    await enterPassword()
    await typeCode(code)
    await page.keyboard.press('Enter')
    await page.getByText('This code is wrong or was used already').first().waitFor()
    await typeCode(recoveryCodes[1] ?? '')
    await page.keyboard.press('Enter')
    await member().waitFor()
  })

  test('asks for a code when a session that has ended is renewed', async () => {
    await world().open(page, '/profile/edit/profile')
    await page.getByLabel('Place').fill('Round the lake')
    await page.evaluate(() => {
      const token = localStorage.getItem('milepost.token') ?? ''
      const headers = { authorization: `Bearer ${token}` }
      return fetch('/api/auth/logout', { method: 'POST', headers })
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const renewal = page.getByRole('dialog', { name: 'Your session has ended' })
    await renewal.getByRole('textbox', { name: /^Password/ }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await renewal.getByLabel('Code', { exact: true }).waitFor()
    await world().expectAccessible(page)
    await typeCode(recoveryCodes[2] ?? '')
    await page.keyboard.press('Enter')
    await renewal.waitFor({ state: 'hidden' })
    await page.getByText('Saved.', { exact: true }).waitFor()
  })

  test('asks for a code when the password is changed', async () => {
    const changed = 'another-long-password'
    await world().open(page, ACCOUNT)
    const change = async (from: string, to: string, code: string) => {
      await page.getByRole('textbox', { name: /^New password/ }).fill(to)
      await page.getByRole('textbox', { name: /^Current password/ }).fill(from)
      await typeCode(code)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await change(PASSWORD, changed, '')
    await page.getByText('Enter a code').first().waitFor()
    await world().expectAccessible(page)
    await change(PASSWORD, changed, '000000')
    await page.getByText('This code is wrong or was used already').first().waitFor()
    await change(PASSWORD, changed, recoveryCodes[5] ?? '')
    await panel().getByText('6 recovery codes are left.').waitFor()
    await change(changed, PASSWORD, recoveryCodes[6] ?? '')
    await panel().getByText('5 recovery codes are left.').waitFor()
  })

  test('gets new recovery codes, and the others stop working', async () => {
    await world().open(page, ACCOUNT)
    await panel().getByRole('button', { name: 'New recovery codes' }).click()
    await typeCodeInDialog(recoveryCodes[3] ?? '')
    await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await world().expectAccessible(page)
    await press('New recovery codes')
    const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await eventually(() => codes.count()).toBe(10)
    expect(await codes.allInnerTexts()).not.toContain(recoveryCodes[4])
    recoveryCodes = await codes.allInnerTexts()
    await press('Done')
    await panel().getByText('10 recovery codes are left.').waitFor()
  })

  test('is turned off with a code and the password', async () => {
    await panel().getByRole('button', { name: 'Turn off' }).click()
    await typeCodeInDialog(recoveryCodes[0] ?? '')
    await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await world().expectAccessible(page)
    await press('Turn off')
    await panel().getByRole('button', { name: 'Turn on two-factor login' }).waitFor()
    await logOut()
    await enterPassword()
    await member().waitFor()
  })

  test('is turned off by an administrator', async () => {
    await world().open(page, ACCOUNT)
    await panel().getByRole('button', { name: 'Turn on two-factor login' }).click()
    totp = new TOTP({ secret: await dialog().getByRole('textbox', { name: 'Key' }).inputValue() })
    await typeCode(codeOf())
    await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
    await press('Turn on two-factor login')
    await press('Done')
    const ann = await world().pageOf('ann', { role: 'admin' })
    await world().open(ann, '/admin/users?q=mia')
    await ann.getByRole('button', { name: 'Manage mia' }).click()
    await ann.getByRole('button', { name: 'Turn off two-factor login' }).click()
    await world().expectAccessible(ann)
    await ann.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor login' }).click()
    await eventually(() =>
      ann.getByRole('button', { name: 'Turn off two-factor login' }).count(),
    ).toBe(0)
    await page.reload()
    await panel().getByRole('button', { name: 'Turn on two-factor login' }).waitFor()
  })
})
