import { type Static, Type } from '@sinclair/typebox'
import type { ChartRow } from '@/tracks/geometry/chart'
import { nullable, number, text } from './scalars'

export const chartRow = Type.Object(
  {
    cadence: Type.Optional(number('Steps or turns per minute at this point.')),
    distance: nullable(number('Kilometres since the start; null without positions.')),
    duration: Type.Integer({ description: 'Seconds since the start.' }),
    elevation: Type.Optional(number('Metres above the sea; absent when missing or 0.')),
    hr: Type.Optional(number('Heart beats per minute at this point.')),
    latitude: nullable(number('Degrees.')),
    longitude: nullable(number('Degrees.')),
    pace: Type.Optional(nullable(number('Seconds per metre; null at a standstill.'))),
    power: Type.Optional(number('Watts at this point.')),
    speed: Type.Optional(nullable(number('km/h at this point.'))),
    time: nullable(text('`2026-11-21 08:08:18+00:00`; null for a point without time.')),
  },
  { $id: 'ChartRow', description: 'A recorded point.' },
)

/** Chart rows are made in the form in which they are sent. */
export const presentChart = (rows: ChartRow[]): Static<typeof chartRow>[] => rows
