import type { Weather } from '@/db/columns'
import { objectAt } from '@/lib/object-at'
import { type Fetch, fetchJson, OutgoingError } from '@/lib/outgoing'
import { nearestHour, type Occasion } from './occasion'

export interface WeatherAccess {
  /** Address without a trailing slash. */
  url: string
  key: string
  fetch: Fetch
  /** Milliseconds one request may take. */
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
 * The weather of the nearest full hour (half past belongs to the next one), from Visual Crossing.
 *
 * @throws OutgoingError when the service fails, is too slow or lacks a value.
 */
export async function fetchWeather(
  { lat, lon, at }: Occasion,
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

function readConditions(answer: unknown): Weather {
  const { icon, temp, humidity, windspeed, winddir } = objectAt(answer, 'currentConditions')
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

/** Longer than any icon is called. */
const LONGEST_ICON = 50
const isIcon = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_ICON

/** JSON may hold numbers that are too large to be any. */
const isValue = (value: unknown): value is number => Number.isFinite(value)
