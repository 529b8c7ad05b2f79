import { type Static, Type } from '@sinclair/typebox'
import type { ChartRow } from '@/tracks/geometry/chart'
import type { Stream } from '@/tracks/geometry/streams'
import type { StreamName } from '@/tracks/track'
import { flag, nullable, number, text } from './scalars'

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

export const streamName = Type.Object(
  {
    name: text(
      'That of the field of the FIT profile, or of something like it; else as the device or application calls it.',
    ),
    unit: nullable(text('As it is written behind the values; null for numbers without unit.')),
    own: flag('Whether the device or application named it.'),
  },
  { $id: 'StreamName', description: 'What was recorded beside the usual.' },
)

export const stream = Type.Object(
  {
    ...streamName.properties,
    values: Type.Array(nullable(number('Null where nothing was measured.')), {
      description: 'One for each row of `chart_data`, in the same order.',
    }),
  },
  { $id: 'Stream', description: 'Values that were recorded beside the usual.' },
)

export const presentStreamName = ({
  name,
  unit,
  isOwn,
}: StreamName): Static<typeof streamName> => ({ name, unit, own: isOwn })

export const presentStream = ({ values, ...name }: Stream): Static<typeof stream> => ({
  ...presentStreamName(name),
  values,
})
