import { type Static, Type } from '@sinclair/typebox'
import { IMPORT_RESULTS } from '@/db/columns'
import type { NewImportEntry } from '@/db/queries/import-entries'
import { nullable, oneOf, shortId, text } from './scalars'

const importEntry = Type.Object(
  {
    name: text('The file, as it is called in the archive or was sent.'),
    reason: text('Why, where it was not simply imported; else empty.'),
    result: oneOf(IMPORT_RESULTS, 'What became of it.'),
    workout: nullable(shortId('The workout that it is now, or repeats.')),
  },
  { $id: 'ImportEntry', description: 'What became of one file of an import.' },
)

const presentImportEntry = (
  entry: Pick<NewImportEntry, 'name' | 'result' | 'reason' | 'workout_short_id'>,
): Static<typeof importEntry> => ({
  name: entry.name,
  reason: entry.reason ?? '',
  result: entry.result,
  workout: entry.workout_short_id ?? null,
})

export const importOutcome = Type.Object(
  {
    files: Type.Array(importEntry),
    id: nullable(
      shortId('The import, whose report is kept and which can be undone; null when none is.'),
    ),
  },
  { description: 'What became of the files that were sent.' },
)

export const presentImportOutcome = (
  shortId: string | null,
  entries: readonly Parameters<typeof presentImportEntry>[0][],
): Static<typeof importOutcome> => ({ id: shortId, files: entries.map(presentImportEntry) })
