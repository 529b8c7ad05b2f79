import { type TextKey, t } from '@/web/i18n/text'
import { ERROR_MESSAGES } from './error-messages'

/** Maps what the report of an import says about a file to translated texts. */
const IMPORT_RESULTS: readonly (readonly [RegExp, TextKey])[] = [
  [/^no (recording( of a workout)?|workout)$|^sleep$/, 'imported.noRecording'],
  [/have no place here$/, 'imported.noPlace'],
  [/^the export names the file, but does not hold it$/, 'imported.missing'],
  [/^neither a recording nor date, distance and duration$/, 'imported.noNumbers'],
  [/^not undone: a later import/, 'imported.laterImport'],
  [/^not undone: the workout has another/, 'imported.changedSince'],
  [/^kept beside it$/, 'imported.keptBeside'],
  [/^its recording is richer$/, 'imported.richer'],
  [/^possibly the same as /, 'imported.flagged'],
]

/** Translates an error message of the server line by line; lines without a translation are returned unchanged. */
export function translateError(reason: string): string {
  return reason
    .replace(/^Errors: /, '')
    .split('\n')
    .map(translateLine)
    .join('\n')
}

function translateLine(reason: string): string {
  for (const [pattern, key] of [...IMPORT_RESULTS, ...ERROR_MESSAGES]) {
    const match = pattern.exec(reason)
    if (match) return t(key, match.groups)
  }
  return reason
}

/** Returns the message to display for a thrown value. */
export function describeError(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? translateError(error.message)
    : t('error.unknown')
}
