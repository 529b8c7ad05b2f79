import de from '@/domain/reference/locales/de/feed.json'
import en from '@/domain/reference/locales/en/feed.json'
import es from '@/domain/reference/locales/es/feed.json'
import fr from '@/domain/reference/locales/fr/feed.json'
import it from '@/domain/reference/locales/it/feed.json'
import nl from '@/domain/reference/locales/nl/feed.json'
import pl from '@/domain/reference/locales/pl/feed.json'
import pt from '@/domain/reference/locales/pt/feed.json'
import { limitNesting } from '@/domain/reference/markdown-depth'
import { renderMarkdown } from '@/domain/text/rich-text'
import { roundHalfEven } from '@/lib/text/decimal'
import { escapeMarkup } from '@/lib/text/escape-markup'
import type { FeedWorkout } from '@/use-cases/workouts/read/read-feed'

/** The texts of a feed in one language. */
export type FeedTexts = Omit<typeof en, 'sports'> & { sports: Record<string, string> }

const CATALOGUES: Record<string, FeedTexts> = { de, en, es, fr, it, nl, pl, pt }

/** The requested language if it is translated, otherwise English. */
export function feedTexts(language: string | undefined): { language: string; texts: FeedTexts } {
  // Only own properties: every object has a `constructor`.
  const texts =
    language !== undefined && Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language] : undefined
  return texts && language ? { language, texts } : { language: 'en', texts: en }
}

/** A number as text that always shows a decimal: `16.0`, `9.942`. */
const decimalText = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value)

const MILES_PER_KM = 0.621371
const FEET_PER_METRE = 3.280839895

export interface FeedOptions {
  language: string | undefined
  imperial: boolean
  withDescription: boolean
  /** Whether items have a `guid`, by which readers recognise items they have already shown. */
  withIds: boolean
  /** Formats a duration in whole seconds. */
  duration: (seconds: number) => string
}

/** The title of a workout in a feed, with its sport. */
export const titleOf = ({ sportId, title }: FeedWorkout, { sports }: FeedTexts): string =>
  `${sports[sportId] ?? ''} - ${title ?? ''}`

interface DescriptionOptions extends Omit<FeedOptions, 'withIds'> {
  uiUrl: string
  texts: FeedTexts
}

/** The HTML description of a feed item. Readers rely on its exact form, including the odd line break. */
export function describeWorkout(workout: FeedWorkout, options: DescriptionOptions): string {
  const { texts, uiUrl } = options
  const map = workout.mapId
    ? `<img src="${uiUrl}/api/workouts/map/${workout.mapId}" alt="${escapeMarkup(texts.map)}"><br />`
    : ''
  return [
    `<p>${map}\n<strong>${texts.duration}</strong>: ${options.duration(workout.moving)}<br />\n`,
    ...distanceLine(workout, options),
    ...heights(
      [texts.min_altitude, workout.minAlt],
      '<br /><strong>',
      [texts.max_altitude, workout.maxAlt],
      options,
    ),
    ...heights(
      [texts.ascent, workout.ascent],
      '<strong><br />',
      [texts.descent, workout.descent],
      options,
    ),
    ...textLine(workout, options),
  ].join('')
}

/** A distance of so many kilometres in kilometres or miles. */
export const formatDistance = (kilometres: number, imperial: boolean): string =>
  imperial
    ? `${decimalText(roundHalfEven(kilometres * MILES_PER_KM, 3))} mi`
    : `${decimalText(kilometres)} km`

/** A height of so many metres in metres or feet. */
export const formatHeight = (metres: number, imperial: boolean): string =>
  imperial
    ? `${decimalText(roundHalfEven(metres * FEET_PER_METRE, 2))} ft`
    : `${decimalText(metres)} m`

function distanceLine(
  { distance }: FeedWorkout,
  { imperial, texts }: DescriptionOptions,
): string[] {
  if (!distance) return []
  return [`<strong>${texts.distance}</strong>: ${formatDistance(distance, imperial)}<br />`]
}

/** Two heights, shown only together, with `between` separating their lines. */
function heights(
  [firstLabel, first]: [string, number | null],
  between: string,
  [secondLabel, second]: [string, number | null],
  { imperial }: DescriptionOptions,
): string[] {
  if (!first || !second) return []
  return [
    `<strong>${firstLabel}</strong>: ${formatHeight(first, imperial)}`,
    `${between}${secondLabel}</strong>: ${formatHeight(second, imperial)}<br />`,
  ]
}

function textLine({ description }: FeedWorkout, { withDescription, texts }: DescriptionOptions) {
  if (!withDescription || !description) return []
  const html = renderMarkdown(limitNesting(description))
  return [`\n<strong>${texts.text}:</strong>\n${html}\n`]
}
