import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { removeFiles } from '@/http/multipart'
import { presentWorkout } from '@/present/workout'
import { receiveUpload } from './receive'
import { createFromFile } from './service'

export const workoutUploadRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts' }).use(endpoints(ctx)).post(
    '',
    async ({ caller, request, wire, status }) => {
      const { form, ...upload } = await receiveUpload(ctx, request)
      try {
        const view = await createFromFile(ctx, caller, upload)
        return status(201, {
          data: { workouts: [presentWorkout(view, wire)] },
          status: 'created' as const,
        })
      } finally {
        await removeFiles(form)
      }
    },
    {
      access: { scope: 'workouts:write' },
      detail: { summary: 'Upload a recording' },
    },
  )
