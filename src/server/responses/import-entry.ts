import { type Static, Type } from '@sinclair/typebox'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { IMPORT_RESULTS } from '@/store/db/schema/columns'
import { nullable, oneOf, shortId, text } from './fields'

const importEntry = Type.Object(
  {
    name: text('Name of the file in the archive or upload.'),
    reason: text('Why it was not simply imported; otherwise empty.'),
    result: oneOf(IMPORT_RESULTS, 'Result of the import.'),
    workout: nullable(shortId('The workout that was created, or that it duplicates.')),
  },
  { $id: 'ImportEntry', description: 'The result of one file of an import.' },
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
      shortId('The import, for its result and for undoing it; null if neither is possible.'),
    ),
  },
  { description: 'The results of the uploaded files.' },
)

export const presentImportOutcome = (
  shortId: string | null,
  entries: readonly Parameters<typeof presentImportEntry>[0][],
): Static<typeof importOutcome> => ({ id: shortId, files: entries.map(presentImportEntry) })
