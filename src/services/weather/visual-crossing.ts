import { type Fetch, fetchJson, OutgoingError } from '@/lib/network/outgoing'
import { objectAt } from '@/lib/text/nested-object'
import type { Weather } from '@/store/db/schema/columns'
import { nearestHour, type WeatherRequest } from './weather-request'

export interface WeatherAccess {
  /** URL without a trailing slash. */
  url: string
  key: string
  fetch: Fetch
  /** Timeout of one request in milliseconds. */
  timeout?: number
}

const TIMEOUT = 10_000
const SECONDS_PER_HOUR = 3600
const ELEMENTS = [
  'datetime',
  'datetimeEpoch',
  'temp',
  'humidity',
  'windspeed',
  'winddir',
  'conditions',
  'description',
  'icon',
]

/**
 * Fetches the weather at the nearest full hour (half past is rounded up) from Visual Crossing.
 *
 * @throws OutgoingError when the service fails, is too slow or lacks a value.
 */
export async function fetchWeather(
  { lat, lon, at }: WeatherRequest,
  { url, key, fetch, timeout = TIMEOUT }: WeatherAccess,
): Promise<Weather> {
  const query = new URLSearchParams({
    key,
    iconSet: 'icons1',
    unitGroup: 'metric',
    contentType: 'json',
    elements: ELEMENTS.join(','),
    include: 'current',
  })
  const address = `${url}/VisualCrossingWebServices/rest/services/timeline/${lat},${lon}/${nearestHour(at)}`
  return readConditions(await fetchJson(`${address}?${query}`, { fetch, timeout }))
}

function readConditions(response: unknown): Weather {
  const { icon, temp, humidity, windspeed, winddir } = objectAt(response, 'currentConditions')
  if (
    !isIcon(icon) ||
    !isValue(temp) ||
    !isValue(humidity) ||
    !isValue(windspeed) ||
    !isValue(winddir)
  )
    throw new OutgoingError('answered no complete conditions')
  return {
    icon,
    temperature: temp,
    humidity: humidity / 100,
    wind: (windspeed * 1000) / SECONDS_PER_HOUR,
    windBearing: winddir,
  }
}

/** Longer than the name of any icon. */
const MAX_ICON_LENGTH = 50
const isIcon = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_ICON_LENGTH

/** JSON may contain numbers that are too large for a double and parse as infinite. */
const isValue = (value: unknown): value is number => Number.isFinite(value)
