import { Elysia, status, t } from 'elysia'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, createdAnswer, errorBody, ok, okAnswer } from '@/http/envelope'
import { removeFiles } from '@/http/multipart'
import { file, operations } from '@/http/operation'
import type { Wire } from '@/present/dialect'
import { importOutcome, presentImportOutcome } from '@/present/import-entry'
import { count, keyed, shortId } from '@/present/scalars'
import { presentWorkout, workout } from '@/present/workout'
import { isArchive } from '@/use-cases/imports/archive'
import { importArchive, loadViews } from '@/use-cases/imports/import-archive'
import { createFromFile } from '@/use-cases/imports/import-file'
import { type InboxUpload, receiveInbox, receiveUpload, type Upload } from './receive'
import { inboxQuery, uploadData } from './schema'

/** What has arrived, and how to answer. */
interface Given {
  upload: Pick<Upload | InboxUpload, 'file' | 'data'>
  wire: Wire
}

/** What is answered for an archive: its workouts, what went wrong, or the task that goes through it. */
async function answerArchive(ctx: AppContext, caller: Caller, given: Given) {
  const outcome = await importArchive(ctx, caller, given.upload)
  if (outcome.kind === 'queued')
    return status(200, { data: { task_id: outcome.taskId }, status: 'in_progress' as const })
  const { workouts, errors, report } = outcome
  if (Object.keys(errors).length > 0)
    return status(400, {
      errored_workouts: errors,
      // Workouts are not named in a refusal; the report of the import has them.
      import: { id: report.shortId },
      new_workouts: workouts.length,
      status: 'fail' as const,
    })
  const views = await loadViews(ctx, caller, workouts)
  return status(
    201,
    created({
      data: { workouts: views.map((view) => presentWorkout(view, given.wire)) },
      import: presentImportOutcome(report.shortId, report.entries),
    }),
  )
}

async function answerFile(ctx: AppContext, caller: Caller, given: Given) {
  const { upload, wire } = given
  const { view, stored, report } = await createFromFile(ctx, caller, upload)
  const data = { workouts: [presentWorkout(view, wire)] }
  if (upload.data.duplicates === undefined) return status(201, created({ data }))
  const { result, reason, workout } = stored
  const entry = { name: upload.file.name, result, reason, workout_short_id: workout.short_id }
  const outcome = presentImportOutcome(report, [entry])
  return result === 'new'
    ? status(201, created({ data, import: outcome }))
    : status(200, ok({ data, import: outcome }))
}

const workoutsMade = {
  data: t.Object({ workouts: t.Array(workout) }),
  import: t.Optional(importOutcome),
}
const workoutsAnswer = createdAnswer(workoutsMade)
const nothingNew = okAnswer(workoutsMade)
const queued = t.Object(
  {
    data: t.Object({ task_id: shortId('The task that imports the archive.') }),
    status: t.Literal('in_progress'),
  },
  { description: 'A large archive: a task imports it in the background.' },
)
const partly = t.Object(
  {
    errored_workouts: keyed(
      t.String(),
      'Why recordings were not read, by their name in the archive.',
    ),
    import: t.Pick(importOutcome, ['id']),
    new_workouts: count('Workouts made of the others.'),
    status: t.Literal('fail'),
  },
  { description: 'Some recordings of an archive were not read.' },
)
const uploadAnswers = { 200: t.Union([queued, nothingNew]), 201: workoutsAnswer }
const uploadRefusals = {
  400: {
    when: 'There is no file, its kind is not known, it cannot be read, `data` is wrong, or an import is under way.',
    schema: t.Union([errorBody, partly]),
  },
  413: 'The file is too large.',
  500: 'A service that was to be asked for elevations failed, or the file could not be kept.',
}

/** What the API document tells of the routes. */
const docs = operations({
  uploadWorkout: {
    summary: 'Upload a recording or an archive of recordings',
    description:
      'GPX, TCX, FIT, KML, KMZ, IGC, PWX, and the XML and JSON of Suunto (SML) and Polar are read, alone or in a ZIP archive (there also packed as `.gz`; `.xml` and `.json` only under the names that exporters give). One recording, or an archive with few, is imported at once; a larger archive becomes a task. So does the export of an account at another service (Strava, Garmin, FitTrackee, …) without `sport_id`: titles, types, gear and dates come along, and what is here already is left alone unless `duplicates` says otherwise. Limits: `max_single_file_size`, `max_zip_file_size`, `file_sync_limit_import` and `file_limit_import` of the configuration.',
    form: {
      form: t.Object({
        file: file('The recording or archive; the extension of its name decides what it is.'),
        data: uploadData,
      }),
      mediaTypes: ['multipart/form-data'],
    },
    answers: uploadAnswers,
    refusals: uploadRefusals,
  },
  sendToInbox: {
    summary: 'Send a recording from a program',
    description:
      'For watches, phones and scripts, with a personal token that may `workouts:write`. The file is the body itself, or comes in a form; its content decides what it is, whatever its name or media type, and it may be packed with gzip. What is asked for stands in the query, or in fields of the form. A recording that is here already is left alone and answered with 200: `import` says `already there`, and `data` has the workout.',
    form: {
      form: t.Object({
        file: file('The recording or archive; a file in another field is taken as well.'),
        data: t.Optional(uploadData),
      }),
      mediaTypes: ['multipart/form-data'],
      raw: 'The recording or archive itself, under any media type.',
    },
    answers: uploadAnswers,
    refusals: uploadRefusals,
  },
})

export const workoutUploadRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts', tags: ['Uploads'] }).use(endpoints(ctx)).post(
    '',
    async ({ caller, request, wire }) => {
      const upload = await receiveUpload(ctx, request)
      const answer = isArchive(upload.file.name) ? answerArchive : answerFile
      return answer(ctx, caller, { upload, wire }).finally(() => removeFiles(upload.form))
    },
    {
      access: { scope: 'workouts:write' },
      detail: docs.uploadWorkout,
    },
  )

/** Where programs send recordings to. */
export const inboxRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/inbox', tags: ['Uploads'] }).use(endpoints(ctx)).post(
    '',
    async ({ caller, request, wire }) => {
      const upload = await receiveInbox(ctx, request)
      const answer = isArchive(upload.file.name) ? answerArchive : answerFile
      return answer(ctx, caller, { upload, wire }).finally(upload.remove)
    },
    {
      access: { scope: 'workouts:write', queryToken: true },
      query: inboxQuery,
      detail: docs.sendToInbox,
    },
  )
