import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openDatabase } from '@/store/db/connections/open'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'

const PASSWORD = 'a-long-password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1'
const DAY = 86_400_000

describeInBrowser('sessions in a browser', (world) => {
  let desk: Page
  let phone: Page

  /** Logs in with the form of the login page. */
  const logIn = async (userAgent: string) => {
    const page = await world().visitor({ userAgent })
    await world().open(page, '/login')
    await page.getByLabel('Email').fill('mia@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Account of mia' }).waitFor()
    return page
  }
  const sessions = () =>
    desk.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')
  const dialog = () => desk.getByRole('dialog')

  beforeAll(async () => {
    // Logs in without a browser, too.
    await world().pageOf('mia')
    phone = await logIn(SAFARI)
    desk = await logIn(FIREFOX)
  })

  test('are listed with their devices, and the current one is marked', async () => {
    await world().open(desk, '/profile/edit/account')
    await eventually(() => sessions().count()).toBe(3)
    await sessions().first().getByText('Firefox, Linux').waitFor()
    await sessions().first().getByText('This device').waitFor()
    await sessions().nth(1).getByText('Safari, iOS').waitFor()
    await sessions().nth(2).getByText('Unknown device').waitFor()
    expect(await sessions().first().getByRole('button').count()).toBe(0)
    await world().expectAccessible(desk, true)
  })

  test('end one by one, and the other device is logged out', async () => {
    await world().open(phone, '/')
    await sessions().nth(1).getByRole('button', { name: 'End session' }).click()
    await dialog().getByRole('heading', { name: 'End this session (Safari, iOS)?' }).waitFor()
    await world().expectAccessible(desk)
    await dialog().getByRole('button', { name: 'End session' }).click()
    await eventually(() => sessions().count()).toBe(2)
    await phone.reload()
    await phone.getByText('Your session has ended. Log in again to continue.').waitFor()
  })

  test('end all together except the current one', async () => {
    await desk.getByRole('button', { name: 'End all other sessions' }).click()
    await dialog().getByRole('button', { name: 'End all other sessions' }).click()
    await eventually(() => sessions().count()).toBe(1)
    await desk
      .getByRole('button', { name: 'End all other sessions' })
      .waitFor({ state: 'detached' })
    const token = await world().tokenOf('mia')
    const response = await fetch(`${world().server.url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(401)
  })

  test('of an earlier release are explained and end together', async () => {
    const { sqlite, db } = openDatabase(join(world().binary.dataDir, 'milepost.db'))
    sqlite.prepare('update users set older_sessions_until = ?').run(Date.now() + DAY)
    await db.destroy()
    await desk.reload()
    const explanation = desk.getByText('Sessions that started before this server was updated')
    await explanation.waitFor()
    await world().expectAccessible(desk)
    await desk.getByRole('button', { name: 'End older sessions' }).click()
    await dialog().getByRole('button', { name: 'End older sessions' }).click()
    await explanation.waitFor({ state: 'detached' })
    await eventually(() => sessions().count()).toBe(1)
  })
})
