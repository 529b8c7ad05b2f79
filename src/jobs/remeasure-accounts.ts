import type { AppContext } from '@/services/context'
import { remeasureNext } from '@/use-cases/workouts/measure/remeasure-account'
import { type IsQuiet, startIdleWork } from './idle-work'

/** Users wait for the figures. Recordings of other requests are read first, so that these do not wait. */
const always: IsQuiet = async () => true

/** Measures recordings again, one at a time, for users who have requested it. */
export const startRemeasuring = (ctx: AppContext) =>
  startIdleWork(
    ctx,
    [{ next: () => remeasureNext(ctx), failure: 'measuring recordings again failed' }],
    always,
  )
