import equipmentTypes from '@/reference/equipment-types.json'
import sports from '@/reference/sports.json'
import type { PaceSpeedDisplay } from './columns'
import type { Db } from './open'

/** Loads the reference tables; what administrators changed stays as it is. */
export async function seed(db: Db): Promise<void> {
  await db
    .insertInto('sports')
    .values(
      sports.sports.map((sport) => ({
        id: sport.id,
        label: sport.label,
        stopped_speed_threshold: sport.stopped_speed_threshold,
        pace_speed_display: (sport.pace ? 'pace' : 'speed') satisfies PaceSpeedDisplay,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db
    .insertInto('equipment_types')
    .values(equipmentTypes.types.map(({ id, label }) => ({ id, label })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
