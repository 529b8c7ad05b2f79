import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { TAGS } from '@/server/api-document/introduction'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { collectPageErrors, findChromium, startBrowser } from '../support/browser'
import { eventually } from '../support/eventually'
import { BROWSER_TIME_LIMIT } from '../support/slow-pages'

const chromium = findChromium()

setDefaultTimeout(BROWSER_TIME_LIMIT)

describe.skipIf(!chromium)('the page of the API document', () => {
  let binary: InstalledBinary
  let server: RunningServer
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    binary = installBinary()
    server = await binary.serve()
    browser = await startBrowser(chromium ?? '')
    page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    complaints = collectPageErrors(page)
    await page.goto(`${server.url}/api/docs`)
  }, BUILD_TIMEOUT)

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    binary?.remove()
  })

  test('starts with an introduction and shows the groups in order', async () => {
    await page.getByRole('heading', { name: 'Authentication' }).waitFor()
    const groups = () =>
      page
        .locator('.opblock-tag')
        .evaluateAll((found) => found.map((group) => group.getAttribute('data-tag')))
    await eventually(groups).toEqual(Object.keys(TAGS))
  })

  test('shows the description, parameters and responses of an operation', async () => {
    await page.locator('.opblock-tag[data-tag="Places"]').click()
    await page.getByText('Find places by name').click()
    const operation = page.locator('.opblock.is-open')
    await operation.getByText('Name of a place.').waitFor()
    for (const text of [
      'Apps and personal tokens need the scope geocode:read.',
      'locations',
      'The geocoding server does not respond.',
    ])
      await eventually(() => operation.textContent()).toContain(text)
  })

  test('sends requests to its own server', async () => {
    await page.locator('.opblock-tag[data-tag="Server"]').click()
    await page.getByText('Check that the server is running').click()
    const operation = page.locator('#operations-Server-ping')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.getByText('"message": "pong!"').first().waitFor()
    expect(complaints).toEqual([])
  })
})
