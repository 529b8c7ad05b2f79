import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { DAY } from '@/lib/time/clock'
import { generationOf } from '@/store/db/connections/dialect'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { updateUser } from '@/store/db/queries/accounts/users'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startFakeServer } from '../support/fake-server'
import { plainPng, readImage } from '../support/images'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

const SECRETS = ['my notes', 'my description', 'my shoes', 'bpm', '159']

/** A private ride of ann with everything that a link must not show, and functions for links to it. */
async function startSharing() {
  const server = startServer()
  const { ctx, call, handle } = server
  const ann = await aUser(ctx, { username: 'ann' })
  const form = new FormData()
  form.set('file', new File([gpxOf(samplePoints(60))], 'ride.gpx'))
  const texts = { title: 'Over <the> pass', notes: 'my notes', description: 'my description' }
  form.set('data', JSON.stringify({ sport_id: 1, workout_visibility: 'private', ...texts }))
  const { body } = await call('POST', '/api/workouts', { as: ann, body: form })
  const path = `/api/workouts/${body.data.workouts[0].id}`
  const share = async (json: object = { expires_in_days: 30 }, as: UserRow = ann) =>
    call('POST', `${path}/share-links`, { as, json })
  const open = async (url: string, headers: Record<string, string> = {}) => {
    const response = await handle(
      new Request(url.replace(ctx.config.uiUrl, 'http://localhost'), { headers }),
    )
    return { response, status: response.status, bytes: await response.bytes() }
  }
  const urlOf = async (json: object = { expires_in_days: 30 }): Promise<string> =>
    (await share(json)).body.data.share_link.url
  return { ...server, ann, path, share, open, urlOf }
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The number of light pixels in a part of a picture; texts are light, the ground is dark. */
async function countLight(png: Uint8Array, region: typeof TITLE): Promise<number> {
  const pixels = await sharp(png).extract(region).greyscale().raw().toBuffer()
  return pixels.filter((value) => value > 160).length
}

const TITLE = { left: 60, top: 110, width: 560, height: 90 }
const ROUTE = { left: 680, top: 80, width: 470, height: 300 }

describe('POST /api/workouts/:workout_short_id/share-links', () => {
  test('creates a link whose URL is returned only once, without the route of a private map', async () => {
    const { ctx, call, path, ann, share } = await startSharing()
    const { status, body } = await share()
    expect(status).toBe(201)
    const { url, ...link } = body.data.share_link
    expect(url).toMatch(new RegExp(`^${ctx.config.uiUrl}/share/[A-Za-z0-9]{30}$`))
    expect(link).toEqual({
      created_at: 'Sat, 14 Mar 2026 12:00:00 GMT',
      expires_at: 'Mon, 13 Apr 2026 12:00:00 GMT',
      id: expect.any(Number),
      last_opened_on: null,
      with_map: false,
    })
    const listed = await call('GET', `${path}/share-links`, { as: ann })
    expect(listed.body.data.share_links).toEqual([link])
    const rows = await ctx.db.selectFrom('share_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
    const chosen = await share({ with_map: true, expires_in_days: null })
    expect(chosen.body.data.share_link).toMatchObject({ with_map: true, expires_at: null })
  })

  test('rejects invalid input and more than 20 links', async () => {
    const { share } = await startSharing()
    for (const input of [{}, { expires_in_days: 0 }, { expires_in_days: 366 }, { with_map: 'yes' }])
      expect((await share(input)).status).toBe(400)
    for (let i = 0; i < 20; i++) expect((await share()).status).toBe(201)
    expect((await share()).body.message).toBe('a workout can have up to 20 links: revoke one first')
  })

  test('is only for the owner, like the list, revocation and the picture', async () => {
    const { ctx, call, path, ann, share } = await startSharing()
    const bob = await aUser(ctx, { username: 'bob' })
    const { id } = (await share()).body.data.share_link
    const statuses = async () => [
      (await share({ with_map: false }, bob)).status,
      (await call('GET', `${path}/share-links`, { as: bob })).status,
      (await call('DELETE', `${path}/share-links/${id}`, { as: bob })).status,
      (await call('GET', `${path}/card`, { as: bob })).status,
    ]
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await call('PATCH', path, { as: ann, json: { workout_visibility: 'public' } })
    expect(await statuses()).toEqual([403, 403, 403, 403])
    expect((await call('DELETE', `${path}/share-links/999`, { as: ann })).status).toBe(404)
  })
})

describe('GET /share/:share_secret', () => {
  test('shows strangers the workout with Open Graph tags, and nothing that is private', async () => {
    const { ctx, open, urlOf, call, path, ann } = await startSharing()
    const url = await urlOf()
    const { response, bytes } = await open(url)
    const html = textOf(bytes)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toStartWith('text/html')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(html).toContain('<meta property="og:title" content="Over &lt;the&gt; pass by ann">')
    expect(html).toContain(`<meta property="og:image" content="${url}/card.png">`)
    expect(html).toMatch(/og:description" content="[^"]*Cycling \(Sport\)[^"]*May 4, 2024[^"]*km/)
    for (const secret of SECRETS) expect(html).not.toContain(secret)
    expect(html).not.toContain('/workouts/')
    await call('PATCH', path, { as: ann, json: { workout_visibility: 'public' } })
    expect(textOf((await open(url)).bytes)).toContain(ctx.config.uiUrl + path.replace('/api', ''))
  })

  test("uses the language and units of the owner, and the sport's pace", async () => {
    const { ctx, open, urlOf, ann, call, path } = await startSharing()
    await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { language: 'de', imperial_units: 1 }))
    await call('PATCH', path, { as: ann, json: { sport_id: 5 } })
    const html = textOf((await open(await urlOf())).bytes)
    expect(html).toContain('lang="de"')
    expect(html).toMatch(/Laufen · 4\. Mai 2024/)
    expect(html).toMatch(/<dt>Ø-Pace<\/dt><dd>\d+:\d\d <small>\/mi<\/small>/)
  })

  test('responds with the same 404 page once the link or its workout may no longer be seen', async () => {
    const { ctx, call, open, path, ann, share, urlOf, clock } = await startSharing()
    const { url, id } = (await share()).body.data.share_link
    const unknown = await open(url.replace(/.{30}$/, 'x'.repeat(30)), { 'accept-language': 'fr' })
    expect(unknown.status).toBe(404)
    expect(textOf(unknown.bytes)).toContain('a expiré')
    const isOpen = async (link: string) =>
      (await open(link)).status === 200 && (await open(`${link}/card.png`)).status === 200
    const isGone = async (link: string) =>
      (await open(link)).status === 404 && (await open(`${link}/card.png`)).status === 404
    const setUser = (columns: Parameters<typeof updateUser>[2]) =>
      writeTo(ctx.db, (tx) => updateUser(tx, ann.id, columns))
    await setUser({ suspended_at: 1 })
    expect(await isGone(url)).toBe(true)
    await setUser({ suspended_at: null, is_active: 0 })
    expect(await isGone(url)).toBe(true)
    await setUser({ is_active: 1 })
    const suspend = (at: number | null) =>
      ctx.db.updateTable('workouts').set({ suspended_at: at }).execute()
    await suspend(1)
    expect(await isGone(url)).toBe(true)
    await suspend(null)
    expect(await isOpen(url)).toBe(true)
    expect((await call('DELETE', `${path}/share-links/${id}`, { as: ann })).status).toBe(204)
    expect(await isGone(url)).toBe(true)
    const other = await urlOf({ expires_in_days: 1 })
    clock.advance(DAY)
    expect(await isGone(other)).toBe(true)
    const last = await urlOf({ expires_in_days: null })
    await call('DELETE', path, { as: ann })
    expect(await isGone(last)).toBe(true)
    expect(await ctx.db.selectFrom('share_links').selectAll().execute()).toEqual([])
  })
})

describe('when a link was last opened', () => {
  test("is recorded as a day in the owner's calendar, and written once a day", async () => {
    const { ctx, call, clock, path, ann, open, urlOf } = await startSharing()
    await writeTo(ctx.db, (tx) => updateUser(tx, ann.id, { timezone: 'Pacific/Auckland' }))
    const url = await urlOf({ expires_in_days: null })
    await urlOf()
    const days = async () => {
      await ctx.lastUses.settle()
      const { body } = await call('GET', `${path}/share-links`, { as: ann })
      return body.data.share_links.map((link: { last_opened_on: string }) => link.last_opened_on)
    }
    expect((await open(`${url}/card.png`)).status).toBe(200)
    expect(await days()).toEqual([null, null])
    for (let visit = 0; visit < 3; visit++) expect((await open(url)).status).toBe(200)
    expect(await days()).toEqual([null, '2026-03-15'])
    const before = generationOf(ctx.db)
    clock.advance(DAY / 3)
    for (let visit = 0; visit < 3; visit++) await open(url)
    expect(await days()).toEqual([null, '2026-03-15'])
    expect(generationOf(ctx.db)).toBe(before)
    clock.advance(DAY)
    await open(url)
    expect(await days()).toEqual([null, '2026-03-16'])
  })
})

test("the links of a deleted account are deleted, and respond with everyone's 404", async () => {
  const { ctx, call, open, urlOf, ann } = await startSharing()
  const url = await urlOf()
  const unknown = await open(url.replace(/.{30}$/, 'x'.repeat(30)))
  expect((await call('DELETE', '/api/users/ann', { as: ann })).status).toBe(204)
  const deleted = await open(url)
  expect([deleted.status, textOf(deleted.bytes)]).toEqual([404, textOf(unknown.bytes)])
  expect((await open(`${url}/card.png`)).status).toBe(404)
  expect(await ctx.db.selectFrom('share_links').selectAll().execute()).toEqual([])
})

describe('the picture of a workout', () => {
  const TILE = '#dfe8ee'
  /** Land on the coarse map. */
  const LAND = '#eef0e8'

  /** The colour near the right edge, where there are neither texts nor routes. */
  const colorOf = async (png: Uint8Array) => (await readImage(png)).at(1175, 270)

  test('is a PNG of 1200 × 630 pixels with texts, and with the route on a map only on request', async () => {
    const { handle, ctx, ann, path, open, urlOf } = await startSharing()
    const tile = await plainPng(TILE)
    let isWorking = false
    const server = startFakeServer(() =>
      isWorking
        ? new Response(tile, { headers: { 'content-type': 'image/png' } })
        : new Response('', { status: 500 }),
    )
    ctx.config.map.imageTileUrl = `${server.url}/{z}/{x}/{y}.png`
    const authorization = `Bearer ${await ctx.sessions.issue(ann.id, ann.session_epoch)}`
    const draw = async (query: string) => {
      const request = new Request(`http://localhost${path}/card${query}`, {
        headers: { authorization },
      })
      return (await handle(request)).bytes()
    }
    const plain = await draw('')
    const { format, width, height } = await sharp(plain).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    expect(await countLight(plain, TITLE)).toBeGreaterThan(1000)
    expect(await countLight(plain, ROUTE)).toBe(0)
    expect(await colorOf(plain)).not.toBe(LAND)
    const withoutTiles = await draw('?with_map=true')
    expect(await countLight(withoutTiles, TITLE)).toBeGreaterThan(1000)
    expect(await countLight(withoutTiles, ROUTE)).toBeGreaterThan(300)
    expect(await colorOf(withoutTiles)).toBe(LAND)
    isWorking = true
    const mapped = await draw('?with_map=true')
    expect(await countLight(mapped, TITLE)).toBeGreaterThan(1000)
    expect(await colorOf(mapped)).toBe(TILE)
    const shared = await open(`${await urlOf({ with_map: true })}/card.png`)
    expect(shared.response.headers.get('cache-control')).toBe('private, no-store')
    expect(shared.bytes).toEqual(mapped)
  })
})

test('pictures are drawn only a few at a time, so that strangers cannot keep the server busy', async () => {
  const { ctx, open, urlOf } = await startSharing()
  const url = await urlOf()
  for (let busy = 0; busy < 2; busy++)
    void ctx.cards.run(`other ${busy}`, () => new Promise(() => {}))
  expect((await open(`${url}/card.png`)).status).toBe(503)
  // The page itself needs no picture.
  expect((await open(url)).status).toBe(200)
})
