import { titleSportOf } from '@/domain/reference/title-sports'
import { fillText } from '@/lib/text/escape-markup'
import { DAY, HOUR } from '@/lib/time/clock'
import type { Trip } from './describe-trip'
import { titleTexts } from './title-texts'

/** The properties of a workout that its title contains, except where it went. */
export interface TitledWorkout {
  sportId: number
  /** The local time of its start, as the milliseconds of the same time in UTC; null to omit the time of day. */
  startedAt: number | null
  language: string
}

/** Returns a title such as “Morning ride to Staufen”. */
export function formatTitle(trip: Trip, { sportId, startedAt, language }: TitledWorkout): string {
  const texts = titleTexts(language)
  const what =
    texts.sports[titleSportOf(sportId)][startedAt === null ? 'any' : timeOfDay(startedAt)]
  const names =
    trip.kind === 'between'
      ? { from: trip.from.name, to: trip.to.name }
      : { place: trip.place.name }
  return fillText(texts[trip.kind], { what, ...names })
}

/** The hours at which morning, afternoon, evening and night begin. */
const FROM = { morning: 4, afternoon: 12, evening: 18, night: 22 } as const

function timeOfDay(wall: number): keyof typeof FROM {
  const hour = (((wall % DAY) + DAY) % DAY) / HOUR
  if (hour < FROM.morning || hour >= FROM.night) return 'night'
  if (hour >= FROM.evening) return 'evening'
  return hour >= FROM.afternoon ? 'afternoon' : 'morning'
}
