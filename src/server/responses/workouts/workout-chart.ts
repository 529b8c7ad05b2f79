import { type Static, Type } from '@sinclair/typebox'
import type { ChartRow } from '@/domain/tracks/geometry/chart'
import type { Stream } from '@/domain/tracks/geometry/streams'
import type { StreamName } from '@/domain/tracks/track'
import { flag, nullable, number, text } from '@/server/responses/fields'

const POSITION = 'Degrees; null without GPS, and for callers who may not see the map.'

export const chartRow = Type.Object(
  {
    cadence: Type.Optional(number('Steps or turns per minute at this point.')),
    distance: nullable(number('Kilometres since the start; null without positions.')),
    duration: Type.Integer({ description: 'Seconds since the start.' }),
    elevation: Type.Optional(number('Metres above the sea; absent when missing or 0.')),
    hr: Type.Optional(number('Heart beats per minute at this point.')),
    latitude: nullable(number(POSITION)),
    longitude: nullable(number(POSITION)),
    pace: Type.Optional(nullable(number('Seconds per metre; null at a standstill.'))),
    power: Type.Optional(number('Watts at this point.')),
    speed: Type.Optional(nullable(number('km/h at this point.'))),
    time: nullable(text('`2026-11-21 08:08:18+00:00`; null for a point without time.')),
  },
  { $id: 'ChartRow', description: 'A recorded point.' },
)

/** Chart rows already have the format of the response. */
export const presentChart = (rows: ChartRow[]): Static<typeof chartRow>[] => rows

export const streamName = Type.Object(
  {
    name: text(
      'Field name in the FIT profile, or a similar one; otherwise the name given by the device or app.',
    ),
    unit: nullable(text('Unit of the values; null for plain numbers.')),
    own: flag('Whether the device or app has defined it.'),
  },
  { $id: 'StreamName', description: 'The name of an additional recorded measurement.' },
)

export const stream = Type.Object(
  {
    ...streamName.properties,
    values: Type.Array(nullable(number('Null for missing values.')), {
      description: 'One value for each row of `chart_data`, in the same order.',
    }),
  },
  { $id: 'MeasurementStream', description: 'Values of an additional recorded measurement.' },
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
