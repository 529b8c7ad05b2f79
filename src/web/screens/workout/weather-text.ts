import type { Analysis } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity, formatTemperature, type NumberPreferences } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'

type Weather = NonNullable<Workout['weather_start']>

const MPS_TO_KMH = 3.6
const KMH_TO_MPH = 1 / 1.609344

/** Formats temperature, wind and humidity in the reader's units. */
export function weatherText(weather: Weather, preferences: NumberPreferences): string {
  const percent = formatNumber(weather.humidity * 100, 0, preferences.locale)
  return [
    formatQuantity(formatTemperature(weather.temperature, preferences)),
    windText(weather.wind, preferences),
    t('weather.humidity', { percent }),
  ].join(' · ')
}

function windText(metresPerSecond: number, { units, locale }: NumberPreferences): string {
  const kmh = metresPerSecond * MPS_TO_KMH
  return t('weather.wind', {
    speed: formatNumber(units === 'metric' ? kmh : kmh * KMH_TO_MPH, 0, locale),
    unit: t(units === 'metric' ? 'unit.kmh' : 'unit.mph'),
  })
}

/** The conditions that the recording contains for air, water and wind, with labels. */
export function conditionFacts(
  conditions: NonNullable<Analysis['conditions']>,
  preferences: NumberPreferences,
): [label: string, text: string][] {
  const { ave_temperature: air, ave_water_temperature: water, ave_wind: wind } = conditions
  const text = (mean: number, least = mean, greatest = mean) => {
    const shown = (celsius: number) => formatTemperature(celsius, preferences)
    const ends = `${shown(least).value}–${formatQuantity(shown(greatest))}`
    return shown(least).value === shown(greatest).value
      ? formatQuantity(shown(mean))
      : t('conditions.range', { ends, mean: formatQuantity(shown(mean)) })
  }
  return [
    ...(air === undefined
      ? []
      : [
          [
            t('conditions.air'),
            text(air, conditions.min_temperature, conditions.max_temperature),
          ] as [string, string],
        ]),
    ...(water === undefined
      ? []
      : [
          [
            t('conditions.water'),
            text(water, conditions.min_water_temperature, conditions.max_water_temperature),
          ] as [string, string],
        ]),
    ...(wind === undefined
      ? []
      : [[t('conditions.wind'), windText(wind, preferences)] as [string, string]]),
  ]
}
