import type { Workout } from '@/web/api/workouts'
import { formatNumber } from '@/web/format/numbers'
import type { NumberPreferences } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'

type Weather = NonNullable<Workout['weather_start']>

const MPS_TO_KMH = 3.6
const KMH_TO_MPH = 1 / 1.609344

/** Temperature, wind and humidity in the reader's units. */
export function weatherText(weather: Weather, { units, locale }: NumberPreferences): string {
  const metric = units === 'metric'
  const celsius = weather.temperature
  const kmh = weather.wind * MPS_TO_KMH
  return [
    `${formatNumber(metric ? celsius : celsius * 1.8 + 32, 0, locale)} ${metric ? '°C' : '°F'}`,
    t('weather.wind', {
      speed: formatNumber(metric ? kmh : kmh * KMH_TO_MPH, 0, locale),
      unit: t(metric ? 'unit.kmh' : 'unit.mph'),
    }),
    t('weather.humidity', { percent: formatNumber(weather.humidity * 100, 0, locale) }),
  ].join(' · ')
}
