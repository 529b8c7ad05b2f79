import { describe, expect, test } from 'bun:test'
import { OutgoingError } from '@/lib/network/outgoing'
import { openGeocoder } from '@/services/geocoding/geocoder'
import { startServer } from '../support/client'
import { testClock } from '../support/clock'
import { aSuspendedUser, aUser } from '../support/factories'
import { neverResponds, startFakeServer, unusedUrl } from '../support/fake-server'

/** A place in the format of Nominatim. */
const paris = {
  place_id: 88715228,
  osm_type: 'relation',
  osm_id: 7444,
  lat: '48.8534951',
  lon: '2.3483915',
  addresstype: 'city',
  name: 'Paris',
  display_name: 'Paris, Île-de-France, France',
  boundingbox: ['48.8', '48.9', '2.2', '2.4'],
}
const shownParis = {
  addresstype: 'city',
  coordinates: '48.8534951,2.3483915',
  display_name: 'Paris, Île-de-France, France',
  name: 'Paris',
  osm_id: 'r7444',
}
const MINUTE = 60_000

/** A server whose Nominatim returns a given response. */
async function startWith(answer: () => Response | Promise<Response>) {
  const nominatim = startFakeServer(answer)
  const server = startServer({ nominatimUrl: nominatim.url })
  const user = await aUser(server.ctx)
  return {
    ...server,
    asked: nominatim.asked,
    get: (path: string) => server.call('GET', `/api/geocode/${path}`, { as: user }),
  }
}

const found = () => Response.json([paris, { ...paris, osm_type: 'node', osm_id: 1 }])
const nothing = () => Response.json([])

/** Invalid responses of a Nominatim server. */
const FAULTS: [string, () => Response | Promise<Response>][] = [
  ['an error', () => new Response('busy', { status: 503 })],
  ['no JSON', () => new Response('<html>')],
  ['no list', () => Response.json({ error: 'busy' })],
  ['a place without coordinates', () => Response.json([{ osm_type: 'node', osm_id: 1 }])],
  ['no objects', () => Response.json([null])],
]

describe('GET /api/geocode/search', () => {
  test('checks the token and suspension', async () => {
    const { call, ctx } = startServer()
    const path = '/api/geocode/search?city=Paris'
    expect((await call('GET', path)).status).toBe(401)
    expect((await call('GET', path, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('returns the places with a name', async () => {
    const { get, asked } = await startWith(found)
    const { status, body } = await get('search?city=PARIS')
    expect(status).toBe(200)
    expect(body).toEqual({
      locations: [shownParis, { ...shownParis, osm_id: 'n1' }],
      status: 'success',
    })
    expect(asked[0]?.path).toBe('/search')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
      'accept-language': 'en',
      city: 'paris',
      format: 'jsonv2',
    })
    expect(asked[0]?.headers.get('user-agent')).toStartWith('Milepost')
  })

  test.each([
    ['fr', 'fr,en'],
    ['pt-BR', 'pt-BR,en'],
    ['en', 'en'],
    ['', 'en'],
    ['f%0d%0ar', 'en'],
  ])('requests names in the language %p, or else in English', async (language, wanted) => {
    const { get, asked } = await startWith(found)
    await get(`search?city=Paris&language=${language}`)
    expect(asked[0]?.query.get('accept-language')).toBe(wanted)
  })

  test.each(['search', 'search?city=', 'search?city=%20'])(
    'finds nothing for %s and sends no request',
    async (path) => {
      const { get, asked } = await startWith(found)
      expect((await get(path)).body).toEqual({ locations: [], status: 'success' })
      expect(asked).toEqual([])
    },
  )

  test('caches responses for half an hour, even empty ones', async () => {
    const { get, asked, clock } = await startWith(nothing)
    await get('search?city=Nowhere')
    clock.advance(29 * MINUTE)
    expect((await get('search?city=nowhere')).body.locations).toEqual([])
    expect(asked).toHaveLength(1)
    await get('search?city=nowhere&language=fr')
    expect(asked).toHaveLength(2)
    clock.advance(MINUTE)
    await get('search?city=nowhere')
    expect(asked).toHaveLength(3)
  })

  test.each(FAULTS)(
    'fails when the geocoding server responds with %s, and tries again',
    async (_, answer) => {
      const { get, asked } = await startWith(answer)
      const { status, body } = await get('search?city=Paris')
      expect(status).toBe(500)
      expect(body).toEqual({
        message: 'error when getting coordinates from location',
        status: 'error',
      })
      await get('search?city=Paris')
      expect(asked).toHaveLength(2)
    },
  )

  test('fails when the geocoding server is unreachable', async () => {
    const { call, ctx } = startServer({ nominatimUrl: unusedUrl() })
    const as = await aUser(ctx)
    expect((await call('GET', '/api/geocode/search?city=Paris', { as })).status).toBe(500)
  })
})

describe('GET /api/geocode/lookup', () => {
  test('returns the place with an identifier', async () => {
    const { get, asked } = await startWith(found)
    const { status, body } = await get('lookup?osm_id=R7444&language=fr')
    expect(status).toBe(200)
    expect(body).toEqual({ location: shownParis, status: 'success' })
    expect(asked[0]?.path).toBe('/lookup')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
      'accept-language': 'fr,en',
      format: 'jsonv2',
      osm_ids: 'r7444',
    })
  })

  test('returns an empty place for an unknown identifier', async () => {
    const { get } = await startWith(nothing)
    expect((await get('lookup?osm_id=n1')).body).toEqual({ location: {}, status: 'success' })
  })

  test.each(['lookup', 'lookup?osm_id=', 'lookup?osm_id=7444', 'lookup?osm_id=r1,r2'])(
    'finds nothing for %s and sends no request',
    async (path) => {
      const { get, asked } = await startWith(found)
      expect((await get(path)).body).toEqual({ location: {}, status: 'success' })
      expect(asked).toEqual([])
    },
  )

  test.each(FAULTS)('fails when the geocoding server responds with %s', async (_, answer) => {
    const { get } = await startWith(answer)
    const { status, body } = await get('lookup?osm_id=r7444')
    expect(status).toBe(500)
    expect(body).toEqual({ message: 'error when getting location from OSM id', status: 'error' })
  })
})

describe('a geocoder', () => {
  test('waits no longer than its timeout', async () => {
    const { url } = startFakeServer(neverResponds)
    const options = { url, userAgent: 'test', clock: testClock(), fetch, timeout: 20 }
    await expect(openGeocoder(options).search('Paris')).rejects.toThrow(OutgoingError)
  })

  test('caches 128 responses', async () => {
    const { get, asked } = await startWith(nothing)
    for (let id = 1; id <= 129; id++) await get(`lookup?osm_id=n${id}`)
    await get('lookup?osm_id=n2')
    expect(asked).toHaveLength(129)
    await get('lookup?osm_id=n1')
    expect(asked).toHaveLength(130)
  })
})

describe('without a Nominatim server', () => {
  test('places come from the list that is part of the server', async () => {
    const { ctx, call } = startServer({ nominatimUrl: undefined })
    const as = await aUser(ctx)
    const { body } = await call('GET', '/api/geocode/search?city=staufen&language=de', { as })
    const [first] = body.locations
    expect(first).toMatchObject({ name: 'Staufen', display_name: 'Staufen, Deutschland' })
    expect(first.coordinates).toMatch(/^\d+\.\d+,\d+\.\d+$/)
    const found = await call('GET', `/api/geocode/lookup?osm_id=${first.osm_id}`, { as })
    expect(found.body.location).toMatchObject({ name: 'Staufen', osm_id: first.osm_id })
  })
})
