import type { PaceSpeedDisplay } from '@/db/columns'
import { type SportDisplay, sportDisplay } from './sport-display'

interface Choice {
  pace_speed_display: PaceSpeedDisplay
}

/** How a caller sees each sport: by own preference where there is one, else by the sport's default. */
export function sportDisplays(
  sports: readonly (Choice & { id: number })[],
  preferences: readonly (Choice & { sport_id: number })[],
): Map<number, SportDisplay> {
  const own = new Map(preferences.map((row) => [row.sport_id, row.pace_speed_display]))
  return new Map(
    sports.map(({ id, pace_speed_display }) => [
      id,
      sportDisplay(id, own.get(id) ?? pace_speed_display),
    ]),
  )
}
