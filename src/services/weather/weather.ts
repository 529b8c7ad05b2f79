import type { Config } from '@/lib/config/config'
import type { Log } from '@/lib/log'
import { type Fetch, OutgoingError } from '@/lib/network/outgoing'
import type { Clock } from '@/lib/time/clock'
import { type Json, toJson, type Weather } from '@/store/db/schema/columns'
import { fetchOpenMeteo } from './open-meteo'
import { fetchWeather } from './visual-crossing'
import type { WeatherRequest } from './weather-request'

/** Place and time of the start and the end of a recording. */
export interface Ends {
  start: WeatherRequest
  end: WeatherRequest
}

/** The columns of a workout with the weather at its start and its end. */
export interface WeatherColumns {
  weather_start: Json<Weather> | null
  weather_end: Json<Weather> | null
}

export interface WeatherService {
  /** Fetches the weather at both ends. The columns are null if it is not available. Never fails. */
  around: (ends: Ends | null) => Promise<WeatherColumns>
}

const NONE: WeatherColumns = { weather_start: null, weather_end: null }

/** Opens the configured weather service. Without one, all weather is null. */
export function openWeather(
  config: Config['weather'],
  { log, fetch, clock }: { log: Log; fetch: Fetch; clock: Clock },
): WeatherService {
  if (!config) return { around: async () => NONE }
  const fetchWeatherAt = (request: WeatherRequest) =>
    config.provider === 'visualcrossing'
      ? fetchWeather(request, { ...config, fetch })
      : fetchOpenMeteo(request, { ...config, fetch, now: clock.now() })
  return {
    around: async (ends) => {
      if (!ends) return NONE
      try {
        const [start, end] = await Promise.all([
          fetchWeatherAt(ends.start),
          fetchWeatherAt(ends.end),
        ])
        return { weather_start: toJson(start), weather_end: toJson(end) }
      } catch (error) {
        const reason = error instanceof OutgoingError ? { reason: error.message } : { err: error }
        log.warn(reason, 'the weather service failed')
        return NONE
      }
    },
  }
}
