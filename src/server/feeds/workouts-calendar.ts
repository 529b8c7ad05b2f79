import ical, { ICalEventTransparency } from 'ical-generator'
import { fillText } from '@/lib/text/escape-markup'
import type { Calendar, CalendarWorkout } from '@/use-cases/workouts/read/read-calendar'
import { type FeedTexts, feedTexts, formatDistance, formatHeight } from './workout-description'

/** Seconds after which a calendar asks again, if it follows that advice. */
const REFRESH_AFTER = 3600

export interface CalendarOptions {
  /** Formats a duration in whole seconds. */
  duration: (seconds: number) => string
}

/** An iCalendar document (RFC 5545) with an event for each workout. */
export function workoutsCalendar(calendar: Calendar, { duration }: CalendarOptions): string {
  const { language, texts } = feedTexts(calendar.language)
  const { host } = new URL(calendar.uiUrl)
  const document = ical({
    name: fillText(texts.title, { user: calendar.username, product: calendar.product }),
    prodId: { company: calendar.product, product: calendar.product, language },
    ttl: REFRESH_AFTER,
  })
  for (const workout of calendar.workouts) {
    const sport = texts.sports[workout.sportId] ?? workout.sport
    document.createEvent({
      id: `${workout.id}@${host}`,
      stamp: new Date(workout.changed),
      lastModified: new Date(workout.changed),
      start: new Date(workout.date),
      end: new Date(workout.date + workout.duration * 1000),
      summary: plain(workout.title || sport),
      description: describe(workout, { sport, texts, duration, imperial: calendar.imperial }),
      url: `${calendar.uiUrl}/workouts/${workout.id}`,
      categories: [{ name: sport }],
      // Training in the past does not make anyone busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return document.toString()
}

interface Words extends CalendarOptions {
  sport: string
  texts: FeedTexts
  imperial: boolean
}

/** The numbers of a workout, one per line, and its description as it was written. */
function describe(
  { moving, distance, ascent, description }: CalendarWorkout,
  { sport, texts, duration, imperial }: Words,
): string {
  const numbers = [
    sport,
    `${texts.duration}: ${duration(moving)}`,
    ...(distance ? [`${texts.distance}: ${formatDistance(distance, imperial)}`] : []),
    ...(ascent ? [`${texts.ascent}: ${formatHeight(ascent, imperial)}`] : []),
  ]
  return plain([numbers.join('\n'), ...(description ? [description] : [])].join('\n\n'))
}

/** Matches control characters except tabs and line breaks. iCalendar does not allow them. */
const CONTROLS = /[^\P{Cc}\t\n]/gu

/** Text in which every line break is `\n`. Any other line break could start a new property. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '')
