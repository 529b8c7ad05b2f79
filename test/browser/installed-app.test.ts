import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems } from '../support/axe'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { startTestProxy, type TestProxy } from '../support/test-proxy'

const SCREENS = [
  '/',
  '/workouts',
  '/workouts?view=map',
  '/statistics',
  '/map',
  '/records',
  '/notifications',
  '/users',
  '/users/ann',
  '/workouts/tasks',
  '/workouts/abcdefghijk',
  '/profile/edit/account',
  '/profile/edit/profile',
  '/profile/edit/preferences',
  '/profile/edit/sports',
  '/profile/edit/equipments',
  '/profile/apps',
  '/profile/tokens',
  '/about',
  '/privacy-policy',
  '/admin',
] as const

/** The names of all files that the service worker has cached. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

/** Waits until the service worker has cached the app and controls the page. */
async function workerOf(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(async () => {
    const names = await caches.keys()
    return names.length === 1 && (await caches.match('/')) !== undefined
  })
}

describeInBrowser('the app in a browser', (world) => {
  let front: TestProxy
  let ann: Page

  beforeAll(async () => {
    front = startTestProxy(world().server.url)
    ann = await world().pageOf('ann', { role: 'admin', serviceWorkers: 'allow' })
    await world().ride('ann', { name: 'Round the lake' })
  })
  afterAll(() => front.fall())

  const open = async (path: string) => {
    await ann.goto(`${front.url}${path}`)
    await ann.locator('h1').first().waitFor()
  }
  const offline = () => ann.getByRole('heading', { name: 'The server does not respond' })

  test('can be installed with its manifest and icons', async () => {
    await open('/')
    const manifest = await ann.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
      const answer = await fetch(link?.href ?? '')
      return { type: answer.headers.get('content-type'), ...(await answer.json()) }
    })
    expect(manifest).toMatchObject({ type: 'application/manifest+json', start_url: './' })
    for (const icon of manifest.icons) {
      const size = await ann.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, icon.src)
      expect(size).toBe(icon.sizes)
    }
    const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
    expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']))
    const session = await ann.context().newCDPSession(ann)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })

  test('marks the current page and section in the header, tabs and menu', async () => {
    const told = () =>
      ann
        .locator('header [aria-current], main [aria-current]')
        .evaluateAll((links) =>
          links.map((link) => `${link.textContent?.trim()}: ${link.getAttribute('aria-current')}`),
        )
    const inMenu = async (path: string) => {
      await open(path)
      await ann.getByRole('button', { name: 'Account of ann' }).click()
      await ann.getByRole('list', { name: 'Account of ann' }).waitFor()
      return told()
    }
    await open('/statistics')
    expect(await told()).toEqual(['Statistics: page', 'Statistics: page'])
    await open('/records')
    expect(await told()).toEqual(['Statistics: true', 'Records: page'])
    await open('/workouts/tasks')
    expect(await told()).toEqual(['Workouts: true'])
    expect(await inMenu('/profile/apps/new')).toEqual(['Settings: true', 'Apps: true'])
    expect(await inMenu('/admin/users')).toEqual(['Administration: true', 'Members: page'])
    expect(await inMenu('/users/ann')).toEqual(['ann: page'])
  })

  test('is available offline for days, without private data', async () => {
    await workerOf(ann)
    await open('/workouts')
    await ann.getByRole('link', { name: 'Round the lake' }).waitFor()
    const kept = await keptFiles(ann)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
  })

  test('reports on the current page that the server is unreachable, and continues when it is back', async () => {
    await front.fall()
    await ann.getByRole('link', { name: 'Statistics' }).click()
    await offline().waitFor()
    await ann.getByRole('link', { name: 'Workouts', exact: true }).click()
    await ann.getByRole('link', { name: 'Round the lake' }).waitFor()
    await ann.getByText('The server does not respond').waitFor()
    await eventually(() => offline().count()).toBe(0)
    expect(await findAccessibilityProblems(ann)).toEqual([])
    await ann.getByRole('link', { name: 'Statistics' }).click()
    await offline().waitFor()
    front.rise()
    await offline().waitFor({ state: 'detached' })
    await ann.getByRole('heading', { name: 'Statistics' }).waitFor()
    await ann.getByText('The server does not respond').waitFor({ state: 'detached' })
  })

  test.each(SCREENS)('opens %s offline and reports that', async (path) => {
    await front.fall()
    await ann.goto(`${front.url}${path}`)
    await offline().waitFor()
    await eventually(() => ann.locator('main h1:visible').count()).toBe(1)
    front.rise()
  })

  test('is accessible offline', async () => {
    await front.fall()
    await ann.goto(`${front.url}/`)
    await offline().waitFor()
    await world().expectAccessible(ann)
    front.rise()
    await offline().waitFor({ state: 'detached' })
  })

  test('leaves the API, its documents and feeds to the server', async () => {
    await open('/')
    const tab = await ann.context().newPage()
    const isOfWorker = async (path: string) =>
      (await tab.goto(`${front.url}${path}`))?.fromServiceWorker()
    expect(await isOfWorker('/about')).toBe(true)
    for (const path of [
      '/api/docs',
      '/robots.txt',
      '/sw.js',
      '/users/ann/workouts.rss',
      '/share/x',
    ])
      expect([path, await isOfWorker(path)]).toEqual([path, false])
    await tab.close()
  })

  test('accepts files that a phone shares', async () => {
    await open('/about')
    await ann.evaluate(() => {
      const form = Object.assign(document.createElement('form'), {
        ...{ action: '/share', method: 'post', enctype: 'multipart/form-data' },
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      const transfer = new DataTransfer()
      transfer.items.add(new File(['<gpx/>'], 'from-the-phone.gpx'))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    })
    const list = ann.getByRole('list', { name: 'Chosen files' })
    await list.getByText('from-the-phone.gpx').waitFor()
    await eventually(() => new URL(ann.url()).pathname).toBe('/workouts/add')
    expect(front.asked).not.toContain('POST /share')
    await open('/share')
    await ann.getByText('No file was received.').waitFor()
    await world().expectAccessible(ann)
  })

  test('asks users without a service worker to choose the shared file', async () => {
    const { server } = world()
    const answer = await fetch(`${server.url}/share`, { method: 'POST', redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share'])
  })

  test('offers the version of an upgraded server, and uses its own until then', async () => {
    await open('/')
    const version = await ann.getAttribute('meta[name=build]', 'content')
    // The files of a screen that this page has not opened yet are no longer on the server.
    const [gone] = (await keptFiles(ann)).filter((path) => /\/admin-\w+\.js$/.test(path))
    expect(gone).toBeDefined()
    front.change((text, path) => {
      if (path === gone) return undefined
      // The worker of the new version does not contain it either; otherwise the browser would have cached it.
      const own = path === '/sw.js' ? text.replaceAll(`"${gone}",`, '') : text
      return own.replaceAll(String(version), 'another1')
    })
    // A browser that is still checking for a new version since the page was opened does not check again.
    await ann.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      return registration.installing !== null || registration.waiting !== null
    })
    await ann.getByText('A new version of Milepost is ready.').waitFor()
    await world().expectAccessible(ann)
    await ann.getByRole('button', { name: 'Account of ann' }).click()
    await ann.getByRole('link', { name: 'Administration' }).click()
    await ann.getByRole('heading', { name: 'Administration' }).waitFor()
    await ann.getByRole('button', { name: 'Reload' }).click()
    await ann.waitForFunction(() => document.querySelector('meta[name=build][content=another1]'))
    await ann.locator('h1').first().waitFor()
    await eventually(() => ann.getByText('A new version of Milepost is ready.').count()).toBe(0)
  })

  test('serves worker and manifest with the security policy of the pages', async () => {
    for (const path of ['/sw.js', '/manifest.webmanifest']) {
      const { headers } = await fetch(`${world().server.url}${path}`)
      expect(headers.get('content-security-policy')).toStartWith("default-src 'self';")
      expect(headers.get('cache-control')).toBe('no-cache')
    }
  })

  test('reports that a device without a network is offline', async () => {
    const page = await world().pageOf('ann', { serviceWorkers: 'allow' })
    await world().open(page, '/workouts')
    await workerOf(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Statistics' }).waitFor()
    await page.getByText('You are offline').waitFor({ state: 'detached' })
  })

  test('allows search engines to index public pages only', async () => {
    const { server } = world()
    const tag = async (path: string) =>
      (await fetch(`${server.url}${path}`)).headers.get('x-robots-tag')
    expect(await tag('/users/ann')).toBe('noindex')
    expect(await tag('/about')).toBeNull()
    const about = await (await fetch(`${server.url}/about`)).text()
    expect(about).toContain('<meta name="description" content="Your workouts')
    const robots = await fetch(`${server.url}/robots.txt`)
    expect(await robots.text()).toBe(
      'User-agent: *\nAllow: /about\nAllow: /privacy-policy\nAllow: /assets/\nDisallow: /\n',
    )
  })
})
