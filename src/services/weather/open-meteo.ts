import { type Fetch, fetchJson, OutgoingError } from '@/lib/network/outgoing'
import { objectAt } from '@/lib/text/nested-object'
import { DAY } from '@/lib/time/clock'
import type { Weather } from '@/store/db/schema/columns'
import { nearestHour, type WeatherRequest } from './weather-request'

export interface OpenMeteoAccess {
  /** URL of a private server, without a trailing slash; undefined for the public servers. */
  url: string | undefined
  /** Key for the paid service; the free service needs none. */
  key: string | undefined
  fetch: Fetch
  /** Milliseconds since the Unix epoch. */
  now: number
  /** Timeout of one request in milliseconds. */
  timeout?: number
}

const TIMEOUT = 10_000
const FORECAST = 'api.open-meteo.com'
const ARCHIVE = 'archive-api.open-meteo.com'
/** The archive is about five days behind; the forecast includes the last three months. */
const RECENT = 10 * DAY

const NAMES = {
  temperature: 'temperature_2m',
  humidity: 'relative_humidity_2m',
  wind: 'wind_speed_10m',
  windBearing: 'wind_direction_10m',
  code: 'weather_code',
  isDay: 'is_day',
} as const

/**
 * Fetches the weather at the nearest full hour from Open-Meteo: from its archive, or from the forecast for recent days,
 * which the archive does not include yet.
 *
 * @throws OutgoingError when the service fails, is too slow or lacks a value.
 */
export async function fetchOpenMeteo(
  { lat, lon, at }: WeatherRequest,
  { url, key, fetch, now, timeout = TIMEOUT }: OpenMeteoAccess,
): Promise<Weather> {
  const hour = nearestHour(at)
  const day = new Date(hour * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const query = new URLSearchParams({
    latitude: String(lat),
    longitude: String(lon),
    start_date: day,
    end_date: day,
    hourly: Object.values(NAMES).join(','),
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT',
    ...(key && { apikey: key }),
  })
  const [host, path] = now - at < RECENT ? [FORECAST, 'forecast'] : [ARCHIVE, 'archive']
  // Paying customers have separate servers; the public ones do not accept keys.
  const address = `${url ?? `https://${key ? 'customer-' : ''}${host}`}/v1/${path}`
  return readHour(await fetchJson(`${address}?${query}`, { fetch, timeout }), hour)
}

function readHour(response: unknown, hour: number): Weather {
  const hourly = objectAt(response, 'hourly')
  const times = hourly.time
  const index = Array.isArray(times) ? times.indexOf(hour) : -1
  const read = (name: keyof typeof NAMES): number => {
    const column = hourly[NAMES[name]]
    const value: unknown = Array.isArray(column) ? column[index] : undefined
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new OutgoingError('answered no complete hour')
    return value
  }
  return {
    icon: iconOf(read('code'), read('isDay') === 1),
    temperature: read('temperature'),
    humidity: read('humidity') / 100,
    wind: read('wind'),
    windBearing: read('windBearing'),
  }
}

/** Icons by the first WMO weather code (WMO 4677, as used by the service) to which they apply. */
const ICONS: readonly (readonly [code: number, icon: string])[] = [
  [95, 'rain'],
  [85, 'snow'],
  [80, 'rain'],
  [71, 'snow'],
  [66, 'sleet'],
  [61, 'rain'],
  [56, 'sleet'],
  [51, 'rain'],
  [45, 'fog'],
  [3, 'cloudy'],
]

/** The icon for a weather code, with the names that the API has always used. */
function iconOf(code: number, isDay: boolean): string {
  const icon = ICONS.find(([first]) => code >= first)?.[1]
  if (icon) return icon
  return `${code >= 1 ? 'partly-cloudy' : 'clear'}-${isDay ? 'day' : 'night'}`
}
