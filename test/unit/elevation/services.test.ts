import { describe, expect, test } from 'bun:test'
import { fetchElevations, type ServiceSource } from '@/services/elevation/services'
import { neverResponds, startFakeServer, unusedUrl } from '../../support/fake-server'

const line = (count: number) => ({
  lat: Float64Array.from({ length: count }, (_, i) => 45 + i / 1000),
  lon: Float64Array.from({ length: count }, (_, i) => 6 + i / 1000),
})

const lookUp = (source: ServiceSource, url: string, { count = 3, timeout = 5000 } = {}) =>
  fetchElevations(line(count), source, {
    openElevation: source === 'valhalla' ? undefined : url,
    valhalla: source === 'valhalla' ? url : undefined,
    fetch,
    timeout,
  })

const SPACES = ' '.repeat(1024 * 1024)

const openElevation = (value: (index: number) => unknown) =>
  startFakeServer(({ body }) =>
    Response.json({
      results: JSON.parse(body).locations.map((_: unknown, i: number) => ({ elevation: value(i) })),
    }),
  )

describe('Open-Elevation', () => {
  test('gets all points, and its values are truncated to whole metres', async () => {
    const service = openElevation((i) => [812.9, -3.9, 0][i])
    expect([...(await lookUp('open_elevation', service.url))]).toEqual([812, -3, 0])
    const [{ path, headers, body } = { path: '', headers: new Headers(), body: '' }] = service.asked
    expect(path).toBe('/api/v1/lookup')
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(body)).toEqual({
      locations: [
        { latitude: 45, longitude: 6 },
        { latitude: 45.001, longitude: 6.001 },
        { latitude: 45.002, longitude: 6.002 },
      ],
    })
  })

  test('gets at most 15,000 points per request, one request after another', async () => {
    const service = openElevation((i) => i % 9000)
    const heights = await lookUp('open_elevation', service.url, { count: 30_001 })
    const counts = service.asked.map(({ body }) => JSON.parse(body).locations.length)
    expect(counts).toEqual([15_000, 15_000, 1])
    expect(heights).toHaveLength(30_001)
    expect([heights[14_999], heights[15_000], heights[30_000]]).toEqual([5999, 0, 0])
  })

  test('is smoothed on request', async () => {
    const service = openElevation((i) => 200 + 3 * i)
    const heights = await lookUp('open_elevation_smooth', service.url, { count: 12 })
    expect([...heights]).toEqual([209, 210, 211, 213, 216, 218, 220, 222, 223, 223, 223, 223])
  })

  test('is rejected when it returns no elevation for a point', async () => {
    const service = openElevation((i) => (i === 1 ? null : 5))
    await expect(lookUp('open_elevation', service.url)).rejects.toThrow('no numbers')
  })
})

describe('Valhalla', () => {
  test('gets one request, and its values are used unchanged', async () => {
    const service = startFakeServer(() => Response.json({ height: [812.9, null, -3.5] }))
    expect([...(await lookUp('valhalla', service.url))]).toEqual([812.9, Number.NaN, -3.5])
    expect(service.asked.map(({ path }) => path)).toEqual(['/height'])
    expect(JSON.parse(service.asked[0]?.body ?? '')).toEqual({
      shape: [
        { lat: 45, lon: 6 },
        { lat: 45.001, lon: 6.001 },
        { lat: 45.002, lon: 6.002 },
      ],
    })
  })

  test('gets a long line in one request', async () => {
    const service = startFakeServer(({ body }) =>
      Response.json({ height: JSON.parse(body).shape.map(() => 1) }),
    )
    expect(await lookUp('valhalla', service.url, { count: 20_000 })).toHaveLength(20_000)
    expect(service.asked).toHaveLength(1)
  })
})

describe('the error of an elevation service', () => {
  const failures: [string, () => Response | Promise<Response>, string][] = [
    ['that responds with an error', () => new Response('oh', { status: 500 }), 'answered 500'],
    [
      'that returns too few values',
      () => Response.json({ height: [1] }),
      'answered 1 values for 3 points',
    ],
    ['that returns no JSON', () => new Response('<html>'), 'answered no JSON'],
    ['that returns unknown JSON', () => Response.json(null), 'answered 0 values'],
    [
      'that returns impossible elevations',
      () => new Response('{"height":[1,1e999,2]}'),
      'answered values that are no elevations',
    ],
    [
      'that never ends its response',
      () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(SPACES) })),
      'answered more than 33554432 bytes',
    ],
    ['that redirects', () => Response.redirect('http://127.0.0.1:9/'), 'answered 302'],
    [
      'that returns strings',
      () => Response.json({ height: ['1', 2, 3] }),
      'answered values that are no',
    ],
  ]
  for (const [what, answer, message] of failures) {
    test(`${what} contains its name`, async () => {
      const service = startFakeServer(answer)
      await expect(lookUp('valhalla', service.url)).rejects.toThrow(`Valhalla ${message}`)
    })
  }

  test('that does not respond in time contains its name', async () => {
    const service = startFakeServer(neverResponds)
    await expect(lookUp('valhalla', service.url, { timeout: 200 })).rejects.toThrow(
      'Valhalla did not answer within 0.2 s',
    )
  })

  test('that stops responding is a timeout', async () => {
    const service = startFakeServer(
      () => new Response(new ReadableStream({ start: (stream) => stream.enqueue('{"height":[') })),
    )
    await expect(lookUp('valhalla', service.url, { timeout: 200 })).rejects.toThrow(
      'did not answer within 0.2 s',
    )
  })

  test('that does not exist contains its name', async () => {
    await expect(lookUp('open_elevation', unusedUrl())).rejects.toThrow(
      'Open-Elevation cannot be reached',
    )
  })

  test('that is not configured contains its name', async () => {
    const access = { openElevation: undefined, valhalla: undefined, fetch }
    await expect(fetchElevations(line(3), 'valhalla', access)).rejects.toThrow('is not configured')
  })
})
