import type { EffortKind } from '@/domain/analysis/efforts'
import { baseSportId } from '@/domain/reference/base-sport'
import { distanceOf } from '@/domain/reference/sport-distance'
import catalogue from '@/domain/reference/sports.json'
import type { PaceSpeedDisplay } from '@/store/db/schema/columns'

/** Measurements of a sport. Fixed, unlike the switches that administrators and users change. */
export interface SportFacts {
  pace: boolean
  elevation: boolean
  /** Unit of cadence. Strides are recorded per leg, so they are shown doubled. */
  cadence: 'none' | 'rpm' | 'spm'
  power: boolean
  racket: boolean
  /** Whether it is done in water, where pace is per hundred metres. */
  water: boolean
  distance: ReturnType<typeof distanceOf>
}

/** Which numbers of a workout the caller sees. */
export interface SportDisplay {
  elevation: boolean
  pace: boolean
  speed: boolean
  cadence: SportFacts['cadence']
  power: boolean
}

const UNKNOWN: SportFacts = {
  pace: false,
  elevation: true,
  cadence: 'none',
  power: false,
  racket: false,
  water: false,
  distance: 'always',
}

const FACTS = new Map<number, SportFacts>(
  catalogue.sports.map(({ id, pace, elevation, cadence, power, racket, water }) => [
    id,
    {
      pace,
      elevation,
      power,
      racket,
      water,
      distance: distanceOf(id),
      cadence: cadence === 'rpm' || cadence === 'spm' ? cadence : 'none',
    },
  ]),
)

export const sportFacts = (sportId: number): SportFacts =>
  FACTS.get(baseSportId(sportId)) ?? UNKNOWN

/**
 * Kinds of best efforts that compare distances or climbs. In a sport without distance, such as strength training, these
 * are only the drift of GPS.
 */
const MOVING_KINDS: readonly EffortKind[] = ['distance', 'duration', 'climbing']

/** Whether a sport has best efforts of a kind. */
export const hasEffortsOf = (sportId: number, kind: EffortKind): boolean =>
  sportFacts(sportId).distance !== 'never' || !MOVING_KINDS.includes(kind)

/** Combines the facts of a sport with the caller's (or the sport's default) choice between pace and speed. */
export function sportDisplay(sportId: number, choice: PaceSpeedDisplay): SportDisplay {
  const { elevation, cadence, power, distance } = sportFacts(sportId)
  const moves = distance !== 'never'
  return {
    ...{ elevation, cadence, power },
    pace: moves && choice !== 'speed',
    speed: moves && choice !== 'pace',
  }
}

interface Choice {
  pace_speed_display: PaceSpeedDisplay
}

/** How a caller sees each sport, by sport id; undefined for a sport that does not exist. */
export interface SportDisplays {
  get: (sportId: number) => SportDisplay | undefined
}

/**
 * How a caller sees each sport: by the user's preference if there is one, otherwise by the sport's default. Computed on
 * demand, because most responses are about one or two sports.
 */
export function sportDisplays(
  sports: readonly (Choice & { id: number })[],
  preferences: readonly (Choice & { sport_id: number })[],
): SportDisplays {
  const known = new Map<number, SportDisplay | undefined>()
  const find = (sportId: number) => {
    const sport = sports.find(({ id }) => id === sportId)
    const own = preferences.find(({ sport_id }) => sport_id === sportId)
    return sport && sportDisplay(sportId, (own ?? sport).pace_speed_display)
  }
  return {
    get: (sportId) => {
      if (!known.has(sportId)) known.set(sportId, find(sportId))
      return known.get(sportId)
    },
  }
}
