import { type Caller, hasRole } from '@/caller'
import type { SqlBool } from '@/db/columns'
import catalogue from '@/reference/equipment-types.json'

export const MISC = 'Misc'

/** How many pieces of type Misc one sport or workout may have. */
export const MOST_MISC = 5

export const TOO_MANY_MISC = 'a maximum of 5 pieces of Misc equipment can be added'

const SPORTS_OF_TYPE = new Map(
  catalogue.types.map(({ id, sport_ids }) => [id, sport_ids && new Set(sport_ids)]),
)

/** Whether equipment of a type can be used for a sport; Misc suits all. */
export function equipmentSuits(typeId: number, sportId: number): boolean {
  const sports = SPORTS_OF_TYPE.get(typeId)
  return sports === null || (sports?.has(sportId) ?? false)
}

/** Whether an equipment type is shown; an inactive one is for administrators. The answer to others is 404. */
export const canSeeEquipmentType = (
  caller: Caller,
  { is_active }: { is_active: SqlBool },
): boolean => is_active === 1 || hasRole(caller, 'admin')
