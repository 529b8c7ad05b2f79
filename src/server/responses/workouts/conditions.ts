import { type Static, Type } from '@sinclair/typebox'
import type { Conditions } from '@/domain/analysis/conditions'
import { roundHalfAway } from '@/lib/text/decimal'
import { number } from '@/server/responses/fields'

const measured = (description: string) => Type.Optional(number(description))

export const conditions = Type.Object(
  {
    min_temperature: measured('Lowest temperature at the device, in °C.'),
    ave_temperature: measured('Mean temperature while it was measured, in °C.'),
    max_temperature: measured('Highest temperature, in °C.'),
    min_water_temperature: measured('Lowest water temperature, in °C.'),
    ave_water_temperature: measured('Mean water temperature, in °C.'),
    max_water_temperature: measured('Highest water temperature, in °C.'),
    ave_wind: measured('Mean wind speed, in metres per second.'),
    max_wind: measured('Highest wind speed, in metres per second.'),
    wind_bearing: measured('Mean direction that the wind came from, in degrees from north.'),
  },
  {
    $id: 'Conditions',
    description:
      'Air and water conditions measured by the device; values that it did not record are absent.',
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
