import { type TextKey, t } from '@/web/i18n/text'
import { REFUSALS } from './refusals'

/** What the server says when a file cannot be read, and what became of one, to the sentence that says it here. */
const SENTENCES: readonly (readonly [RegExp, TextKey])[] = [
  [/^error when processing workout$/, 'file.notProcessed'],
  [/^error when parsing|^(unsupported kml file|gpx file is invalid)$/, 'file.damaged'],
  [/^invalid file$/, 'file.unknown'],
  [/^no (tracks in|activities in|laps or no tracks|valid segments in)/, 'file.noTrack'],
  [/^no (coordinates in|valid segments with GPS)/, 'file.noPlaces'],
  [/^<time> is missing/, 'file.noTimes'],
  [/^some segments have same start date$/, 'file.sameStart'],
  [/^one or more values, entered or calculated, exceed the limits$/, 'file.overLimits'],
  [/^file contains too many/, 'file.tooLong'],
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

/** A reason of the server in the language of the page, line by line; its own words where there is no sentence for them. */
export function refusalText(reason: string): string {
  return reason
    .replace(/^Errors: /, '')
    .split('\n')
    .map(sentenceOf)
    .join('\n')
}

function sentenceOf(reason: string): string {
  for (const [pattern, key] of [...SENTENCES, ...REFUSALS]) {
    const found = pattern.exec(reason)
    if (found) return t(key, found.groups)
  }
  return reason
}

/** What to say about anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? refusalText(error.message)
    : t('error.unknown')
}
