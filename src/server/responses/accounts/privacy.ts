import { type Static, Type } from '@sinclair/typebox'
import { hiddenOutlineOf, type Vertex } from '@/domain/privacy/hidden-area'
import { formatHttpDate } from '@/lib/time/http-date'
import { count, flag, number, shortId, text, timestamp } from '@/server/responses/fields'
import {
  type PrivacySettingsRow,
  type PrivacyZoneRow,
  zoneOf,
} from '@/store/db/queries/accounts/privacy-zones'
import { fromSqlBool } from '@/store/db/schema/columns'

const place = {
  latitude: number('Degrees.'),
  longitude: number('Degrees.'),
}
const positions = (description: string) => Type.Array(Type.Object(place), { description })

export const RADIUS = 'Metres: the radius of the circle, or the margin around the area.'
export const ZONE_NAME = 'Name, for its owner.'

export const privacySettings = Type.Object(
  {
    hidden_metres: count(
      'Metres along the track that others do not see at the start and at the end of each workout; up to half as many are hidden in addition, different for each workout.',
    ),
    hides_times: flag('Whether others see only the day of a workout, not the time.'),
  },
  { $id: 'PrivacySettings', description: 'What a user hides of all their recordings.' },
)

export const privacyZone = Type.Object(
  {
    created_at: timestamp('When the zone was created.'),
    hidden: Type.Object(
      {
        positions: positions('The shifted positions.'),
        radius: number('Metres around them up to which everything is hidden.'),
      },
      {
        description:
          'The area that is hidden from others. It covers the zone and is shifted at random, so that the zone cannot be computed from it.',
      },
    ),
    hides_passages: flag(
      'Whether parts of workouts that only pass through are hidden, too, not only their starts, stops and ends.',
    ),
    id: shortId('The zone.'),
    name: text(ZONE_NAME),
    positions: positions('One: the centre of a circle. Three or more: the outline of an area.'),
    radius: count(RADIUS),
  },
  { $id: 'PrivacyZone', description: 'A place that other users must not find.' },
)

export const suggestedZone = Type.Object(
  { ...place, count: count('Number of workouts that start there.') },
  { $id: 'SuggestedZone', description: 'A place where several workouts start.' },
)

const presentPositions = (outline: readonly Vertex[]) =>
  outline.map(([longitude, latitude]) => ({ latitude, longitude }))

export const presentPrivacySettings = ({
  hidden_metres,
  hides_times,
}: Pick<PrivacySettingsRow, 'hidden_metres' | 'hides_times'>): Static<typeof privacySettings> => ({
  hidden_metres,
  hides_times: fromSqlBool(hides_times),
})

/** A zone, for its owner only. */
export function presentPrivacyZone(row: PrivacyZoneRow): Static<typeof privacyZone> {
  const zone = zoneOf(row)
  const hidden = hiddenOutlineOf(zone)
  return {
    created_at: formatHttpDate(row.created_at),
    hidden: { positions: presentPositions(hidden.outline), radius: hidden.radius },
    hides_passages: zone.hidesPassages,
    id: row.short_id,
    name: row.name,
    positions: presentPositions(zone.outline),
    radius: zone.radius,
  }
}
