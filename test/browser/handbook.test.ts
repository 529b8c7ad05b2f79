import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { startTestProxy } from '../support/test-proxy'

describeInBrowser('the handbook in a browser', (world) => {
  let visitor: Page

  beforeAll(async () => {
    visitor = await world().visitor()
  })

  test('can be read without an account, from the list of topics to a section', async () => {
    await world().open(visitor, '/about')
    await visitor.getByRole('heading', { name: 'When upgrading' }).waitFor()
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Handbook' }).click()
    await visitor
      .getByRole('link', { name: 'Backup, restore, and moving to a new machine' })
      .click()
    await visitor.getByRole('heading', { level: 1, name: 'Backup, restore' }).waitFor()
    await visitor.getByRole('navigation', { name: 'On this page' }).getByText('Restore').click()
    expect(new URL(visitor.url()).hash).toBe('#restore')
    await world().expectAccessible(visitor)
    await visitor.getByRole('link', { name: 'All topics' }).click()
    await visitor.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor()
  })

  test('finds sections, and opens them at their heading', async () => {
    await world().open(visitor, '/handbook')
    await visitor.getByRole('searchbox', { name: 'Search the handbook' }).fill('second factor lost')
    const found = visitor.getByRole('list', { name: 'Search the handbook' }).getByRole('link')
    await found.first().waitFor()
    await world().expectAccessible(visitor)
    await visitor.getByRole('link', { name: /: A lost second factor$/ }).click()
    const heading = visitor.getByRole('heading', { name: 'A lost second factor' })
    await heading.waitFor()
    await visitor.waitForFunction(() => {
      const top = document.getElementById('a-lost-second-factor')?.getBoundingClientRect().top ?? -1
      return top >= 0 && top < window.innerHeight
    })
    await visitor.getByRole('searchbox', { name: 'Search the handbook' }).fill('xyzzy')
    await visitor.getByText('Nothing found').waitFor()
  })

  test('says in other languages that it is English', async () => {
    const german = await world().visitor({ locale: 'de-DE' })
    await world().open(german, '/handbook/docker')
    await german.getByText('Das Handbuch gibt es nur auf Englisch.').waitFor()
    expect(await german.getByRole('heading', { name: 'Bind mounts' }).count()).toBe(1)
  })

  test('has no page for an unknown topic', async () => {
    await world().open(visitor, '/handbook/nonsense')
    await visitor.getByRole('heading', { level: 1 }).waitFor()
    expect(await visitor.getByRole('searchbox').count()).toBe(0)
  })

  test('is linked from the screens that it explains', async () => {
    const olga = await world().pageOf('olga', { role: 'owner' })
    for (const [path, topic] of [
      ['/admin/operations', 'backups'],
      ['/admin/configuration', 'settings'],
      ['/profile/webhooks', 'webhooks'],
      ['/profile/tokens', 'inbox'],
      ['/move-in', 'importing'],
    ]) {
      await world().open(olga, path ?? '')
      await olga.locator(`main a[href$="/handbook/${topic}"]`).first().waitFor()
    }
    await olga.getByRole('link', { name: 'More in the handbook' }).click()
    await olga.getByRole('heading', { level: 1, name: 'Importing from other services' }).waitFor()
  })

  test('can be read offline once it has been opened', async () => {
    const front = startTestProxy(world().server.url)
    const reader = await world().visitor({ serviceWorkers: 'allow' })
    await reader.goto(`${front.url}/handbook`)
    await reader.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // The other pages are loaded when the browser is idle.
    const countCached = () =>
      reader.evaluate(async () => {
        const names = await caches.keys()
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return all.flat().filter(({ url }) => url.includes('/handbook-')).length
      })
    await eventually(countCached).toBeGreaterThan(20)
    await front.fall()
    await reader.getByRole('link', { name: 'Docker' }).click()
    await reader.getByRole('heading', { name: 'Bind mounts' }).waitFor()
  })
})
