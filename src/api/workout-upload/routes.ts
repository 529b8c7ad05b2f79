import { Elysia, status } from 'elysia'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created } from '@/http/envelope'
import { removeFiles } from '@/http/multipart'
import type { Wire } from '@/present/dialect'
import { presentWorkout } from '@/present/workout'
import { isArchive } from '@/use-cases/imports/archive'
import { importArchive, loadViews } from '@/use-cases/imports/import-archive'
import { createFromFile } from '@/use-cases/imports/import-file'
import { receiveUpload, type Upload } from './receive'

/** What is answered for an archive: its workouts, what went wrong, or the task that goes through it. */
async function answerArchive(
  ctx: AppContext,
  caller: Caller,
  given: { upload: Upload; wire: Wire },
) {
  const outcome = await importArchive(ctx, caller, given.upload)
  if (outcome.kind === 'queued')
    return status(200, { data: { task_id: outcome.taskId }, status: 'in_progress' as const })
  const { workouts, errors } = outcome
  if (Object.keys(errors).length > 0)
    return status(400, {
      errored_workouts: errors,
      new_workouts: workouts.length,
      status: 'fail' as const,
    })
  const views = await loadViews(ctx, caller, workouts)
  return status(
    201,
    created({ data: { workouts: views.map((view) => presentWorkout(view, given.wire)) } }),
  )
}

async function answerFile(ctx: AppContext, caller: Caller, given: { upload: Upload; wire: Wire }) {
  const view = await createFromFile(ctx, caller, given.upload)
  return status(201, created({ data: { workouts: [presentWorkout(view, given.wire)] } }))
}

export const workoutUploadRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts' }).use(endpoints(ctx)).post(
    '',
    async ({ caller, request, wire }) => {
      const upload = await receiveUpload(ctx, request)
      const answer = isArchive(upload.file.name) ? answerArchive : answerFile
      return answer(ctx, caller, { upload, wire }).finally(() => removeFiles(upload.form))
    },
    {
      access: { scope: 'workouts:write' },
      detail: { summary: 'Upload a recording or an archive of recordings' },
    },
  )
