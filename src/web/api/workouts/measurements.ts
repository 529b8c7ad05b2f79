import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const { measurements } = api.workouts

/** How recordings are measured, and the progress of measuring all of them again. */
export type MeasurementsState = ResponseData<typeof measurements.get>['data']['measurements']

/** A workout with its figures under both settings. */
export type ComparedMeasurements = ResponseData<
  typeof measurements.comparison.get
>['data']['workouts'][number]

const POLL_MS = 2000

const isOngoing = (state: MeasurementsState | undefined): boolean =>
  state?.remeasurement?.status === 'in_progress'

/** How the user's recordings are measured; polled while they are measured again. */
export const measurementsQuery = queryOptions({
  queryKey: ['measurements'],
  queryFn: async () => (await unwrap(measurements.get())).data.measurements,
  refetchInterval: ({ state }) => (isOngoing(state.data) ? POLL_MS : false),
})

/** Measures the last ten recordings under both settings. */
export const compareMeasurements = async (): Promise<ComparedMeasurements[]> =>
  (await unwrap(measurements.comparison.get())).data.workouts

/** Requests measuring all recordings again. */
export const remeasureAll = async (): Promise<MeasurementsState> =>
  (await unwrap(measurements.post())).data.measurements

/** Stops measuring recordings again. */
export const abortRemeasuring = async (): Promise<MeasurementsState> =>
  (await unwrap(measurements.abort.post())).data.measurements
