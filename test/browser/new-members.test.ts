import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { describeInBrowser } from '../support/browser-world'
import { type OpenMailbox, openMailbox, tokenIn } from '../support/mailbox'

const MAIL_PORT = freePort()
const PASSWORD = 'a-long-password'
const PHONE = { width: 390, height: 844 }

describeInBrowser(
  'new members in a browser',
  (world) => {
    let mailbox: OpenMailbox
    let ann: Page

    beforeAll(async () => {
      mailbox = await openMailbox({}, MAIL_PORT)
      ann = await world().pageOf('ann', { role: 'owner' })
    })
    afterAll(() => mailbox?.stop())

    const pane = (name: string) => ann.getByRole('region', { name })
    const row = (name: string) => ann.getByRole('listitem').filter({ hasText: name })
    const click = (page: Page, name: string) =>
      page.getByRole('button', { name, exact: true }).click()
    const enter = (page: Page, name: string, text: string) =>
      page.getByRole('textbox', { name, exact: true }).fill(text)
    /** The last of `count` messages to an address. */
    const mail = async (address: string, count = 1) => {
      while (mailbox.to(address).length < count) await Bun.sleep(20)
      return mailbox.to(address)[count - 1]
    }
    const pathIn = (text = '') => /http:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? ''
    const logIn = async (page: Page, email: string) => {
      await enter(page, 'Email', email)
      await enter(page, 'Password', PASSWORD)
      await click(page, 'Log in')
      await page.getByText('Add your first workout').waitFor()
    }
    const choose = async (mode: string) => {
      await world().open(ann, '/admin/configuration')
      await ann.getByRole('combobox', { name: 'Who can register' }).click()
      await ann.getByRole('option', { name: mode, exact: true }).click()
      await click(ann, 'Save')
      await ann.getByText('Saved.').waitFor()
    }

    test('only people with an invitation can register if the settings say so', async () => {
      await choose('Only people with an invitation')
      const visitor = await world().visitor()
      await world().open(visitor, '/register')
      await visitor.getByText('Registration on this server is by invitation.').waitFor()
      await world().expectAccessible(visitor)
    })

    test('an invited person registers with the emailed link and logs in', async () => {
      await world().open(ann, '/admin/users')
      await ann.getByRole('link', { name: 'Add members' }).click()
      await pane('Invite someone').getByRole('textbox', { name: 'Email' }).fill('ben@example.org')
      await click(ann, 'Invite')
      await ann.getByText('An invitation was sent to ben@example.org.').waitFor()
      await row('ben@example.org').getByText('Not used yet').waitFor()
      await world().expectAccessible(ann)
      await row('ben@example.org').getByRole('button', { name: 'Send again' }).click()
      const [first, second] = [await mail('ben@example.org'), await mail('ben@example.org', 2)]
      const ben = await world().visitor({ viewport: PHONE, hasTouch: true })
      await world().open(ben, pathIn(first?.text))
      await ben.getByText('This invitation is invalid or has expired').waitFor()
      await world().open(ben, pathIn(second?.text))
      expect(await ben.getByLabel('Email').inputValue()).toBe('ben@example.org')
      await world().expectAccessible(ben)
      await enter(ben, 'Username', 'ben')
      await enter(ben, 'Password', PASSWORD)
      await ben.getByRole('checkbox').check()
      await click(ben, 'Register')
      await ben.getByText('Your account is ready.').waitFor()
      await world().expectAccessible(ben)
      await ben.getByRole('main').getByRole('link', { name: 'Log in' }).click()
      await logIn(ben, 'ben@example.org')
      await world().open(ann, '/admin/new-members')
      await row('ben@example.org').getByText('Account: ben').waitFor()
    })

    test('the link of a revoked invitation no longer works', async () => {
      await pane('Invite someone').getByRole('textbox', { name: 'Email' }).fill('cy@example.org')
      await click(ann, 'Invite')
      const sent = await mail('cy@example.org')
      await row('cy@example.org').getByRole('button', { name: 'Revoke' }).click()
      await ann.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row('cy@example.org').getByText('Revoked', { exact: true }).waitFor()
      const cy = await world().visitor()
      await world().open(cy, pathIn(sent?.text))
      await cy.getByText('This invitation is invalid or has expired').waitFor()
    })

    test('an applicant gives a reason, confirms the address, is approved and logs in', async () => {
      await choose('Everyone, with approval')
      const dan = await world().visitor()
      await world().open(dan, '/register')
      await enter(dan, 'Username', 'dan')
      await enter(dan, 'Email', 'dan@example.org')
      await enter(dan, 'Password', PASSWORD)
      await dan.getByRole('checkbox').check()
      await click(dan, 'Register')
      await world().expectAccessible(dan)
      await enter(dan, 'Why do you want an account?', 'I ride with Ben.')
      await click(dan, 'Register')
      await dan.getByText('After that, an administrator decides').waitFor()
      await world().open(dan, pathIn((await mail('dan@example.org'))?.text))
      await click(dan, 'Confirm account')
      await dan.getByText('An administrator will now decide on your request').waitFor()
      await world().expectAccessible(dan)
      await world().open(ann, '/admin/users')
      await ann.getByRole('link', { name: 'One person is waiting for approval' }).click()
      await row('dan').getByText('I ride with Ben.').waitFor()
      await world().expectAccessible(ann)
      await row('dan').getByRole('button', { name: 'Approve' }).click()
      await ann.getByText('dan can log in now.').waitFor()
      await ann.getByText('No one is waiting for approval.').waitFor()
      await world().open(dan, pathIn((await mail('dan@example.org', 2))?.text))
      await logIn(dan, 'dan@example.org')
    })

    test('an applicant is rejected with a reason by email', async () => {
      const eve = { username: 'eve', email: 'eve@example.org', reason: 'Just because.' }
      const send = (path: string, body: object) =>
        fetch(`${world().server.url}/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await send('/register', { ...eve, password: PASSWORD, accepted_policy: true })
      const confirmation = await mail(eve.email)
      await send('/account/confirm', { token: confirmation ? tokenIn(confirmation) : '' })
      await world().open(ann, '/admin/new-members')
      await row('eve').getByRole('button', { name: 'Reject' }).click()
      await ann.getByRole('dialog').getByLabel('Reason').fill('Only for members of the club.')
      await world().expectAccessible(ann)
      await ann.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
      await ann.getByText('No one is waiting for approval.').waitFor()
      expect((await mail(eve.email, 2))?.text).toContain('Only for members of the club.')
    })

    test('a person whose account an administrator created chooses the password', async () => {
      const form = pane('Create an account for someone')
      await form.getByRole('textbox', { name: 'Username' }).fill('fay')
      await form.getByRole('textbox', { name: 'Email' }).fill('fay@example.org')
      await click(ann, 'Create account')
      await ann.getByText('The account of fay was created.').waitFor()
      const fay = await world().visitor()
      await world().open(fay, pathIn((await mail('fay@example.org'))?.text))
      await enter(fay, 'New password', PASSWORD)
      await click(fay, 'Set password')
      await fay.getByRole('main').getByRole('link', { name: 'Log in' }).click()
      await logIn(fay, 'fay@example.org')
    })
  },
  { EMAIL_URL: `smtp://127.0.0.1:${MAIL_PORT}`, SENDER_EMAIL: 'milepost@example.org' },
)
