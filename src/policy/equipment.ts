import { baseSportId } from '@/domain/reference/base-sport'
import catalogue from '@/domain/reference/equipment-types.json'
import type { SqlBool } from '@/store/db/schema/columns'
import { type Caller, hasRole } from './caller'

export const MISC = 'Misc'

/** Maximum number of pieces of type Misc for one sport or workout. */
export const MAX_MISC = 5

export const TOO_MANY_MISC = 'a maximum of 5 pieces of Misc equipment can be added'

const SPORTS_OF_TYPE = new Map(
  catalogue.types.map(({ id, sport_ids }) => [id, sport_ids && new Set(sport_ids)]),
)

/** Whether equipment of a type can be used for a sport. Misc suits all sports. */
export function equipmentSuits(typeId: number, sportId: number): boolean {
  const sports = SPORTS_OF_TYPE.get(typeId)
  return sports === null || (sports?.has(baseSportId(sportId)) ?? false)
}

/** Whether an equipment type is visible; if not, the response is 404. Only administrators see inactive types. */
export const canSeeEquipmentType = (
  caller: Caller,
  { is_active }: { is_active: SqlBool },
): boolean => is_active === 1 || hasRole(caller, 'admin')
