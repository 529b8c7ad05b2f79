import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import { fetchWeather } from '@/services/weather/visual-crossing'
import { openWeather } from '@/services/weather/weather'
import { testClock } from '../../support/clock'
import { neverResponds, startFakeServer, unusedUrl } from '../../support/fake-server'

const CONDITIONS = { icon: 'rain', temp: 12.5, humidity: 87, windspeed: 18, winddir: 240 }
const sunny = { ...CONDITIONS, icon: 'clear-day' }
const conditions = (currentConditions: object) => Response.json({ currentConditions })

const start = { lat: 45.5, lon: -6.25, at: Date.parse('2024-06-01T08:12:00Z') }
const end = { lat: 45.75, lon: 6, at: Date.parse('2024-06-01T09:30:00Z') }

const askAt = (url: string, at: string) =>
  fetchWeather({ ...start, at: Date.parse(at) }, { url, key: 'secret', fetch })

describe('the weather of an hour', () => {
  test('is requested by position and Unix time, with the key', async () => {
    const service = startFakeServer(() => conditions(CONDITIONS))
    await askAt(service.url, '2024-06-01T08:00:00Z')
    const [asked] = service.asked
    expect(asked?.path).toBe(
      '/VisualCrossingWebServices/rest/services/timeline/45.5,-6.25/1717228800',
    )
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      key: 'secret',
      iconSet: 'icons1',
      unitGroup: 'metric',
      contentType: 'json',
      elements:
        'datetime,datetimeEpoch,temp,humidity,windspeed,winddir,conditions,description,icon',
      include: 'current',
    })
  })

  test('is that of the nearest hour, with half past rounded up', async () => {
    const service = startFakeServer(() => conditions(CONDITIONS))
    await askAt(service.url, '2024-06-01T08:29:59.999Z')
    await askAt(service.url, '2024-06-01T08:30:00Z')
    await askAt(service.url, '2024-12-31T23:45:00Z')
    const hours = service.asked.map(({ path }) => Number(path.split('/').at(-1)))
    expect(hours.map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 16))).toEqual([
      '2024-06-01T08:00',
      '2024-06-01T09:00',
      '2025-01-01T00:00',
    ])
  })

  test('is converted to fractions and metres per second', async () => {
    const service = startFakeServer(() => conditions(CONDITIONS))
    expect(await askAt(service.url, '2024-06-01T08:00:00Z')).toEqual({
      icon: 'rain',
      temperature: 12.5,
      humidity: 0.87,
      wind: 5,
      windBearing: 240,
    })
  })

  test('is rejected when a value is missing', async () => {
    for (const missing of Object.keys(CONDITIONS)) {
      const service = startFakeServer(() => conditions({ ...CONDITIONS, [missing]: null }))
      await expect(askAt(service.url, '2024-06-01T08:00:00Z')).rejects.toThrow('conditions')
    }
  })
})

test('the weather is rejected when a value is invalid', async () => {
  const told = JSON.stringify({ currentConditions: CONDITIONS })
  const answers = [told.replace('12.5', '1e999'), told.replace('rain', 'x'.repeat(1000))]
  for (const answer of answers) {
    const service = startFakeServer(() => new Response(answer))
    await expect(askAt(service.url, '2024-06-01T08:00:00Z')).rejects.toThrow('conditions')
  }
})

describe('the weather around a workout', () => {
  const logged: string[] = []
  const clock = { ...testClock(), now: () => Date.parse('2024-07-01T00:00:00Z') }
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
  const around = (url: string, ends: { start: typeof start; end: typeof end } | null) =>
    openWeather({ provider: 'visualcrossing', key: 'secret', url }, { log, fetch, clock }).around(
      ends,
    )

  test('is stored as text for both ends', async () => {
    const service = startFakeServer(({ path }) =>
      conditions(path.includes('45.5,') ? CONDITIONS : sunny),
    )
    const { weather_start, weather_end } = await around(service.url, { start, end })
    expect(JSON.parse(weather_start ?? '')).toMatchObject({ icon: 'rain' })
    expect(JSON.parse(weather_end ?? '')).toMatchObject({ icon: 'clear-day' })
  })

  const none = { weather_start: null, weather_end: null }

  test('is empty when one end fails', async () => {
    logged.length = 0
    const service = startFakeServer(({ path }) =>
      path.includes('45.5,') ? conditions(CONDITIONS) : new Response('no', { status: 429 }),
    )
    expect(await around(service.url, { start, end })).toEqual(none)
    expect(logged.join()).toContain('answered 429')
    expect(logged.join()).not.toContain('secret')
  })

  test('is empty without an exception when the service is unreachable', async () => {
    expect(await around(unusedUrl(), { start, end })).toEqual(none)
  })

  test('is empty without times or positions', async () => {
    const service = startFakeServer(() => conditions(CONDITIONS))
    expect(await around(service.url, null)).toEqual(none)
    expect(service.asked).toEqual([])
  })

  test('is empty without a key', async () => {
    expect(await openWeather(undefined, { log, fetch, clock }).around({ start, end })).toEqual(none)
  })

  test('times out when the service is too slow', async () => {
    const { url } = startFakeServer(neverResponds)
    const slow = fetchWeather(start, { url, key: 'secret', fetch, timeout: 100 })
    await expect(slow).rejects.toThrow('did not answer within 0.1 s')
  })
})
