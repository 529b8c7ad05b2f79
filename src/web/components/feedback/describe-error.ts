import { type TextKey, t } from '@/web/i18n/text'
import { ERROR_MESSAGES } from './error-messages'

/** Maps the server's error messages about files, and import results, to translated texts. */
const FILE_MESSAGES: readonly (readonly [RegExp, TextKey])[] = [
  [/^error when processing workout$/, 'file.notProcessed'],
  [/^error when parsing|^(unsupported kml file|gpx file is invalid)$/, 'file.damaged'],
  [/^the file contains .*, not a recorded activity:/, 'file.notActivity'],
  [/^the file has no times:/, 'file.noTimes'],
  [/^invalid file$/, 'file.unknown'],
  [/^no (tracks in|activities in|laps or no tracks|valid segments in)/, 'file.noTrack'],
  [/^no (coordinates in|valid segments with GPS)/, 'file.noPlaces'],
  [/^<time> is missing/, 'file.noTimes'],
  [/^some segments have same start date$/, 'file.sameStart'],
  [/^one or more values, entered or calculated, exceed the limits$/, 'file.overLimits'],
  [/^file contains too many/, 'file.tooLong'],
  [/^the edits leave fewer than two points/, 'refusal.tooFewPoints'],
  [/^file is too large|^at least one file in zip archive exceeds/, 'file.tooLarge'],
  [/^file takes too long|^upload execution time exceeding limit$/, 'file.tooSlow'],
  [/^invalid zip file$|^archive file does not exist$/, 'archive.damaged'],
  [/^archive (contains (unsafe|links|files with)|is encrypted)/, 'archive.unsafe'],
  [/^the number of files in the archive exceeds/, 'archive.tooMany'],
  [/^archive does not contain valid workout files$/, 'archive.empty'],
  [/^ongoing upload task exists$/, 'archive.ongoing'],
  [/^the file (does not say|calls) its sport/, 'file.noSport'],
  [/^the import was interrupted$/, 'archive.interrupted'],
  [/^error during archive processing$/, 'archive.failed'],
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
  for (const [pattern, key] of [...FILE_MESSAGES, ...ERROR_MESSAGES]) {
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
