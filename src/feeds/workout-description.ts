import { roundHalfEven } from '@/lib/decimal'
import { decimalText } from '@/lib/decimal-text'
import { escapeMarkup, renderMarkdown } from '@/lib/rich-text'
import type { FeedWorkout } from '@/use-cases/workouts/read-feed'
import type { FeedTexts } from './feed-texts'

const MILES_PER_KM = 0.621371
const FEET_PER_METRE = 3.280839895

export interface FeedOptions {
  language: string | undefined
  imperial: boolean
  withDescription: boolean
  /** How durations of whole seconds are written. */
  duration: (seconds: number) => string
}

interface DescriptionOptions extends FeedOptions {
  uiUrl: string
  texts: FeedTexts
}

/** The HTML description of a feed item; readers know its form, odd line break included. */
export function describeWorkout(workout: FeedWorkout, options: DescriptionOptions): string {
  const { texts, uiUrl } = options
  const map = workout.mapId
    ? `<img src="${uiUrl}/api/workouts/map/${workout.mapId}" alt="${escapeMarkup(texts.map)}"><br />`
    : ''
  return [
    `<p>${map}\n<strong>${texts.duration}</strong>: ${options.duration(workout.moving)}<br />\n`,
    ...distanceLine(workout, options),
    ...pairLine(
      [texts.min_altitude, workout.minAlt],
      [texts.max_altitude, workout.maxAlt],
      options,
    ),
    ...pairLine([texts.ascent, workout.ascent], [texts.descent, workout.descent], options),
    ...textLine(workout, options),
  ].join('')
}

function distanceLine(
  { distance }: FeedWorkout,
  { imperial, texts }: DescriptionOptions,
): string[] {
  if (!distance) return []
  const shown = imperial
    ? `${decimalText(roundHalfEven(distance * MILES_PER_KM, 3))} mi`
    : `${decimalText(distance)} km`
  return [`<strong>${texts.distance}</strong>: ${shown}<br />`]
}

/** Two heights, shown only together. */
function pairLine(
  [firstLabel, first]: [string, number | null],
  [secondLabel, second]: [string, number | null],
  { imperial }: DescriptionOptions,
): string[] {
  if (!first || !second) return []
  const height = (metres: number) =>
    imperial
      ? `${decimalText(roundHalfEven(metres * FEET_PER_METRE, 2))} ft`
      : `${decimalText(metres)} m`
  return [
    `<strong>${firstLabel}</strong>: ${height(first)}`,
    `<strong><br />${secondLabel}</strong>: ${height(second)}<br />`,
  ]
}

function textLine({ description }: FeedWorkout, { withDescription, texts }: DescriptionOptions) {
  if (!withDescription || !description) return []
  return [`\n<strong>${texts.text}:</strong>\n${renderMarkdown(description)}`]
}
