import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { describeInBrowser } from '../support/browser-world'
import { PROVIDER_CLIENT, type RealProvider, startRealProvider } from '../support/real-provider'

const PORT = freePort()
/** Another site than that of the server, which is at 127.0.0.1. */
const ISSUER = `http://localhost:${freePort()}`
const ACCOUNT = '/profile/edit/account'
const PASSWORD = 'a-long-password'

describeInBrowser(
  'logins through a provider or a proxy in a browser',
  (world) => {
    let provider: RealProvider
    let page: Page

    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const panel = () => page.getByRole('region', { name: 'Login with Campfire' })
    const dialog = () => page.getByRole('dialog')
    const pathOf = () => page.url().replace(world().server.url, '')

    /** Fills in the form of the provider. */
    const logInThere = async (name: string) => {
      await page.getByPlaceholder('Enter any login').fill(name)
      await page.getByPlaceholder('and password').fill('any')
      await press('Sign-in')
    }

    beforeAll(async () => {
      provider = await startRealProvider({ uiUrl: `http://127.0.0.1:${PORT}`, issuer: ISSUER })
      await world().pageOf('olga', { role: 'owner' })
      page = await world().visitor()
    })
    afterAll(() => provider?.stop())

    test('start on the login page and lead back to the page that the visitor wanted', async () => {
      await world().open(page, '/statistics')
      await page.getByRole('button', { name: 'Log in with Campfire' }).waitFor()
      await world().expectAccessible(page, true)
      await press('Log in with Campfire')
      await logInThere('rita')
      await page.getByRole('button', { name: 'Account of rita' }).waitFor()
      expect(pathOf()).toBe('/statistics')
    })

    test('leave no codes and tokens in the history', async () => {
      await page.goBack()
      await page.waitForLoadState()
      expect(page.url()).not.toMatch(/code=|state=|token/)
      await page.goForward()
      await page.getByRole('button', { name: 'Account of rita' }).waitFor()
    })

    test('are shown in the settings, with what an account without a password can do', async () => {
      await world().open(page, ACCOUNT)
      await panel().getByText('rita', { exact: true }).waitFor()
      await page.getByText('Your account has no password.').waitFor()
      await page.getByText('with Campfire', { exact: true }).waitFor()
      await world().expectAccessible(page, true)
      expect(await page.getByLabel('Current password').count()).toBe(0)
      await panel().getByRole('button', { name: 'Unlink' }).click()
      await dialog().getByRole('button', { name: 'Unlink' }).click()
      await dialog().getByText('This is your only way to log in. Set a password first.').waitFor()
      await world().expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    test('are repeated for changes, if the last one was some time ago', async () => {
      await press('Log in again with Campfire')
      await logInThere('rita')
      await panel().getByText('rita', { exact: true }).waitFor()
      expect(pathOf()).toBe(ACCOUNT)
    })

    test('are unlinked with the password once there is one', async () => {
      await page.getByLabel('New password').fill(PASSWORD)
      await press('Save')
      await page.getByText('Saved.').waitFor()
      await page.reload()
      await panel().getByRole('button', { name: 'Unlink' }).click()
      await dialog().getByLabel('Current password').fill('wrong')
      await dialog().getByRole('button', { name: 'Unlink' }).click()
      await dialog().getByText('The current password is wrong').first().waitFor()
      await dialog().getByLabel('Current password').fill(PASSWORD)
      await dialog().getByRole('button', { name: 'Unlink' }).click()
      await panel().getByText('rita', { exact: true }).waitFor({ state: 'detached' })
    })

    test('are linked with the password, and a visit to the provider', async () => {
      await panel().getByRole('button', { name: 'Link Campfire' }).click()
      await dialog().getByLabel('Current password').fill(PASSWORD)
      await world().expectAccessible(page)
      await dialog().getByRole('button', { name: 'Link Campfire' }).click()
      await panel().getByText('rita', { exact: true }).waitFor()
      expect(pathOf()).toBe(ACCOUNT)
    })

    test('continue a page with unsaved changes whose session has ended, from another tab', async () => {
      await world().open(page, '/profile/edit/profile')
      await page.getByLabel('First name').fill('Rita')
      await page.evaluate(async () => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('milepost.token'))
        const authorization = `Bearer ${localStorage.getItem(key ?? '')}`
        await fetch('/api/auth/logout', { method: 'POST', headers: { authorization } })
      })
      await press('Save')
      await dialog().getByText('Your session has ended').waitFor()
      await world().expectAccessible(page)
      const opened = page.context().waitForEvent('page')
      await dialog().getByRole('link', { name: 'Other ways to log in' }).click()
      const tab = await opened
      await tab.getByRole('button', { name: 'Log in with Campfire' }).click()
      await tab.getByRole('button', { name: 'Account of rita' }).waitFor()
      await tab.close()
      await page.getByText('Saved.').waitFor()
      expect(await page.getByLabel('First name').inputValue()).toBe('Rita')
    })

    test('that are cancelled at the provider are explained', async () => {
      page = await world().visitor()
      await world().open(page, '/login')
      await press('Log in with Campfire')
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByText('The login did not work. Try again.').waitFor()
      await world().expectAccessible(page, true)
      await page.getByRole('link', { name: 'Back to the login page' }).click()
      await page.getByRole('button', { name: 'Log in with Campfire' }).waitFor()
    })

    test('through a proxy need only a click', async () => {
      page = await world().visitor({
        extraHTTPHeaders: { 'remote-user': 'pavel', 'remote-email': 'pavel@example.org' },
      })
      await world().open(page, '/login')
      await press('Log in with single sign-on')
      await page.getByRole('button', { name: 'Account of pavel' }).waitFor()
      await world().open(page, ACCOUNT)
      await page.getByText('with single sign-on', { exact: true }).waitFor()
    })

    test('say so when the provider is unreachable', async () => {
      provider.stop()
      page = await world().visitor()
      await world().open(page, '/login')
      await page.route('**/api/auth/login/provider', (route) =>
        route.fulfill({
          status: 503,
          json: {
            message: 'the login provider is unreachable, please try again later',
            status: 'error',
          },
        }),
      )
      await press('Log in with Campfire')
      await page.getByText('The login provider cannot be reached. Try again later.').waitFor()
    })
  },
  {
    PORT: String(PORT),
    OIDC_ISSUER: ISSUER,
    OIDC_CLIENT_ID: PROVIDER_CLIENT.clientId,
    OIDC_CLIENT_SECRET: PROVIDER_CLIENT.clientSecret,
    OIDC_NAME: 'Campfire',
    AUTO_CREATE_ACCOUNTS: 'everyone',
    TRUSTED_PROXIES: '127.0.0.1',
    PROXY_AUTH_HEADER: 'Remote-User',
    PROXY_AUTH_EMAIL_HEADER: 'Remote-Email',
  },
)
