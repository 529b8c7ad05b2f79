import { type Static, Type } from '@sinclair/typebox'
import { nullable, numericId, text } from '@/server/responses/fields'

export const sportNames = Type.Object(
  {
    default_sport_id: nullable(
      numericId('The sport of recordings without a known sport; null: they are rejected.'),
    ),
    sport_names: Type.Array(
      Type.Object({
        name: text('Sport name in recordings or exports; for FIT: sport/sub-sport as numbers.'),
        sport_id: numericId('The mapped sport.'),
        usual_sport_id: nullable(numericId('The default sport of this name; null: none.')),
      }),
    ),
  },
  {
    $id: 'SportNames',
    description: "The caller's mapping from sport names in recordings and exports to sports.",
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
