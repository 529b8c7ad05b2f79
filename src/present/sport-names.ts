import { type Static, Type } from '@sinclair/typebox'
import { nullable, numericId, text } from './scalars'

export const sportNames = Type.Object(
  {
    default_sport_id: nullable(
      numericId('The sport of recordings that name none which is known; null: they are refused.'),
    ),
    sport_names: Type.Array(
      Type.Object({
        name: text('What recordings or exports call it; FIT: sport/sub-sport as numbers.'),
        sport_id: numericId('The sport that is meant.'),
        usual_sport_id: nullable(numericId('What it would mean otherwise; null: nothing.')),
      }),
    ),
  },
  {
    $id: 'SportNames',
    description: 'Which sports the caller means by what recordings and exports call theirs.',
  },
)

export const presentSportNames = (view: {
  names: readonly { name: string; sportId: number; usualSportId: number | undefined }[]
  defaultSportId: number | undefined
}): Static<typeof sportNames> => ({
  default_sport_id: view.defaultSportId ?? null,
  sport_names: view.names.map(({ name, sportId, usualSportId }) => ({
    name,
    sport_id: sportId,
    usual_sport_id: usualSportId ?? null,
  })),
})
