import { beforeAll, expect, test } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { openUntilDrawn } from '../support/wait-until-drawn'

const PASSWORD = 'a-long-password'
const PORT = String(freePort())
/** Passkeys belong to a domain, and an IP address is none. */
const URL = `http://localhost:${PORT}`
const ACCOUNT = '/profile/edit/account'

describeInBrowser(
  'passkeys in a browser',
  (world) => {
    let page: Page
    let devices: CDPSession
    let authenticatorId: string

    const open = (path: string) => openUntilDrawn(page, `${URL}${path}`)
    const panel = () => page.getByRole('region', { name: 'Passkeys' })
    const dialog = () => page.getByRole('dialog')
    const press = (name: string) => dialog().getByRole('button', { name }).click()
    const row = (name: string) => panel().getByRole('group', { name })
    const member = () => page.getByRole('button', { name: 'Account of mia' })
    const passkeyButton = () => page.getByRole('button', { name: 'Use a passkey' })

    /** Plugs in an authenticator, whose user confirms everything with a fingerprint. */
    const plugIn = async () => {
      const added = await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      authenticatorId = added.authenticatorId
    }
    const credentials = async () =>
      (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    const logOut = async () => {
      await member().click()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    }
    const add = async (name: string) => {
      await panel().getByRole('button', { name: 'Add a passkey' }).click()
      await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
      await press('Add a passkey')
    }

    beforeAll(async () => {
      await world().pageOf('mia')
      page = await world().visitor()
      devices = await page.context().newCDPSession(page)
      await devices.send('WebAuthn.enable')
      await plugIn()
      await open('/login')
      await page.getByLabel('Email').fill('mia@example.org')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await member().waitFor()
    })

    test('are added with a name and the password', async () => {
      await open(ACCOUNT)
      await panel().getByText('No passkeys yet.').waitFor()
      await panel().getByRole('button', { name: 'Add a passkey' }).click()
      await dialog().getByRole('textbox', { name: 'Name' }).waitFor()
      await world().expectAccessible(page, true)
      await press('Add a passkey')
      await dialog().getByText('Give the passkey a name').first().waitFor()
      await dialog().getByRole('textbox', { name: 'Name' }).fill('My laptop')
      await dialog().getByRole('textbox', { name: 'Current password' }).fill('not the password')
      await press('Add a passkey')
      await dialog().getByText('The current password is wrong').first().waitFor()
      await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
      await press('Add a passkey')
      await dialog().waitFor({ state: 'hidden' })
      await panel().getByText('My laptop').waitFor()
      await panel().getByText('not used yet').waitFor()
      await world().expectAccessible(page)
      expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    })

    test('are not added twice to one device', async () => {
      await add('Again')
      await dialog().getByText('There already is a passkey for your account').first().waitFor()
      await page.keyboard.press('Escape')
      expect(await credentials()).toHaveLength(1)
    })

    test('log in without a username and password', async () => {
      await logOut()
      await world().expectAccessible(page)
      await passkeyButton().click()
      await member().waitFor()
      await open(ACCOUNT)
      await panel().getByText('last login on').waitFor()
      await page.getByText('with a passkey').first().waitFor()
    })

    test('are renamed', async () => {
      await row('My laptop').getByRole('button', { name: 'Rename' }).click()
      await dialog().getByRole('textbox', { name: 'Name' }).fill('Old laptop')
      await press('Save')
      await dialog().waitFor({ state: 'hidden' })
      await panel().getByText('Old laptop').waitFor()
    })

    test('renew a session that has ended, for the same account', async () => {
      await open('/profile/edit/profile')
      await page.getByLabel('Place').fill('Round the lake')
      await page.evaluate(() => {
        const token = localStorage.getItem('milepost.token') ?? ''
        const headers = { authorization: `Bearer ${token}` }
        return fetch('/api/auth/logout', { method: 'POST', headers })
      })
      await page.getByRole('button', { name: 'Save' }).click()
      const renewal = page.getByRole('dialog', { name: 'Your session has ended' })
      await renewal.getByRole('button', { name: 'Use a passkey' }).click()
      await renewal.waitFor({ state: 'hidden' })
      await page.getByText('Saved.', { exact: true }).waitFor()
    })

    test('that were copied cannot log in', async () => {
      const [credential] = await credentials()
      if (!credential) throw new Error('There is no credential.')
      await devices.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: credential.credentialId,
      })
      // The original was used after the copy was made.
      await devices.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      })
      await logOut()
      await passkeyButton().click()
      await page.getByText('The login did not work. Try again.').waitFor()
      await devices.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: credential.credentialId,
      })
      await devices.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: credential.signCount + 1 },
      })
      await passkeyButton().click()
      await member().waitFor()
    })

    test('are removed with the password, and then cannot log in', async () => {
      await open(ACCOUNT)
      await row('Old laptop').getByRole('button', { name: 'Remove' }).click()
      await dialog().getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
      await world().expectAccessible(page)
      await press('Remove')
      await panel().getByText('No passkeys yet.').waitFor()
      await logOut()
      await passkeyButton().click()
      await page.getByText('The login did not work. Try again.').waitFor()
      await eventually(() => member().count()).toBe(0)
    })

    test('say when there is none to choose', async () => {
      await devices.send('WebAuthn.clearCredentials', { authenticatorId })
      await passkeyButton().click()
      await page.getByText('No passkey was chosen, or it took too long.').waitFor()
    })
  },
  { PORT, UI_URL: URL },
)
