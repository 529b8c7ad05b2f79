import { t } from 'elysia'
import { EDIT_KINDS } from '@/domain/reference/edit-kinds'
import { operations } from '@/server/http/operation'
import { NO_FILE, NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { flagParam } from '@/server/http/parameters/query-params'
import { workoutResponse } from '@/server/http/responses/common-responses'
import { okResponse } from '@/server/http/responses/envelope'
import { editList, editPreview } from '@/server/responses/workouts/edits'

const MAX_EDITS_PER_REQUEST = 20

const time = (description: string) =>
  t.Optional(
    t.Union([t.String({ maxLength: 40 }), t.Null()], {
      description: `${description} ISO 8601 with an offset.`,
    }),
  )

const edit = t.Object({
  kind: t.Unsafe<(typeof EDIT_KINDS)[number]>(t.Union(EDIT_KINDS.map((kind) => t.Literal(kind)))),
  from: time('First time to keep (`trim`; by default the start) or to delete (`remove`).'),
  to: time('Last time to keep (`trim`; by default the end) or to delete (`remove`).'),
  at: time('First time of the second part (`split`).'),
})

export const editBody = t.Object(
  {
    edits: t.Array(edit, {
      minItems: 1,
      maxItems: MAX_EDITS_PER_REQUEST,
      description: 'Applied in order. A split must be the only one.',
    }),
  },
  { $id: 'RecordingEditsBody' },
)

export const undoQuery = t.Object({
  all: flagParam('Whether to undo all edits instead of the last one.'),
})

const ERRORS = {
  400: 'An edit is invalid, changes nothing or leaves fewer than two points, there are too many, or there is no recording.',
  403: NOT_OWN,
  404: NO_WORKOUT,
  500: NO_FILE,
}

/** Entries of the routes in the API document. */
export const docs = operations({
  listEdits: {
    summary: "List the edits of one of the caller's recordings",
    description:
      'Also suggests edits: trimming a ride in a car before or after a run, and deleting spikes.',
    responses: { 200: okResponse({ data: editList }) },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
  previewEdits: {
    summary: 'Preview further edits of a recording',
    description:
      'Measures the recording with the edits, but stores nothing. `other` is the second part of a split.',
    responses: { 200: okResponse({ data: t.Object({ preview: editPreview }) }) },
    errors: ERRORS,
  },
  editRecording: {
    summary: "Edit the recording of one of the caller's workouts",
    description:
      'Trims it, removes a section, deletes spikes or splits it, and measures it again. The original file does not change and can be downloaded. A split returns two workouts: the first one keeps its likes and comments, the second one is new.',
    responses: { 200: workoutResponse },
    errors: { ...ERRORS, 413: 'The second workout of a split exceeds a quota.' },
  },
  undoEdits: {
    summary: "Undo the last edit of one of the caller's recordings, or all of them",
    description:
      'Undoing a split deletes the workout with the second part, unless that one was edited since.',
    responses: { 200: workoutResponse },
    errors: {
      ...ERRORS,
      400: 'There is no edit, or the other part of a split must be changed first.',
    },
  },
})
