import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import {
  comparedWorkout,
  measurementsState,
  presentCompared,
  presentMeasurementsState,
} from '@/server/responses/workouts/measurements'
import type { AppContext } from '@/services/context'
import { compareMeasurements } from '@/use-cases/workouts/measure/compare-measurements'
import {
  abortRemeasurement,
  type MeasurementsState,
  readMeasurements,
  requestRemeasurement,
} from '@/use-cases/workouts/measure/remeasure-account'

const READ = { scope: 'workouts:read' } as const
const WRITE = { scope: 'workouts:write' } as const

const stateResponse = okResponse(
  { data: t.Object({ measurements: measurementsState }) },
  'MeasurementsResult',
)
const okState = (state: MeasurementsState) =>
  ok({ data: { measurements: presentMeasurementsState(state) } })

const docs = operations({
  getMeasurements: {
    summary: 'Get how recordings are measured',
    description:
      'With `device`, the maximum speed is that of the device, or else of the fastest five seconds; the preference `use_raw_gpx_speed` only applies to `fittrackee`. While `remeasurement.status` is `in_progress`, clients should poll every few seconds.',
    responses: { 200: stateResponse },
  },
  compareMeasurements: {
    summary: 'Compare both settings for the last ten recordings',
    description:
      'Reads the recordings of the caller’s ten newest workouts that have one, and measures each under both settings. Stores nothing. The response can take some seconds.',
    responses: { 200: okResponse({ data: t.Object({ workouts: t.Array(comparedWorkout) }) }) },
  },
  remeasureWorkouts: {
    summary: 'Measure all recordings again',
    description:
      'In the background, newest first, under the current preference. Workouts without a recording, texts, equipment and visibility do not change. If this is already in progress, returns its state; after a change of the preference, it starts again.',
    responses: { 200: stateResponse },
  },
  abortRemeasurement: {
    summary: 'Stop measuring recordings again',
    description:
      'Stops after the current recording. Workouts measured so far are not changed back.',
    responses: { 200: stateResponse },
    errors: { 400: 'It is not in progress.' },
  },
})

/** How the caller's recordings are measured, what the other setting would change, and measuring them again. */
export const workoutMeasurementRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/measurements', tags: ['Workouts'] })
    .use(endpoints(ctx))
    .get('', async ({ caller }) => okState(await readMeasurements(ctx, caller)), {
      access: READ,
      detail: docs.getMeasurements,
    })
    .get(
      '/comparison',
      async ({ caller, dialect }) => {
        const compared = await compareMeasurements(ctx, caller)
        return ok({ data: { workouts: compared.map((each) => presentCompared(each, dialect)) } })
      },
      { access: READ, detail: docs.compareMeasurements },
    )
    .post('', async ({ caller }) => okState(await requestRemeasurement(ctx, caller)), {
      access: WRITE,
      detail: docs.remeasureWorkouts,
    })
    .post('/abort', async ({ caller }) => okState(await abortRemeasurement(ctx, caller)), {
      access: WRITE,
      detail: docs.abortRemeasurement,
    })
