import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { describeInBrowser } from '../support/browser-world'
import { eventually } from '../support/eventually'
import { caddy, nginx, type ReverseProxy, type RunningProxy } from '../support/proxies'

const BASE = '/milepost'

const PROXIES = [nginx('nginx-sub-path.conf'), caddy('Caddyfile.sub-path')]

for (const proxy of PROXIES.filter(({ program }) => program)) describeBelow(proxy)
test.skipIf(PROXIES.some(({ program }) => program))('below a path, behind a proxy', () => undefined)

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a-long-password')
  await page.getByRole('button', { name: 'Log in' }).click()
}

function describeBelow(proxy: ReverseProxy): void {
  const port = freePort()
  const site = `${proxy.scheme}://127.0.0.1:${port}${BASE}`
  const settings = { UI_URL: site, TRUSTED_PROXIES: '127.0.0.1' }

  describeInBrowser(
    `the web UI below ${BASE}, behind ${proxy.name}`,
    (world) => {
      let running: RunningProxy

      beforeAll(async () => {
        running = await proxy.start({ port, upstream: new URL(world().server.url).origin })
      })
      afterAll(() => running.stop())

      /** A browser of an anonymous visitor, and every path of this host that its page requests. */
      const visitor = async () => {
        // Browsers load no service worker from a host whose certificate they do not trust.
        const serviceWorkers = proxy.scheme === 'https' ? 'block' : 'allow'
        const page = await world().visitor({ ignoreHTTPSErrors: true, serviceWorkers })
        const asked: string[] = []
        page.on('request', (request) => {
          const url = new URL(request.url())
          if (url.host === `127.0.0.1:${port}`) asked.push(url.pathname)
        })
        return { page, asked }
      }

      test('redirects a visitor to the login and back to the requested page', async () => {
        await world().pageOf('ann')
        const id = await world().ride('ann', {}, { title: 'Over the pass' })
        const { page, asked } = await visitor()
        await page.goto(`${site}/workouts?title=pass`)
        await page.waitForURL(`${site}/login?**`)
        await logIn(page)
        await page.waitForURL(`${site}/workouts?title=pass`)
        await page.getByRole('link', { name: 'Over the pass' }).first().click()
        await page.waitForURL(`${site}/workouts/${id}`)
        await page.getByRole('heading', { name: 'Over the pass' }).waitFor()
        const isTile = (path: string) => path.startsWith(`${BASE}/api/workouts/map_tile/`)
        const tile = page.waitForRequest((request) => isTile(new URL(request.url()).pathname))
        await page.reload()
        await page.getByRole('heading', { name: 'Over the pass' }).waitFor()
        await tile
        await page.waitForLoadState('networkidle')
        expect(asked.filter((path) => !path.startsWith(`${BASE}/`))).toEqual([])
        expect(asked.some(isTile)).toBe(true)
        await page.goto(site)
        await page.getByRole('link', { name: 'Over the pass' }).first().waitFor()
        await eventually(() => page.url()).toBe(`${site}/`)
      })

      test('can be installed from there, as an app limited to that path', async () => {
        const { page, asked } = await visitor()
        await page.goto(`${site}/about`)
        const { start, icon } = await page.evaluate(async () => {
          const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
          const { start_url, icons } = await (await fetch(link?.href ?? '')).json()
          const { status } = await fetch(icons[0].src)
          return { start: new URL(start_url, link?.href).href, icon: status }
        })
        expect([start, icon]).toEqual([`${site}/`, 200])
        if (proxy.scheme === 'http') {
          const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
          expect(scope).toBe(`${site}/`)
          await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
          await page.reload()
          await page.getByRole('heading', { name: 'About Milepost' }).waitFor()
          const kept = await page.evaluate(async () => {
            const [name = ''] = await caches.keys()
            const requests = await (await caches.open(name)).keys()
            return requests.map(({ url }) => new URL(url).pathname)
          })
          expect(kept.filter((path) => !path.startsWith(`${BASE}/`))).toEqual([])
        }
        expect(asked.filter((path) => !path.startsWith(`${BASE}/`))).toEqual([])
      })

      test('gives an app access and tokens there', async () => {
        await world().pageOf('ann')
        const callback = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
        afterTest(() => callback.stop(true))
        const redirect_uri = `${callback.url.href}callback`
        const { data } = (await world().call('ann', 'POST', '/oauth/apps', {
          client_name: 'Bridge',
          client_uri: 'https://client.example.com',
          redirect_uris: [redirect_uri],
          scope: 'workouts:read',
        })) as { data: { client: { client_id: string; client_secret: string } } }
        const { client_id, client_secret } = data.client
        const asked = { response_type: 'code', client_id, scope: 'workouts:read', redirect_uri }
        const { page } = await visitor()
        await page.goto(`${site}/profile/apps/authorize?${new URLSearchParams(asked)}`)
        await logIn(page)
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.waitForURL(/\/callback\?/)
        const code = new URL(page.url()).searchParams.get('code') ?? ''
        const answer = await fetch(`${site}/api/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams({
            ...{ grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri },
          }),
          tls: { rejectUnauthorized: false },
        })
        expect(await answer.json()).toMatchObject({ token_type: 'Bearer' })
      })

      test('shows the API document in the viewer', async () => {
        const { page, asked } = await visitor()
        await page.goto(`${site}/api/docs`)
        await page.getByRole('heading', { name: /Milepost API/ }).waitFor()
        expect(asked).toContain(`${BASE}/api/openapi.json`)
      })
    },
    settings,
  )
}
