import { type Static, Type } from '@sinclair/typebox'
import type { EditSuggestion } from '@/domain/records/suggest-edits'
import { EDIT_KINDS } from '@/domain/reference/edit-kinds'
import type { TrackEdit } from '@/domain/tracks/edits/track-edit'
import type { MultiLineString } from '@/domain/tracks/geometry/geojson'
import type { WorkoutPermissions } from '@/policy/workout'
import type { DialectFormat } from '@/server/responses/dialect'
import { count, nullable, number, oneOf, shortId } from '@/server/responses/fields'
import { type Measured, metrics, presentMetrics } from '@/server/responses/metrics'
import { multiLineString } from './workout-map'

/** An instant with milliseconds, as edits need it. */
const instant = (description: string) =>
  Type.String({ description, examples: ['2026-11-21T08:08:18.000Z'] })

const edit = Type.Object(
  {
    kind: oneOf(
      EDIT_KINDS,
      '`trim` keeps the time from `from` to `to`, `remove` deletes it, `split` keeps the time before or after `at`, `spikes` deletes impossible positions and readings.',
    ),
    from: Type.Optional(nullable(instant('Null for the start of the recording.'))),
    to: Type.Optional(nullable(instant('Null for the end of the recording.'))),
    at: Type.Optional(instant('Where the recording was split.')),
    keeps: Type.Optional(oneOf(['before', 'after'], 'Which part of the split this workout has.')),
    max_speed: Type.Optional(
      nullable(number('Speed in m/s that no human exceeds in the sport; null if it is not known.')),
    ),
  },
  {
    $id: 'RecordingEdit',
    description: 'An edit of a recording. The original file does not change.',
  },
)

export const editList = Type.Object({
  edits: Type.Array(edit, { description: 'In the order in which they were made.' }),
  parts: Type.Array(shortId('A workout.'), {
    description: 'The workouts with the parts of a recording that was split, in order of time.',
  }),
  suggestions: Type.Array(
    Type.Object({
      edit,
      reason: oneOf(['too_fast', 'spikes'], 'Faster than any human, or impossible values.'),
    }),
    { description: 'Edits that would correct the recording.' },
  ),
})

export const editPreview = Type.Object({
  after: metrics,
  before: metrics,
  line: nullable(multiLineString),
  other: nullable(metrics),
  removed: Type.Array(count('Points or values that an edit removes.')),
})

const toInstant = (at: number) => new Date(at).toISOString()
const toInstantOrNull = (at: number | null) => (at === null ? null : toInstant(at))

function presentEdit(edit: TrackEdit): Static<typeof editList>['edits'][number] {
  switch (edit.kind) {
    case 'trim':
    case 'remove':
      return { kind: edit.kind, from: toInstantOrNull(edit.from), to: toInstantOrNull(edit.to) }
    case 'split':
      return { kind: edit.kind, at: toInstant(edit.at), keeps: edit.keeps }
    case 'spikes':
      return { kind: edit.kind, max_speed: edit.max_speed }
  }
}

/** The edits of a recording, its parts, and suggested edits. */
export const presentEdits = (found: {
  edits: readonly TrackEdit[]
  parts: readonly string[]
  suggestions: readonly EditSuggestion[]
}): Static<typeof editList> => ({
  edits: found.edits.map(presentEdit),
  parts: [...found.parts],
  suggestions: found.suggestions.map(({ edit, reason }) => ({ edit: presentEdit(edit), reason })),
})

interface PreviewView {
  permissions: WorkoutPermissions
  before: Measured
  after: Measured
  other: Measured | undefined
  removed: readonly number[]
  line: MultiLineString | null
}

/** The metrics of a workout before and after edits, and the remaining line. */
export function presentEditPreview(
  { permissions, before, after, other, removed, line }: PreviewView,
  dialect: DialectFormat,
): Static<typeof editPreview> {
  const present = (measured: Measured) => presentMetrics(measured, permissions, dialect)
  return {
    after: present(after),
    before: present(before),
    line,
    other: other ? present(other) : null,
    removed: [...removed],
  }
}
