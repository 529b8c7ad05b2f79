import { type Static, Type } from '@sinclair/typebox'
import type { Conditions } from '@/analysis/conditions'
import { roundHalfAway } from '@/lib/decimal'
import { number } from './scalars'

const measured = (description: string) => Type.Optional(number(description))

export const conditions = Type.Object(
  {
    min_temperature: measured('°C beside the device, the least.'),
    ave_temperature: measured('Its mean over the time that was measured.'),
    max_temperature: measured('The greatest.'),
    min_water_temperature: measured('°C, the least.'),
    ave_water_temperature: measured('Its mean.'),
    max_water_temperature: measured('The greatest.'),
    ave_wind: measured('Metres per second, the mean.'),
    max_wind: measured('The greatest.'),
    wind_bearing: measured('Degrees from north from where it came, the mean.'),
  },
  {
    $id: 'Conditions',
    description: 'What the recording itself tells of air and water; absent where it tells nothing.',
  },
)

export function presentConditions({
  temperature: air,
  waterTemperature: water,
  wind,
  windBearing,
}: Conditions): Static<typeof conditions> {
  return {
    ...(air && {
      min_temperature: tenths(air.least),
      ave_temperature: tenths(air.mean),
      max_temperature: tenths(air.greatest),
    }),
    ...(water && {
      min_water_temperature: tenths(water.least),
      ave_water_temperature: tenths(water.mean),
      max_water_temperature: tenths(water.greatest),
    }),
    ...(wind && { ave_wind: tenths(wind.mean), max_wind: tenths(wind.greatest) }),
    ...(windBearing !== undefined && { wind_bearing: roundHalfAway(windBearing, 0) % 360 }),
  }
}

const tenths = (value: number) => roundHalfAway(value, 1)
