import { Elysia, status, t } from 'elysia'
import type { Caller } from '@/policy/caller'
import type { AccessRule } from '@/server/http/access'
import { endpoints } from '@/server/http/endpoints'
import { KEY_ERRORS, repeatable } from '@/server/http/idempotency'
import { reportIgnoredKeys } from '@/server/http/ignored-keys'
import { file, type Operation, operations } from '@/server/http/operation'
import {
  created,
  createdResponse,
  errorBody,
  ok,
  okResponse,
} from '@/server/http/responses/envelope'
import { TOO_SLOW } from '@/server/http/uploads/receive-upload'
import type { DialectFormat } from '@/server/responses/dialect'
import { count, keyed, shortId } from '@/server/responses/fields'
import { importOutcome, presentImportOutcome } from '@/server/responses/import-entry'
import { presentWorkout, workout } from '@/server/responses/workouts/workout'
import type { AppContext } from '@/services/context'
import { isArchive } from '@/use-cases/imports/receive/archive'
import { importArchive, loadViews } from '@/use-cases/imports/receive/import-archive'
import { createFromFile } from '@/use-cases/imports/receive/import-file'
import { openRunOnce } from '@/use-cases/workouts/write/run-once'
import { type ReceivedUpload, receiveInbox, receiveUpload } from './receive'
import { inboxQuery, uploadData } from './schema'

interface Call {
  ctx: AppContext
  caller: Caller
  dialect: DialectFormat
  set: { headers: object }
}

/** Receives the body of an upload. */
type Receive = typeof receiveUpload

/**
 * Returns the function that imports an upload, responds, and deletes its temporary files; once for each
 * `Idempotency-Key`. After an interruption, recordings that are already stored are skipped.
 */
function uploadHandler(ctx: AppContext, receive: Receive) {
  const runOnce = openRunOnce(ctx)
  return async (call: Call & { request: Request }) => {
    const { caller, request, set } = call
    const { status: code, body } = await runOnce(
      repeatable(caller, request, { isRepeatable: true }),
      async ({ isRepeated }) => {
        const received = await receive(ctx, request, caller)
        reportIgnoredKeys(set, received.ignoredKeys)
        if (isRepeated) received.data.duplicates = 'skip'
        const handle = isArchive(received.upload.name) ? handleArchive : handleFile
        const { code, response } = await handle(call, received).finally(received.remove)
        return { status: code, body: response }
      },
    )
    return status(code, body)
  }
}

/** Imports an archive and responds with its workouts, its errors, or the background task. */
async function handleArchive({ ctx, caller, dialect }: Call, received: ReceivedUpload) {
  const outcome = await importArchive(ctx, caller, received)
  if (outcome.kind === 'queued')
    return status(200, { data: { task_id: outcome.taskId }, status: 'in_progress' as const })
  const { workouts, errors, remedies, report } = outcome
  if (Object.keys(errors).length > 0)
    return status(400, {
      errored_workouts: errors,
      ...(Object.keys(remedies).length > 0 && { errored_remedies: remedies }),
      // An error response does not list workouts; the result of the import does.
      import: { id: report.shortId },
      new_workouts: workouts.length,
      status: 'fail' as const,
    })
  const views = await loadViews(ctx, caller, workouts)
  return status(
    201,
    created({
      data: { workouts: views.map((view) => presentWorkout(view, dialect)) },
      import: presentImportOutcome(report.shortId, report.entries),
    }),
  )
}

async function handleFile({ ctx, caller, dialect }: Call, received: ReceivedUpload) {
  const { views, stored, report } = await createFromFile(ctx, caller, received)
  const data = { workouts: views.map((view) => presentWorkout(view, dialect)) }
  if (received.data.duplicates === undefined) return status(201, created({ data }))
  const entries = stored.map(({ result, reason, workout }) => ({
    ...{ name: received.upload.name, result, reason, workout_short_id: workout.short_id },
  }))
  const outcome = presentImportOutcome(report, entries)
  return stored.some(({ result }) => result === 'new')
    ? status(201, created({ data, import: outcome }))
    : status(200, ok({ data, import: outcome }))
}

const createdWorkouts = {
  data: t.Object({ workouts: t.Array(workout) }),
  import: t.Optional(importOutcome),
}
const workoutsResponse = createdResponse(createdWorkouts, 'UploadCreatedResult')
const nothingNew = okResponse(createdWorkouts, 'UploadRepeatedResult')
const queued = t.Object(
  {
    data: t.Object({ task_id: shortId('The task that imports the archive.') }),
    status: t.Literal('in_progress'),
  },
  {
    $id: 'UploadQueuedResult',
    description: 'A large archive: a task imports it in the background.',
  },
)
const partly = t.Object(
  {
    errored_remedies: t.Optional(
      keyed(t.String(), 'What makes these recordings readable, by their name in the archive.'),
    ),
    errored_workouts: keyed(
      t.String(),
      'Why recordings were not read, by their name in the archive.',
    ),
    import: t.Pick(importOutcome, ['id']),
    new_workouts: count('Workouts created from the others.'),
    status: t.Literal('fail'),
  },
  {
    $id: 'PartialUploadErrorBody',
    description: 'Some recordings of an archive could not be read.',
  },
)
const uploadResponses = {
  200: t.Union([queued, nothingNew], { $id: 'UploadResult' }),
  201: workoutsResponse,
}
const uploadErrors = {
  400: {
    when: 'There is no file, its format is unknown, it cannot be read, `data` is invalid, or an import is in progress.',
    schema: t.Union([errorBody, partly], { $id: 'UploadErrorBody' }),
  },
  ...KEY_ERRORS,
  408: TOO_SLOW,
  413: 'The file is too large.',
  415: 'The body has an unknown content encoding.',
  500: 'The elevation service failed, or the file could not be stored.',
}

const sendToInbox: Operation = {
  summary: 'Send a recording from a program',
  description:
    'For watches, phones and scripts, with a personal token that has the scope `workouts:write`, sent as `Authorization: Bearer`, as the password of HTTP Basic authentication with the username, or in the URL. The file is the body itself or a part of a form; its format is detected from its content, independent of its name or media type, and it may be compressed with gzip. Options are in the query or in form fields. An existing recording is skipped with a 200 response: `import` says `already there`, and `data` has the workout.',
  form: {
    form: t.Object(
      {
        file: file('The recording or archive; a file in another field is accepted too.'),
        data: t.Optional(uploadData),
      },
      { $id: 'SendToInboxBody' },
    ),
    mediaTypes: ['multipart/form-data'],
    raw: 'The recording or archive itself, under any media type.',
  },
  responses: uploadResponses,
  errors: uploadErrors,
}

const docs = operations({
  uploadWorkout: {
    summary: 'Upload a recording or an archive of recordings',
    description:
      'Reads GPX, TCX, FIT, KML, KMZ, IGC, PWX, the XML and JSON of Suunto (SML, Moveslink) and Polar, Polar HRM, Sigma SLF, and the JSON of GoldenCheetah and Peloton, as single files or in a ZIP archive (where `.xml` and `.json` need the names that exporters use); all of them may be compressed with gzip, with `.gz` after their extension (single files only with `MEASUREMENTS=device`). A single recording, or an archive with few, is imported immediately; a larger archive becomes a task. A file with several legs (multisport sessions, activities, consecutive tracks) becomes several workouts, in order, if the account uses the measurements of the device; `sport_id` then applies to legs without a known sport. So does the export of an account at another service (Strava, Garmin, FitTrackee, …) without `sport_id`: titles, types, gear and dates are imported, and existing workouts are skipped unless `duplicates` says otherwise. Limits: `max_single_file_size`, `max_zip_file_size`, `file_sync_limit_import` and `file_limit_import` of the configuration.',
    form: {
      form: t.Object({
        file: file('The recording or archive; the extension of its name determines its format.'),
        data: uploadData,
      }),
      mediaTypes: ['multipart/form-data'],
    },
    responses: uploadResponses,
    errors: uploadErrors,
  },
  sendToInbox,
  putIntoInbox: {
    ...sendToInbox,
    summary: 'Send a recording from a program that only supports PUT',
    description: 'Like `POST /api/inbox`.',
  },
})

const INBOX_ACCESS: AccessRule = { scope: 'workouts:write', queryToken: true, basic: true }

export const workoutUploadRoutes = (ctx: AppContext) => {
  const handle = uploadHandler(ctx, receiveUpload)
  return new Elysia({ prefix: '/workouts', tags: ['Uploads'] })
    .use(endpoints(ctx))
    .post(
      '',
      async ({ caller, request, dialect, set }) => handle({ ctx, caller, request, dialect, set }),
      {
        access: { scope: 'workouts:write' },
        detail: docs.uploadWorkout,
      },
    )
}

/** The endpoint to which programs send recordings. */
export const inboxRoutes = (ctx: AppContext) => {
  const handle = uploadHandler(ctx, receiveInbox)
  return new Elysia({ prefix: '/inbox', tags: ['Uploads'] })
    .use(endpoints(ctx))
    .post(
      '',
      async ({ caller, request, dialect, set }) => handle({ ctx, caller, request, dialect, set }),
      { access: INBOX_ACCESS, query: inboxQuery, detail: docs.sendToInbox },
    )
    .put(
      '',
      async ({ caller, request, dialect, set }) => handle({ ctx, caller, request, dialect, set }),
      { access: INBOX_ACCESS, query: inboxQuery, detail: docs.putIntoInbox },
    )
}
