import { describe, expect, test } from 'bun:test'
import { fetchOpenMeteo } from '@/services/weather/open-meteo'
import { startFakeServer } from '../../support/fake-server'

const AT = '2024-06-01T08:12:00Z'
const MUCH_LATER = '2024-07-01T00:00:00Z'
const HOURS = [7, 8, 9].map((hour) => Date.UTC(2024, 5, 1, hour) / 1000)

const HOURLY = {
  time: HOURS,
  temperature_2m: [10, 12.5, 14],
  relative_humidity_2m: [90, 87, 80],
  wind_speed_10m: [4, 5, 6],
  wind_direction_10m: [230, 240, 250],
  weather_code: [3, 61, 0],
  is_day: [1, 1, 1],
}
const hourly = (changes: object = {}) => Response.json({ hourly: { ...HOURLY, ...changes } })

const askAt = (
  url: string | undefined,
  at = AT,
  { now = MUCH_LATER, key = '', ask = fetch } = {},
) =>
  fetchOpenMeteo(
    { lat: 45.5, lon: -6.25, at: Date.parse(at) },
    { url, key: key || undefined, fetch: ask as typeof fetch, now: Date.parse(now) },
  )

describe('the weather of an hour from Open-Meteo', () => {
  test('is requested by position and day, in metres per second and Unix time', async () => {
    const service = startFakeServer(() => hourly())
    await askAt(service.url)
    const [asked] = service.asked
    expect(asked?.path).toBe('/v1/archive')
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      ...{ latitude: '45.5', longitude: '-6.25' },
      ...{ start_date: '2024-06-01', end_date: '2024-06-01' },
      hourly:
        'temperature_2m,relative_humidity_2m,wind_speed_10m,wind_direction_10m,weather_code,is_day',
      ...{ wind_speed_unit: 'ms', timeformat: 'unixtime', timezone: 'GMT' },
    })
  })

  test('needs no key, but sends the configured one', async () => {
    const service = startFakeServer(() => hourly())
    await askAt(service.url, AT, { key: 'paid' })
    expect(service.asked[0]?.query.get('apikey')).toBe('paid')
  })

  test('comes from the forecast while it is missing in the archive, each with its own URL', async () => {
    const service = startFakeServer(() => hourly())
    await askAt(service.url, AT, { now: '2024-06-01T12:00:00Z' })
    expect(service.asked[0]?.path).toBe('/v1/forecast')
    const addresses: string[] = []
    const ask = async (url: string) => {
      addresses.push(new URL(url).host)
      return hourly()
    }
    await askAt(undefined, AT, { ask: ask as never })
    await askAt(undefined, AT, { now: '2024-06-02T12:00:00Z', ask: ask as never })
    await askAt(undefined, AT, { key: 'paid', ask: ask as never })
    await askAt(undefined, AT, { key: 'paid', now: '2024-06-02T12:00:00Z', ask: ask as never })
    expect(addresses).toEqual([
      ...['archive-api.open-meteo.com', 'api.open-meteo.com'],
      ...['customer-archive-api.open-meteo.com', 'customer-api.open-meteo.com'],
    ])
  })

  test('has the same format as that of other services', async () => {
    const service = startFakeServer(() => hourly())
    expect(await askAt(service.url)).toEqual({
      ...{ icon: 'rain', temperature: 12.5, humidity: 0.87 },
      ...{ wind: 5, windBearing: 240 },
    })
  })

  test('is that of the nearest hour, which may be on the next day', async () => {
    const service = startFakeServer(() => hourly())
    expect(await askAt(service.url, '2024-06-01T08:30:00Z')).toMatchObject({ temperature: 14 })
    await expect(askAt(service.url, '2024-06-01T23:45:00Z')).rejects.toThrow('hour')
    expect(service.asked.at(-1)?.query.get('start_date')).toBe('2024-06-02')
  })

  test('has the icon of its code, by day and by night', async () => {
    const iconOf = async (code: number, isDay = 1) => {
      const service = startFakeServer(() =>
        hourly({ weather_code: [0, code, 0], is_day: [1, isDay, 1] }),
      )
      return (await askAt(service.url)).icon
    }
    expect(await iconOf(0)).toBe('clear-day')
    expect(await iconOf(0, 0)).toBe('clear-night')
    expect(await iconOf(2, 0)).toBe('partly-cloudy-night')
    const icons = [1, 3, 45, 48, 51, 55, 57, 61, 65, 67, 71, 77, 80, 82, 86, 95, 99].map((code) =>
      iconOf(code),
    )
    expect((await Promise.all(icons)).join(' ')).toBe(
      'partly-cloudy-day cloudy fog fog rain rain sleet rain rain sleet snow snow rain rain snow rain rain',
    )
  })

  test('is rejected when a value is missing or invalid', async () => {
    for (const name of Object.keys(HOURLY)) {
      const service = startFakeServer(() => hourly({ [name]: [null, null, null] }))
      await expect(askAt(service.url)).rejects.toThrow('hour')
    }
    const broken = startFakeServer(() => Response.json({ hourly: 'sunny' }))
    await expect(askAt(broken.url)).rejects.toThrow('hour')
  })
})
