import type { Config } from '@/config/config'
import { type Json, toJson, type Weather } from '@/db/columns'
import type { Clock } from '@/lib/clock'
import type { Log } from '@/lib/log'
import { type Fetch, OutgoingError } from '@/lib/outgoing'
import type { Occasion } from './occasion'
import { fetchOpenMeteo } from './open-meteo'
import { fetchWeather } from './visual-crossing'

/** Where and when a recording starts and ends. */
export interface Ends {
  start: Occasion
  end: Occasion
}

/** The weather at both ends of a workout, as the columns of workouts hold it. */
export interface WeatherColumns {
  weather_start: Json<Weather> | null
  weather_end: Json<Weather> | null
}

export interface WeatherService {
  /** The weather at both ends, or at none when it cannot be had; never fails. */
  around: (ends: Ends | null) => Promise<WeatherColumns>
}

const NONE: WeatherColumns = { weather_start: null, weather_end: null }

/** The configured weather service; without one there is no weather. */
export function openWeather(
  config: Config['weather'],
  { log, fetch, clock }: { log: Log; fetch: Fetch; clock: Clock },
): WeatherService {
  if (!config) return { around: async () => NONE }
  const ask = (occasion: Occasion) =>
    config.provider === 'visualcrossing'
      ? fetchWeather(occasion, { ...config, fetch })
      : fetchOpenMeteo(occasion, { ...config, fetch, now: clock.now() })
  return {
    around: async (ends) => {
      if (!ends) return NONE
      try {
        const [start, end] = await Promise.all([ask(ends.start), ask(ends.end)])
        return { weather_start: toJson(start), weather_end: toJson(end) }
      } catch (error) {
        const reason = error instanceof OutgoingError ? { reason: error.message } : { err: error }
        log.warn(reason, 'no weather: the service failed')
        return NONE
      }
    },
  }
}
